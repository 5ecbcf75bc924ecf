import Base

/// Compares a tree with the index by walking both. Subtrees that the index remembers are not opened.
struct IndexComparison {
  let handle: GitHandle
  let index: GitIndex
  private(set) var differences: [FileChange] = []

  /// Compares with a tree. nil stands for the empty tree.
  mutating func compare(_ tree: ObjectID?) throws(GitError) {
    try compare(tree, index.entries.indices, below: [], node: index.cacheTree?.root)
  }

  private mutating func compare(
    _ tree: ObjectID?, _ range: Range<Int>, below folder: [UInt8], node: CacheTree.Node?
  ) throws(GitError) {
    if let tree, node?.tree == tree { return }
    try TreeDepth.check(folder)
    let entries: [TreeEntry] = if let tree { try handle.tree(tree) } else { [] }
    let nodes = node.flatMap { index.cacheTree?.children(of: $0) } ?? [:]
    var items = IndexItems(index, range, prefix: folder.count)
    var item = items.next()
    var next = entries.startIndex
    while next < entries.endIndex || item != nil {
      let entry = next < entries.endIndex ? entries[next] : nil
      let takesEntry = entry.map { entry in item.map { !($0.order < entry.order) } ?? true } ?? false
      let takesItem = item.map { item in entry.map { !($0.order < item.order) } ?? true } ?? false
      let node = (entry?.name ?? item?.order.name).flatMap { nodes[$0] }
      try report(
        takesEntry ? entry : nil, takesItem ? item : nil, below: folder, node: takesItem ? node : nil)
      if takesEntry { next += 1 }
      if takesItem { item = items.next() }
    }
  }

  private mutating func report(
    _ entry: TreeEntry?, _ item: IndexItems.Item?, below folder: [UInt8], node: CacheTree.Node?
  ) throws(GitError) {
    guard let name = entry?.name ?? item?.order.name else { return }
    let path = folder + name
    if entry?.kind == .folder || item?.order.isFolder == true {
      try compare(
        entry?.id, item?.range ?? 0..<0, below: path + [UInt8(ascii: "/")],
        node: entry == nil ? nil : node)
    } else {
      let staged = item.map { index.entries[$0.range.lowerBound] }
      // An intended entry has no content yet, so it counts as absent.
      let new = staged?.isIntent == true ? nil : staged?.version
      FileChange(path: RelativePath(unchecked: path), origin: .staged, old: entry?.version, new: new)
        .map { differences.append($0) }
    }
  }
}

/// The direct children of one folder of the index, in Git's order.
private struct IndexItems {
  struct Item {
    let order: EntryOrder
    let range: Range<Int>
  }

  private let index: GitIndex
  private let prefix: Int
  private var rest: Range<Int>

  init(_ index: GitIndex, _ range: Range<Int>, prefix: Int) {
    self.index = index
    self.prefix = prefix
    rest = range
  }

  mutating func next() -> Item? {
    guard let first = rest.first else { return nil }
    let name = index.path(at: first).dropFirst(prefix)
    guard let slash = name.firstIndex(of: UInt8(ascii: "/")) else {
      rest = (first + 1)..<rest.upperBound
      return Item(order: EntryOrder(name: name, isFolder: false), range: first..<(first + 1))
    }
    let folder = name[..<slash]
    let range = index.folderRange(of: Array(folder), in: rest, after: prefix)
    // A valid index keeps a folder's files together. In a damaged one the loop still makes progress.
    rest = max(range.upperBound, first + 1)..<rest.upperBound
    return Item(order: EntryOrder(name: folder, isFolder: true), range: range)
  }
}
