import Base
import Store

/// Gathers what a worker gets, each thing where it lies here.
struct WorkerTree {
  private(set) var tree = ActionTree()
  private(set) var files: [ContentDigest: [UInt8]] = [:]
  private let digests: FileDigests

  init(_ digests: FileDigests) {
    self.digests = digests
  }

  /// What is not there is not there on a worker either; what cannot be read must not be missing there.
  /// - `followingLinks` says whether a link comes as what it leads to.
  /// - `isLibrary` says that it is never started itself: servers copy programs and link all else, which is the most of
  ///   what an action costs them.
  mutating func add(
    _ path: [UInt8], at place: [UInt8]? = nil, followingLinks: Bool = false, isLibrary: Bool = false
  ) throws(RemoteError) {
    guard let facts = FileFacts(of: path, followingLinks: followingLinks) else { return }
    let place = place ?? path
    switch facts.kind {
    case .file:
      guard let digest = digests.digest(of: path, facts) else { throw Self.unreadable(path) }
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

  /// The names in a folder, each as what it is: what is added before keeps its content, the rest has none.
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

  /// A product with all that is in it, which must not lead out of it.
  /// - `followingLinks` says whether it may be a link itself.
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
      throw RemoteError(.unsuitable, "\"\(Self.text(place))\" is two things at once")
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
