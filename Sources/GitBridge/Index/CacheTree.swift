import Base

/// The trees that the index remembers from its last commit or checkout, except where something was staged since. Equal
/// ids make it unnecessary to compare the contents.
struct CacheTree: Sendable {
  struct Node: Sendable {
    let name: [UInt8]
    /// The tree's id, or nil when something below it was staged since.
    let tree: ObjectID?
    let children: Range<Int>
  }

  /// The nodes. The first is the root, and the children of a node are neighbours.
  let nodes: [Node]

  var root: Node? { nodes.first }

  func children(of node: Node) -> [ArraySlice<UInt8>: Node] {
    Dictionary(nodes[node.children].map { ($0.name[...], $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the tree of a folder, or nil when the index does not remember it.
  func tree(at folder: RelativePath) -> ObjectID? {
    guard var node = root else { return nil }
    for component in folder.components {
      // Git sorts siblings by length and then by bytes. In any other order some would not be found, which only costs
      // time.
      let siblings = nodes[node.children]
      let at = siblings.partitionPoint { !Self.sortsBefore($0.name[...], component) }
      guard at < siblings.endIndex, siblings[at].name.elementsEqual(component) else { return nil }
      node = siblings[at]
    }
    return node.tree
  }

  private static func sortsBefore(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }
}

extension CacheTree {
  /// One record of the file. Records are in depth-first order, a node before its children.
  private struct Record {
    let name: [UInt8]
    let tree: ObjectID?
    let childCount: Int
    var children: [Int] = []
  }

  /// Parses the index's `TREE` extension. Returns nil when it is damaged, which only costs time.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let records = Self.records(bytes), !records.isEmpty else { return nil }
    // The order is breadth first, so that siblings become neighbours.
    var nodes: [Node] = []
    var order = [0]
    var next = 0
    while next < order.count {
      let record = records[order[next]]
      let start = order.count
      order.append(contentsOf: record.children)
      nodes.append(Node(name: record.name, tree: record.tree, children: start..<order.count))
      next += 1
    }
    self.nodes = nodes
  }

  private static func records(_ bytes: UnsafeRawBufferPointer) -> [Record]? {
    var records: [Record] = []
    // The records that wait for children, with the number of missing ones.
    var open: [(record: Int, missing: Int)] = []
    var at = 0
    while at < bytes.count {
      guard let nameEnd = bytes[at...].firstIndex(of: 0),
        let countEnd = bytes[nameEnd...].firstIndex(of: UInt8(ascii: " ")),
        let lineEnd = bytes[countEnd...].firstIndex(of: UInt8(ascii: "\n")),
        let entryCount = Int(String(decoding: bytes[(nameEnd + 1)..<countEnd], as: UTF8.self)),
        let childCount = Int(String(decoding: bytes[(countEnd + 1)..<lineEnd], as: UTF8.self)),
        childCount >= 0
      else { return nil }
      let name = Array(bytes[at..<nameEnd])
      at = lineEnd + 1
      var tree: ObjectID?
      if entryCount >= 0 {
        guard at + ObjectID.byteCount <= bytes.count else { return nil }
        tree = ObjectID(bytes, at: at)
        at += ObjectID.byteCount
      }
      guard records.isEmpty || !open.isEmpty else { return nil }
      records.append(Record(name: name, tree: tree, childCount: childCount))
      attach(records.count - 1, to: &records, open: &open)
    }
    return open.isEmpty ? records : nil
  }

  private static func attach(
    _ record: Int, to records: inout [Record], open: inout [(record: Int, missing: Int)]
  ) {
    if let parent = open.indices.last {
      records[open[parent].record].children.append(record)
      open[parent].missing -= 1
      if open[parent].missing == 0 { open.removeLast() }
    }
    if records[record].childCount > 0 { open.append((record, records[record].childCount)) }
  }
}

/// Compares a tree with the index by walking both. Subtrees that the index remembers are not opened.
struct IndexComparison {
  let handle: GitHandle
  let index: GitIndex
  private(set) var differences: [FileChange] = []

  /// Compares with a tree. nil stands for the empty tree.
  mutating func compare(_ tree: ObjectID?) throws(Failure) {
    try compare(tree, index.entries.indices, below: [], node: index.cacheTree?.root)
  }

  private mutating func compare(
    _ tree: ObjectID?, _ range: Range<Int>, below folder: [UInt8], node: CacheTree.Node?
  ) throws(Failure) {
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
  ) throws(Failure) {
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
