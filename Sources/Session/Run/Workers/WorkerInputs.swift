import Base
import Store

/// What of the workspace a test module gets when it runs on a worker.
struct WorkerInputs {
  /// The files that its key holds.
  let declared: [RelativePath]
  /// Everything else that it looked at.
  let seen: [RelativePath]
  /// The folders that it listed. Of what lies in them and was not looked at nothing but the name counts.
  let listed: [RelativePath]
  /// The names of what it looked at among its products.
  let products: Set<String>

  /// nil for a module that looks at something that a worker would not have, or not as it is here.
  /// - `company` are the names of what is sent of its products, `view` is the disk as it is now.
  init?(
    declared: [RelativePath], _ observation: Observation, company: Set<String>, _ view: DiskView,
    _ ground: WorkerGround
  ) {
    var (seen, listed, products) = ([RelativePath](), [RelativePath](), Set<String>())
    for sight in observation.sights {
      switch sight.place {
      case .home, .outside: return nil
      case .product(let path):
        guard sight.isSent(at: path, with: company) else { return nil }
        if let name = path.components.first { products.insert(String(decoding: name, as: UTF8.self)) }
      case .workspace(let path):
        guard !path.isOutside, sight.aspect != .tree else { return nil }
        if sight.aspect == .names {
          // Nobody knows what it would do with what is new there.
          guard view.state(of: sight.place, .names) == sight.state else { return nil }
          listed.append(path)
        } else {
          // What Git ignores is nobody else's business.
          guard sight.isStill(ground.kind(of: path), view), sight.cover != .foreign || ground.mayBeShown(path)
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

/// What lies here, for whoever decides what others get of it.
struct WorkerGround: Sendable {
  /// The workspace's absolute path.
  let root: String
  /// Whether a place in the workspace is one that is shared by way of Git, or there is nothing.
  let mayBeShown: @Sendable (RelativePath) -> Bool

  /// nil when there is nothing; links are not followed.
  fileprivate func kind(of path: RelativePath) -> FileFacts.Kind? {
    FileFacts(of: WorkerTree.path(path.bytes, in: Array(root.utf8)))?.kind
  }
}

extension Observation.Sight {
  /// Whether it is among the products that are sent, or was nowhere. The folder of the program itself is listed by
  /// whoever asks Foundation for a bundle.
  fileprivate func isSent(at path: RelativePath, with company: Set<String>) -> Bool {
    if state == .absent { return true }
    guard aspect != .tree, let name = path.components.first else { return aspect != .tree }
    return company.contains(String(decoding: name, as: UTF8.self))
  }

  /// Whether what is there now is of a kind that is sent whole: a file may be another one by now, but a folder that was
  /// none would be empty, and a link would lead nowhere.
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

extension RelativePath {
  /// Whether it leads out of where it begins.
  fileprivate var isOutside: Bool { components.first.map { $0.elementsEqual("..".utf8) } ?? false }
}

/// What files hold, each read once as long as it stays as it is: test modules share most of what they need.
final class FileDigests: Sendable {
  private struct Stamp: Hashable {
    let device: UInt64
    let inode: UInt64
    let size: Int
    let modified: FileTime
    /// Which nobody can set back.
    let changed: FileTime
  }

  private let known = Guarded<[Stamp: ContentDigest]>([:])

  /// nil when it cannot be read to its end.
  func digest(of path: [UInt8], _ facts: FileFacts) -> ContentDigest? {
    let stamp = Stamp(
      device: facts.device, inode: facts.inode, size: facts.size, modified: facts.modified,
      changed: facts.changed)
    if let digest = known.with({ $0[stamp] }) { return digest }
    let hash = SHA256()
    var size = 0
    let isWhole = ByteFiles.forEachPiece(of: path, followingLinks: true) { piece in
      hash.update(piece)
      size += piece.count
    }
    guard isWhole else { return nil }
    let digest = ContentDigest(hash: hash.finish(), size: size)
    known.with { $0[stamp] = digest }
    return digest
  }
}

/// The files of a workspace that others get by way of Git, or will: not what Git ignores.
final class SharedFiles: Sendable {
  private let root: String
  private let tree: SubTree
  private let known = Guarded<Set<RelativePath>?>(nil)

  init(_ preparation: RunPreparation) {
    root = preparation.pipeline.workspace.location.root
    tree = preparation.pipeline.workspace.tree
  }

  /// Whether a file is among them; of a folder, and of what is not there, there is nothing to be seen.
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
