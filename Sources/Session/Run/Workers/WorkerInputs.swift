import Base
import Runner
import Store

/// The files of the workspace that a test module gets on a worker.
struct WorkerInputs {
  /// The files that its key holds.
  let declared: [RelativePath]
  /// All other files that it looked at.
  let seen: [RelativePath]
  /// The folders that it listed. Files there that it did not read are sent by name alone.
  let listed: [RelativePath]
  /// The names of the products that it looked at.
  let products: Set<String>

  /// nil for a module that looked at something that a worker lacks or has otherwise.
  /// - `company` are the names of the products that are sent.
  /// - `view` is the disk as it is now.
  init?(
    declared: [RelativePath], _ observation: Observation, company: Set<String>, _ view: DiskView,
    _ context: WorkerContext
  ) {
    var (seen, listed, products) = ([RelativePath](), [RelativePath](), Set<String>())
    for sight in observation.sights {
      switch sight.place {
      case .home, .outside, .beside: return nil
      case .product(let path):
        guard sight.isSent(at: path, with: company) else { return nil }
        if let name = path.components.first { products.insert(String(decoding: name, as: UTF8.self)) }
      case .workspace(let path):
        guard !path.escapesRoot, sight.aspect != .tree else { return nil }
        if sight.aspect == .names {
          // The test may treat new names in the folder differently.
          guard view.state(of: sight.place, .names) == sight.state else { return nil }
          listed.append(path)
        } else {
          // Files that Git ignores may be private.
          guard sight.isStill(context.kind(of: path), view),
            sight.cover != .foreign || context.mayBeShown(path)
          else {
            return nil
          }
          seen.append(path)
        }
      }
    }
    self.declared = declared
    self.seen = seen
    self.listed = listed
    self.products = products
  }
}

/// The files of this machine, and the rule that decides which may be sent.
struct WorkerContext: Sendable {
  /// The workspace's absolute path.
  let root: String
  /// Returns true when a path is shared through Git, or when nothing is there.
  let mayBeShown: @Sendable (RelativePath) -> Bool

  /// Returns nil when nothing is there. Links are not followed.
  fileprivate func kind(of path: RelativePath) -> FileFacts.Kind? {
    FileFacts(of: WorkerTree.path(path.bytes, in: Array(root.utf8)))?.kind
  }
}

extension Observation.Sight {
  /// Returns true when the product is sent, or did not exist. Foundation lists the program's folder to find a bundle.
  fileprivate func isSent(at path: RelativePath, with company: Set<String>) -> Bool {
    if state == .absent { return true }
    guard aspect != .tree, let name = path.components.first else { return aspect != .tree }
    return company.contains(String(decoding: name, as: UTF8.self))
  }

  /// Returns true when the file now there can be sent whole.
  /// A file may have changed. But a folder that was none would be empty on a worker, and a link would lead nowhere.
  fileprivate func isStill(_ kind: FileFacts.Kind?, _ view: DiskView) -> Bool {
    switch kind {
    case nil: true
    case .file: state != .folder && state != .link
    case .folder: state == .folder
    case .link: (aspect == .target || aspect == .linkKind) && view.state(of: place, aspect) == state
    case .other: false
    }
  }
}

/// The files of a workspace that are shared through Git, so not those that Git ignores.
final class SharedFiles: Sendable {
  private let root: String
  private let tree: SubTree
  private let known = Guarded<Set<RelativePath>?>(nil)

  init(_ preparation: RunPreparation) {
    root = preparation.session.workspace.location.root
    tree = preparation.session.workspace.tree
  }

  /// Returns true for such a file, for a folder, and where nothing is.
  @Sendable func contain(_ path: RelativePath) -> Bool {
    let facts = FileFacts(of: Array("\(root)/".utf8) + path.bytes)
    guard let facts, facts.kind != .folder else { return true }
    return known.with { known in
      let files = known ?? Set(((try? tree.files { _, _ in true }) ?? []).map(\.path))
      known = files
      return files.contains(path)
    }
  }
}

/// Collects the files for a worker, each at its path on this machine.
struct WorkerTree {
  private(set) var tree = ActionTree()
  private(set) var files: [ContentDigest: [UInt8]] = [:]
  private let digests: FileDigests

  init(_ digests: FileDigests) {
    self.digests = digests
  }

  /// Adds a file. A missing file is missing on the worker too. An unreadable file is an error.
  /// - `followingLinks`: true when a link is sent as its target.
  /// - `isLibrary`: true when it is never started itself. Servers copy programs and link other files, which is faster.
  mutating func add(
    _ path: [UInt8], at place: [UInt8]? = nil, followingLinks: Bool = false, isLibrary: Bool = false
  ) throws(RemoteError) {
    guard let facts = FileFacts(of: path, followingLinks: followingLinks) else { return }
    let place = place ?? path
    switch facts.kind {
    case .file:
      guard let (hash, size) = digests.digest(of: path, facts) else { throw Self.unreadable(path) }
      let digest = ContentDigest(hash: hash, size: size)
      files[digest] = path
      try add(.file(digest, isExecutable: facts.isExecutable && !isLibrary), place)
    case .folder: try add(.folder, place)
    case .link:
      guard let target = ByteFiles.linkTarget(at: path) else { throw Self.unreadable(path) }
      try add(.link(target: target), place)
    case .other: throw Self.unreadable(path)
    }
  }

  mutating func addFolder(_ place: [UInt8]) throws(RemoteError) { try add(.folder, place) }

  /// Adds the names in a folder, each with its kind. Files added before keep their contents; the others are empty.
  mutating func addNames(in folder: [UInt8]) throws(RemoteError) {
    guard FileFacts(of: folder) != nil else { return }
    try addFolder(folder)
    for name in try Self.names(in: folder) {
      let path = Self.path(name, in: folder)
      guard name != Array(".build".utf8), let facts = FileFacts(of: path) else { continue }
      switch facts.kind {
      case .file: tree.add(.file(ContentDigest(of: []), isExecutable: facts.isExecutable), at: path)
      case .folder, .link: try add(path)
      case .other: throw Self.unreadable(path)
      }
    }
  }

  /// Adds a product with all its files, which must not lead out of it.
  /// - `followingLinks`: true when the product may be a link itself.
  mutating func addProduct(_ path: [UInt8], followingLinks: Bool = true) throws(RemoteError) {
    try add(path, followingLinks: followingLinks)
    let kind = FileFacts(of: path, followingLinks: followingLinks)?.kind
    if kind == .link, ByteFiles.linkTarget(at: path)?.first == UInt8(ascii: "/") {
      throw Self.unreadable(path)
    }
    guard kind == .folder else { return }
    for name in try Self.names(in: path) { try addProduct(Self.path(name, in: path), followingLinks: false) }
  }

  private static func names(in folder: [UInt8]) throws(RemoteError) -> [[UInt8]] {
    do throws(DiskError) {
      return try FolderReader(folder, followingLinks: true).names()
    } catch {
      throw unreadable(folder)
    }
  }

  private mutating func add(_ entry: ActionTree.Entry, _ place: [UInt8]) throws(RemoteError) {
    guard tree.add(entry, at: place) else {
      throw RemoteError(.unsuitable, "\"\(Self.text(place))\" is both a file and a folder")
    }
  }

  private static func unreadable(_ path: [UInt8]) -> RemoteError {
    RemoteError(.unsuitable, "\"\(text(path))\" cannot be sent")
  }

  private static func text(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

  static func path(_ name: [UInt8], in folder: [UInt8]) -> [UInt8] {
    name.isEmpty ? folder : folder + [UInt8(ascii: "/")] + name
  }
}
