import Base
import Store

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
