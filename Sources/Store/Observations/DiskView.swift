package import Base

/// A view of files: those on disk, or those of a file tree.
package protocol SeenView: Sendable {
  /// Returns the state of a place, or nil when it cannot be read.
  func state(of place: SeenPlace, _ aspect: Aspect) -> SeenState?
}

/// The states that were read so far, so that nothing is read twice.
package final class DiskMemory: Sendable {
  struct Question: Hashable {
    let path: [UInt8]
    let aspect: Aspect
  }

  private let known = Guarded<[Question: SeenState?]>([:])

  package init() {}

  func state(_ question: Question, or look: () -> SeenState?) -> SeenState? {
    if let state = known.with({ $0[question] }) { return state }
    let state = look()
    known.with { $0[question] = .some(state) }
    return state
  }
}

/// The view of the real disk.
package struct DiskView: SeenView {
  /// The limit on files below a folder. No test depends on so many files, and reading them again would take longer than
  /// the test.
  private static let largestTree = 100_000
  /// A folder that builds make in one clone and not in the next.
  private static let unseen = Array(".build".utf8)

  /// Returns true for a name that lists of names and trees leave out.
  static func leavesOut(_ name: ArraySlice<UInt8>) -> Bool { name.elementsEqual(unseen) }

  private let root: [UInt8]
  private let products: [UInt8]?
  private let home: [UInt8]?
  private let beside: (@Sendable (RelativePath) -> [UInt8])?
  private let memory: DiskMemory

  /// `root` is the workspace's folder, `products` the folder of a package's products, and `home` the home folder of the
  /// tests' user. `beside` returns the path of a place beside the repository, where `root` is not the place at which the
  /// workspace lies.
  package init(
    root: String, products: String? = nil, home: String? = nil,
    beside: (@Sendable (RelativePath) -> [UInt8])? = nil, memory: DiskMemory
  ) {
    self.root = Array(root.utf8)
    self.products = products.map { Array($0.utf8) }
    self.home = home.map { Array($0.utf8) }
    self.beside = beside
    self.memory = memory
  }

  package func state(of place: SeenPlace, _ aspect: Aspect) -> SeenState? {
    guard let path = path(of: place) else { return nil }
    return memory.state(.init(path: path, aspect: aspect)) { Self.state(at: path, aspect) }
  }

  /// Returns the path of a place, or nil for products or a home when there is none.
  package func path(of place: SeenPlace) -> [UInt8]? {
    switch place {
    case .workspace(let path): Self.path(path, below: root)
    case .product(let path): products.map { Self.path(path, below: $0) }
    case .home(let path): home.map { Self.path(path, below: $0) }
    case .outside(let path): path
    case .beside(let path): beside?(path) ?? Self.slash + RelativePath(root).appending(path).bytes
    }
  }

  private static func path(_ path: RelativePath, below folder: [UInt8]) -> [UInt8] {
    path.isRoot ? folder : folder + slash + path.bytes
  }

  private static let slash = [UInt8(ascii: "/")]
}

// MARK: Looking

extension DiskView {
  private static func state(at path: [UInt8], _ aspect: Aspect) -> SeenState? {
    switch aspect {
    case .content: content(at: path)
    case .kind: kind(at: path, followingLinks: true)
    case .linkKind: kind(at: path, followingLinks: false)
    case .names: names(at: path)
    case .target: ByteFiles.linkTarget(at: path).map { .target($0) } ?? kind(at: path, followingLinks: false)
    case .tree: tree(at: path)
    }
  }

  private static func kind(at path: [UInt8], followingLinks: Bool) -> SeenState {
    guard let facts = FileFacts(of: path, followingLinks: followingLinks) else { return .absent }
    return .kind(mode: facts.mode, size: facts.size)
  }

  private static func content(at path: [UInt8]) -> SeenState? {
    guard let facts = FileFacts(of: path, followingLinks: true) else { return .absent }
    guard facts.kind == .file else { return .kind(mode: facts.mode, size: facts.size) }
    let hash = SHA256()
    let isWhole = ByteFiles.forEachPiece(of: path, followingLinks: true) { hash.update($0) }
    return isWhole ? .file(hash.finish(), isExecutable: facts.isExecutable) : nil
  }

  private static func names(at path: [UInt8]) -> SeenState? {
    let state = kind(at: path, followingLinks: true)
    guard state == .folder else { return state }
    return seenNames(in: path).map(SeenState.names)
  }

  /// Returns nil when the folder cannot be listed.
  private static func seenNames(in folder: [UInt8]) -> [(name: [UInt8], kind: FileFacts.Kind)]? {
    var names: [(name: [UInt8], kind: FileFacts.Kind)] = []
    do throws(DiskError) {
      let reader = try FolderReader(folder, followingLinks: true)
      try reader.forEachName { bytes, kind in
        guard !bytes.elementsEqual(unseen), let kind = kind ?? reader.facts(of: bytes)?.kind else { return }
        names.append((Array(bytes), kind))
      }
    } catch {
      return nil
    }
    return names
  }

  /// Returns nil when there are too many files, or when one cannot be read.
  private static func tree(at path: [UInt8]) -> SeenState? {
    var writer = ByteWriter()
    var room = largestTree
    func add(_ path: [UInt8], _ name: [UInt8]) -> Bool {
      room -= 1
      guard room > 0 else { return false }
      writer.data(name)
      let facts = FileFacts(of: path)
      guard facts?.kind == .folder else {
        let aspect: Aspect = facts?.kind == .link ? .target : .content
        guard let state = state(at: path, aspect) else { return false }
        writer.raw(state.digest.bytes)
        return true
      }
      guard let names = seenNames(in: path)?.map(\.name).sorted(by: { $0.lexicographicallyPrecedes($1) })
      else {
        return false
      }
      writer.count(names.count)
      return names.allSatisfy { add(path + slash + $0, $0) }
    }
    return add(path, []) ? .tree(writer.bytes) : nil
  }
}

/// The state of an aspect of a place. Equal states look the same to a test.
package struct SeenState: Hashable, Sendable {
  package let digest: SHA256Digest

  package init(digest: SHA256Digest) { self.digest = digest }

  private init(_ kind: StaticString, _ bytes: [UInt8] = []) {
    let text = kind.withUTF8Buffer { Array($0) }
    digest = SHA256.digest(of: text + [0] + bytes)
  }

  package static let absent = SeenState("absent")
  package static let folder = SeenState("folder")
  package static let link = SeenState("link")
  /// A pipe, a socket, or a device.
  static let other = SeenState("other")
  /// A file that was there and that nobody read again. No view has this state.
  static let unread = SeenState("unread")

  static func file(_ content: SHA256Digest, isExecutable: Bool) -> SeenState {
    SeenState(isExecutable ? "program" : "file", content.bytes)
  }

  package static func file(_ bytes: [UInt8], isExecutable: Bool) -> SeenState {
    file(SHA256.digest(of: bytes), isExecutable: isExecutable)
  }

  package static func fileKind(size: Int, isExecutable: Bool) -> SeenState {
    SeenState(isExecutable ? "sized program" : "sized file", Array(String(size).utf8))
  }

  /// Makes the state of a folder's names. A listing tells the kind of each name, too.
  package static func names(_ names: [(name: [UInt8], kind: FileFacts.Kind)]) -> SeenState {
    let lines = names.map { $0.name + [0, $0.kind.tag] }
    return SeenState("names", Array(lines.sorted { $0.lexicographicallyPrecedes($1) }.joined()))
  }

  package static func target(_ target: [UInt8]) -> SeenState { SeenState("target", target) }

  static func tree(_ lines: [UInt8]) -> SeenState { SeenState("tree", lines) }

  /// Makes the state of what `stat` says about a file.
  static func kind(mode: UInt32, size: Int) -> SeenState {
    switch FileFacts.kind(ofMode: mode) {
    case .file: fileKind(size: size, isExecutable: FileFacts.isExecutable(mode))
    case .folder: folder
    case .link: link
    case .other: other
    }
  }
}

extension FileFacts.Kind {
  fileprivate var tag: UInt8 {
    switch self {
    case .file: UInt8(ascii: "f")
    case .folder: UInt8(ascii: "d")
    case .link: UInt8(ascii: "l")
    case .other: UInt8(ascii: "o")
    }
  }
}

extension SeenState: ByteCodable {
  package func write(to writer: inout ByteWriter) { digest.write(to: &writer) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(digest: try reader.value())
  }
}
