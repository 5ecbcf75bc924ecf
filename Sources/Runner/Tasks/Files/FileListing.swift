package import Base

/// Something that patterns of a task match on the disk, whatever Git says of it.
package struct ListedFile: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case file
    /// Where it leads.
    case link([UInt8])
    /// One in which nothing lies that is looked at.
    case emptyFolder
    case other
  }

  /// As seen from the workspace.
  package let path: RelativePath
  package let kind: Kind
  /// Of itself; of a file behind a link that one's.
  package let facts: FileFacts
  /// Whether a link leads here, so that it is no file of the tree.
  package let isBehindLink: Bool
}

/// Why what patterns match cannot be listed.
package enum ListingObstacle: Error, Sendable, Hashable {
  case unreadable
  case tooMuchBehindLinks

  package var words: String {
    switch self {
    case .unreadable: "not all of its inputs can be read"
    case .tooMuchBehindLinks:
      "more than \(FileListing.mostBehindLinks) files lie behind symbolic links among its inputs"
    }
  }
}

/// Lists what patterns match.
package struct FileListing {
  /// Links to links to one's own neighbours can be more than anybody can count.
  package static let mostBehindLinks = 50_000

  /// What Git and builds keep for themselves; looked into only where a pattern says so by name.
  private static let closed = [".git", ".build"].map { Array($0.utf8) }
  private static let slash = UInt8(ascii: "/")
  /// What a file is listed as that a link leads to, below the link's own name.
  package static let linkedName = Array("->".utf8)

  private let root: [UInt8]
  /// Whether what links lead to is listed as well, as if it lay there.
  private let followsLinks: Bool
  /// What is not looked at, nor what lies below it.
  private let isLeftOut: (RelativePath) -> Bool
  private var found: [RelativePath: ListedFile] = [:]
  /// The folders on the way that a link led to, so that no circle is followed.
  private var behind: Set<FileIdentity> = []
  /// Those of which all that lies in them was listed: under one name is enough, since where links lead is listed as well.
  private var whole: [Bool: Set<FileIdentity>] = [:]
  private let mostBehindLinks: Int
  private var countBehind = 0

  private struct FileIdentity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private init(
    root: String, followsLinks: Bool, _ mostBehindLinks: Int,
    _ isLeftOut: @escaping (RelativePath) -> Bool
  ) {
    self.mostBehindLinks = mostBehindLinks
    self.root = Array(root.utf8)
    self.followsLinks = followsLinks
    self.isLeftOut = isLeftOut
  }

  /// What `patterns` match below the workspace at `root`, sorted by path.
  package static func files(
    matching patterns: [PlacedPattern], root: String, followingLinks: Bool,
    mostBehindLinks: Int = mostBehindLinks,
    leavingOut isLeftOut: @escaping (RelativePath) -> Bool = { _ in false }
  ) throws(ListingObstacle) -> [ListedFile] {
    var listing = FileListing(root: root, followsLinks: followingLinks, mostBehindLinks, isLeftOut)
    // In one order, so that what two links lead to is listed under the same name every time.
    for (start, patterns) in Dictionary(grouping: patterns, by: \.start).sorted(by: { $0.key < $1.key }) {
      let isOpen = start.components.contains { part in closed.contains { $0.elementsEqual(part) } }
      try listing.add(start, patterns, opensAll: isOpen, isBehindLink: false)
    }
    return listing.found.values.sorted { $0.path < $1.path }
  }

  private func absolute(_ path: RelativePath) -> [UInt8] {
    path.isRoot ? root : root + [Self.slash] + path.bytes
  }

  private mutating func add(
    _ path: RelativePath, _ patterns: [PlacedPattern], opensAll: Bool, isBehindLink: Bool
  ) throws(ListingObstacle) {
    // No output lies behind a link.
    guard isBehindLink || !isLeftOut(path), let facts = FileFacts(of: absolute(path)) else { return }
    if isBehindLink { try countOneBehind() }
    let isWanted = patterns.contains { $0.covers(path) }
    func keep(_ kind: ListedFile.Kind) {
      guard isWanted else { return }
      found[path] = ListedFile(path: path, kind: kind, facts: facts, isBehindLink: isBehindLink)
    }
    switch facts.kind {
    case .file: keep(.file)
    case .other: keep(.other)
    case .link:
      guard let target = ByteFiles.linkTarget(at: absolute(path)) else { throw .unreadable }
      keep(.link(target))
      if followsLinks { try addBehind(path, patterns, opensAll, isWanted: isWanted) }
    case .folder:
      if try addContents(of: path, patterns, opensAll, isBehindLink) { keep(.emptyFolder) }
    }
  }

  private mutating func countOneBehind() throws(ListingObstacle) {
    countBehind += 1
    guard countBehind <= mostBehindLinks else { throw .tooMuchBehindLinks }
  }

  /// Returns whether there is nothing in it.
  private mutating func addContents(
    of folder: RelativePath, _ patterns: [PlacedPattern], _ opensAll: Bool, _ isBehindLink: Bool
  ) throws(ListingObstacle) -> Bool {
    var names: [[UInt8]] = []
    do throws(DiskError) {
      let reader = try FolderReader(absolute(folder), followingLinks: isBehindLink)
      try reader.forEachName { name, _ in names.append(Array(name)) }
    } catch {
      throw .unreadable
    }
    // A repository lies in a folder that holds no more than `.git`.
    let isEmpty = names.isEmpty
    if !opensAll { names.removeAll { Self.closed.contains($0) } }
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let path = folder.appending(RelativePath(unchecked: name))
      try add(path, patterns, opensAll: opensAll, isBehindLink: isBehindLink)
    }
    return isEmpty
  }

  /// What a link leads to, under the link's own name.
  private mutating func addBehind(
    _ link: RelativePath, _ patterns: [PlacedPattern], _ opensAll: Bool, isWanted: Bool
  ) throws(ListingObstacle) {
    guard let facts = FileFacts(of: absolute(link), followingLinks: true) else { return }
    switch facts.kind {
    case .file:
      guard isWanted else { return }
      let inside = link.appending(RelativePath(unchecked: Self.linkedName))
      found[inside] = ListedFile(path: inside, kind: .file, facts: facts, isBehindLink: true)
    case .folder:
      guard isWanted || patterns.contains(where: { $0.mayMatch(below: link) }) else { return }
      let identity = FileIdentity(device: facts.device, inode: facts.inode)
      if isWanted {
        guard whole[opensAll, default: []].insert(identity).inserted else { return }
        _ = try addContents(of: link, patterns, opensAll, true)
      } else {
        guard behind.insert(identity).inserted else { return }
        defer { behind.remove(identity) }
        _ = try addContents(of: link, patterns, opensAll, true)
      }
    case .link, .other: return
    }
  }
}
