import Base

/// Compares two trees by walking them together. Equal subtrees are not opened.
struct TreeComparison {
  let handle: GitHandle
  private(set) var differences: [FileChange] = []

  /// Compares two trees. nil stands for the empty tree.
  mutating func compare(_ old: ObjectID?, _ new: ObjectID?, below folder: [UInt8] = []) throws(GitError) {
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

  private func entries(of tree: ObjectID?) throws(GitError) -> [TreeEntry] {
    guard let tree else { return [] }
    return try handle.tree(tree)
  }

  /// When both entries are given, they have the same name, and both are folders or neither is.
  private mutating func report(_ old: TreeEntry?, _ new: TreeEntry?, below folder: [UInt8]) throws(GitError) {
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
  static func check(_ folder: [UInt8]) throws(GitError) {
    // Every level has at least a letter and a slash.
    guard folder.count > 2 * limit, folder.count(where: { $0 == UInt8(ascii: "/") }) > limit else { return }
    let start = Text.escapingInvalidUTF8(folder.prefix(40))
    throw GitError(.unsupportedRepository, "folders are nested more than \(limit) deep: '\(start)...'")
  }
}
