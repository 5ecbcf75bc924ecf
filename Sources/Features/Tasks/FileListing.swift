import Base

/// A file on the disk that a task's pattern matches. Git may ignore it.
struct ListedFile: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case file
    /// A symbolic link, with its target.
    case link([UInt8])
    /// A folder that holds nothing.
    case emptyFolder
    case other
  }

  /// Relative to the workspace.
  let path: RelativePath
  let kind: Kind
  /// The facts of the file itself. Behind a link, the facts of the link's target.
  let facts: FileFacts
  /// True when the path leads through a symbolic link, so that the file is not part of the tree.
  let isBehindLink: Bool
}

/// The reason that the files of a pattern cannot be listed.
enum ListingObstacle: Error, Sendable, Hashable {
  case unreadable
  case tooMuchBehindLinks

  var words: String {
    switch self {
    case .unreadable: "some of its inputs cannot be read"
    case .tooMuchBehindLinks:
      "its inputs include more than \(FileListing.mostBehindLinks) files behind symbolic links"
    }
  }
}

/// Lists the files that patterns match.
struct FileListing {
  /// Links to neighbouring folders multiply: ten folders that link to one another give millions of paths.
  static let mostBehindLinks = 50_000

  /// Folders of Git and of builds. The listing skips them unless a pattern names them.
  private static let closed: [RelativePath] = [".git", ".build"]
  private static let slash = UInt8(ascii: "/")
  /// The name for a file that a link leads to. It stands below the link: `current/->`.
  static let linkedName = Array("->".utf8)

  private let root: [UInt8]
  /// True when the targets of links are listed too, as if they lay at the link's place.
  private let followsLinks: Bool
  /// Returns true for a path to skip, with everything below it.
  private let isLeftOut: (RelativePath) -> Bool
  private var found: [RelativePath: ListedFile] = [:]
  /// The linked folders on the current path, so that a circle of links ends.
  private var behind: Set<FileIdentity> = []
  /// Folders behind links that were listed completely. Listing them once is enough, since the link's target is listed
  /// too.
  private var whole: [Bool: Set<FileIdentity>] = [:]
  private let mostBehindLinks: Int
  private var countBehind = 0

  private struct FileIdentity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  /// Returns the files that `patterns` match below the workspace at `root`, sorted by path.
  static func files(
    matching patterns: [PlacedPattern], root: String, followingLinks: Bool,
    mostBehindLinks: Int = mostBehindLinks,
    leavingOut isLeftOut: @escaping (RelativePath) -> Bool = { _ in false }
  ) throws(ListingObstacle) -> [ListedFile] {
    var listing = FileListing(
      root: Array(root.utf8), followsLinks: followingLinks, isLeftOut: isLeftOut,
      mostBehindLinks: mostBehindLinks)
    // A fixed order, so that a folder behind two links is always listed under the same name.
    for (start, patterns) in Dictionary(grouping: patterns, by: \.start).sorted(by: { $0.key < $1.key }) {
      let isOpen = start.components.contains { part in closed.contains { $0.bytes.elementsEqual(part) } }
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
    // Outputs never lie behind a link, so the filter does not apply there.
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

  /// Returns true when the folder holds nothing at all.
  private mutating func addContents(
    of folder: RelativePath, _ patterns: [PlacedPattern], _ opensAll: Bool, _ isBehindLink: Bool
  ) throws(ListingObstacle) -> Bool {
    var names: [RelativePath] = []
    do throws(DiskError) {
      let reader = try FolderReader(absolute(folder), followingLinks: isBehindLink)
      try reader.forEachName { name, _ in names.append(RelativePath(unchecked: Array(name))) }
    } catch {
      throw .unreadable
    }
    // A folder with only `.git` is a repository, and does not count as empty.
    let isEmpty = names.isEmpty
    if !opensAll { names.removeAll { Self.closed.contains($0) } }
    for name in names.sorted() {
      try add(folder.appending(name), patterns, opensAll: opensAll, isBehindLink: isBehindLink)
    }
    return isEmpty
  }

  /// Adds the target of a link, under the link's own name.
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
