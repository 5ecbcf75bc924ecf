import Base
import CGit2

/// Compares two trees by walking them together. Equal subtrees are not opened.
struct TreeComparison {
  let handle: GitHandle
  private(set) var differences: [FileChange] = []

  /// Compares two trees. nil stands for the empty tree.
  mutating func compare(_ old: ObjectID?, _ new: ObjectID?, below folder: [UInt8] = []) throws(Failure) {
    if old == new { return }
    try TreeDepth.check(folder)
    let left = try entries(of: old)
    let right = try entries(of: new)
    var l = 0
    var r = 0
    while l < left.count || r < right.count {
      if r == right.count || (l < left.count && left[l].order < right[r].order) {
        try report(left[l], nil, below: folder)
        l += 1
      } else if l == left.count || right[r].order < left[l].order {
        try report(nil, right[r], below: folder)
        r += 1
      } else {
        if left[l] != right[r] { try report(left[l], right[r], below: folder) }
        l += 1
        r += 1
      }
    }
  }

  private func entries(of tree: ObjectID?) throws(Failure) -> [TreeEntry] {
    guard let tree else { return [] }
    return try handle.tree(tree)
  }

  /// When both entries are given, they have the same name, and both are folders or neither is.
  private mutating func report(_ old: TreeEntry?, _ new: TreeEntry?, below folder: [UInt8]) throws(Failure) {
    guard let entry = old ?? new else { return }
    if entry.kind == .folder {
      try compare(old?.id, new?.id, below: folder + entry.name + [UInt8(ascii: "/")])
    } else {
      let path = RelativePath(unchecked: folder + entry.name)
      FileChange(path: path, origin: .committed, old: old?.version, new: new?.version)
        .map { differences.append($0) }
    }
  }
}

/// The limit on nested folders. Walks are recursive, so a malicious tree could overflow the stack. Git has such a limit
/// as well.
enum TreeDepth {
  private static let limit = 1000

  /// `folder` is a path that ends in a slash, or empty.
  static func check(_ folder: [UInt8]) throws(Failure) {
    // Every level has at least a letter and a slash.
    guard folder.count > 2 * limit, folder.count(where: { $0 == UInt8(ascii: "/") }) > limit else { return }
    let start = Text.escapingInvalidUTF8(folder.prefix(40))
    throw Failure.git(.unsupportedRepository, "folders are nested more than \(limit) deep: '\(start)...'")
  }
}

/// One line of a tree object.
struct TreeEntry: Hashable, Sendable {
  let name: ArraySlice<UInt8>
  let mode: UInt32
  let id: ObjectID

  var kind: FileKind { FileKind(gitMode: mode) }
  var version: FileVersion { FileVersion(contentID: id, kind: kind) }
}

/// The order of names in a folder, in Git's trees and index. A folder sorts as if its name ended in a slash. Other
/// names sort by their bytes.
struct EntryOrder: Comparable {
  let name: ArraySlice<UInt8>
  let isFolder: Bool

  static func < (left: EntryOrder, right: EntryOrder) -> Bool {
    let common = min(left.name.count, right.name.count)
    for offset in 0..<common {
      let a = left.name[left.name.startIndex + offset]
      let b = right.name[right.name.startIndex + offset]
      if a != b { return a < b }
    }
    return left.byte(after: common) < right.byte(after: common)
  }

  /// Returns the byte after the first `count`: of the name, the folder's slash, or zero.
  private func byte(after count: Int) -> UInt8 {
    if count < name.count { return name[name.startIndex + count] }
    return isFolder ? UInt8(ascii: "/") : 0
  }
}

extension TreeEntry {
  var order: EntryOrder { EntryOrder(name: name, isFolder: kind == .folder) }
}

extension [TreeEntry] {
  /// Returns the entry with that name from a listing in Git's order. Files and folders sort by different rules, so both
  /// places are searched.
  func entry(named name: ArraySlice<UInt8>) -> TreeEntry? {
    for isFolder in [true, false] {
      let wanted = EntryOrder(name: name, isFolder: isFolder)
      let at = partitionPoint { !($0.order < wanted) }
      if at < count, self[at].name.elementsEqual(name) { return self[at] }
    }
    return nil
  }
}

extension GitHandle {
  /// Returns the entries of a tree object, in Git's order.
  func tree(_ id: ObjectID) throws(Failure) -> [TreeEntry] {
    guard let object = try object(id) else {
      throw Failure.git(.missingObject, "the tree \(id.hex) is not in this clone")
    }
    guard object.type == GIT_OBJECT_TREE, let entries = TreeEntry.list(object.bytes) else {
      throw Failure.git(.corruptRepository, "the object \(id.hex) is not a readable tree")
    }
    return entries
  }
}

extension TreeEntry {
  /// Parses `mode SP name NUL id` records. Returns nil when the bytes are no tree.
  static func list(_ bytes: [UInt8]) -> [TreeEntry]? {
    var entries: [TreeEntry] = []
    var at = 0
    while at < bytes.count {
      guard let space = bytes[at...].firstIndex(of: UInt8(ascii: " ")),
        let end = bytes[space...].firstIndex(of: 0), end + ObjectID.byteCount < bytes.count,
        let mode = octal(bytes[at..<space])
      else { return nil }
      let id = bytes.withUnsafeBytes { ObjectID($0, at: end + 1) }
      entries.append(TreeEntry(name: bytes[(space + 1)..<end], mode: mode, id: id))
      at = end + 1 + ObjectID.byteCount
    }
    return entries
  }

  private static func octal(_ digits: ArraySlice<UInt8>) -> UInt32? {
    var value: UInt32 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit), value < 1 << 28 else { return nil }
      value = value << 3 | UInt32(digit - UInt8(ascii: "0"))
    }
    return digits.isEmpty ? nil : value
  }
}

extension FileKind {
  /// Converts a mode of a tree or of the index.
  init(gitMode mode: UInt32) {
    switch mode & 0o170000 {
    case 0o040000: self = .folder
    case 0o120000: self = .symbolicLink
    case 0o160000: self = .absentSubmodule
    default: self = mode & 0o100 == 0 ? .file : .executable
    }
  }
}
