package import Platform
package import Support

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

/// Lists what patterns match.
package struct FileListing {
  /// What Git and builds keep for themselves; looked into only where a pattern says so by name.
  private static let closed = [".git", ".build"].map { Array($0.utf8) }
  private static let slash = UInt8(ascii: "/")
  /// What a file is listed as that a link leads to, below the link's own name.
  package static let linkedName = Array("->".utf8)

  private let root: [UInt8]
  /// Whether what links lead to is listed as well, as if it lay there.
  private let followsLinks: Bool
  private var found: [RelativePath: ListedFile] = [:]
  /// The folders on the way that a link led to, so that no circle is followed.
  private var behind: Set<FileIdentity> = []

  private struct FileIdentity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private init(root: String, followsLinks: Bool) {
    self.root = Array(root.utf8)
    self.followsLinks = followsLinks
  }

  /// What `patterns` match below the workspace at `root`, sorted by path. nil where a folder cannot be read.
  package static func files(
    matching patterns: [PlacedPattern], root: String, followingLinks: Bool
  ) -> [ListedFile]? {
    var listing = FileListing(root: root, followsLinks: followingLinks)
    for (start, patterns) in Dictionary(grouping: patterns, by: \.start) {
      let isOpen = start.components.contains { part in closed.contains { $0.elementsEqual(part) } }
      guard listing.add(start, patterns, opensAll: isOpen, isBehindLink: false) else { return nil }
    }
    return listing.found.values.sorted { $0.path < $1.path }
  }

  private func absolute(_ path: RelativePath) -> [UInt8] {
    path.isRoot ? root : root + [Self.slash] + path.bytes
  }

  private mutating func add(
    _ path: RelativePath, _ patterns: [PlacedPattern], opensAll: Bool, isBehindLink: Bool
  ) -> Bool {
    guard let facts = FileFacts(of: absolute(path)) else { return true }
    let isWanted = patterns.contains { $0.covers(path) }
    func keep(_ kind: ListedFile.Kind, _ facts: FileFacts, isBehindLink: Bool = isBehindLink) {
      guard isWanted else { return }
      found[path] = ListedFile(path: path, kind: kind, facts: facts, isBehindLink: isBehindLink)
    }
    switch facts.kind {
    case .file: keep(.file, facts)
    case .other: keep(.other, facts)
    case .link:
      guard let target = ByteFiles.linkTarget(at: absolute(path)) else { return false }
      keep(.link(target), facts)
      return followsLinks ? addBehind(path, patterns, opensAll) : true
    case .folder:
      guard let isEmpty = addContents(of: path, patterns, opensAll, isBehindLink) else { return false }
      if isEmpty { keep(.emptyFolder, facts) }
    }
    return true
  }

  /// nil where it cannot be read; else whether there is nothing in it.
  private mutating func addContents(
    of folder: RelativePath, _ patterns: [PlacedPattern], _ opensAll: Bool, _ isBehindLink: Bool
  ) -> Bool? {
    var names: [[UInt8]] = []
    do throws(DiskError) {
      let reader = try FolderReader(absolute(folder), followingLinks: isBehindLink)
      try reader.forEachName { name, _ in names.append(Array(name)) }
    } catch {
      return nil
    }
    if !opensAll { names.removeAll { Self.closed.contains($0) } }
    for name in names {
      let path = folder.appending(RelativePath(unchecked: name))
      guard add(path, patterns, opensAll: opensAll, isBehindLink: isBehindLink) else { return nil }
    }
    return names.isEmpty
  }

  /// What a link leads to, under the link's own name.
  private mutating func addBehind(
    _ link: RelativePath, _ patterns: [PlacedPattern], _ opensAll: Bool
  ) -> Bool {
    guard let facts = FileFacts(of: absolute(link), followingLinks: true) else { return true }
    switch facts.kind {
    case .file:
      let inside = link.appending(RelativePath(unchecked: Self.linkedName))
      if patterns.contains(where: { $0.covers(link) }) {
        found[inside] = ListedFile(path: inside, kind: .file, facts: facts, isBehindLink: true)
      }
      return true
    case .folder:
      let identity = FileIdentity(device: facts.device, inode: facts.inode)
      guard behind.insert(identity).inserted else { return true }
      defer { behind.remove(identity) }
      return addContents(of: link, patterns, opensAll, true) != nil
    case .link, .other: return true
    }
  }
}
