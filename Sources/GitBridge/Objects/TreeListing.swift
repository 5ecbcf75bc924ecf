import Base
import CGit2

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
  func tree(_ id: ObjectID) throws(GitError) -> [TreeEntry] {
    guard let object = try object(id) else {
      throw GitError(.missingObject, "the tree \(id.hex) is not in this clone")
    }
    guard object.type == GIT_OBJECT_TREE, let entries = TreeEntry.list(object.bytes) else {
      throw GitError(.corruptRepository, "the object \(id.hex) is not a readable tree")
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
