import Base
import SwiftSources

/// Describes the system libraries of this machine. A description is remembered until one of the files that were read
/// has another size or time.
package struct SystemLibraries {
  private let environment: [String: String]
  private let workspaceRoot: String
  private let cacheFile: String?
  private var memory: SystemLibraryMemory
  private var isChanged = false

  /// `environment` is SwiftPM's environment. Paths below `workspaceRoot` count by their place in the workspace.
  package init(environment: [String: String], workspaceRoot: String, cacheFolder: String?) {
    self.environment = environment
    self.workspaceRoot = workspaceRoot
    cacheFile = cacheFolder.map { "\($0)/system-libraries-\(SystemLibraryMemory.formatVersion)" }
    memory = SystemLibraryMemory(sealed: cacheFile.flatMap { LocalFiles.read($0) })
  }

  package mutating func library(_ request: SystemLibraryRequest) -> SystemLibrary {
    let name = identity(of: request)
    if let known = memory.records[name], known.holds { return known.library }
    let (record, isCertain) = survey(request)
    if isCertain {
      memory.records[name] = record
      isChanged = true
    }
    return record.library
  }

  package func save() {
    guard isChanged, let cacheFile else { return }
    LocalFiles.replace(cacheFile, with: memory.sealed)
  }
}

extension SystemLibraries {
  /// Returns a digest of everything that decides which files are read.
  private func identity(of request: SystemLibraryRequest) -> String {
    let parts =
      [
        workspaceRoot, request.pkgConfig ?? "", environment["PATH"] ?? "",
        environment["PKG_CONFIG_PATH"] ?? "",
      ]
      + request.includes.map { "\($0.text)\($0.isFolder ? "/" : "") \($0.folder ?? "")" }
    return SHA256.digest(of: Array(parts.joined(separator: "\0").utf8)).description
  }

  /// Describes a library. `isCertain` is false without an answer of pkg-config: the next call may get one.
  private func survey(
    _ request: SystemLibraryRequest
  ) -> (record: SystemLibraryMemory.Record, isCertain: Bool) {
    var watched: [String] = []
    var version: String?
    var flags: [String] = []
    var isCertain = true
    if let name = request.pkgConfig {
      do throws(PkgConfig.NoAnswer) {
        let pkgConfig = try PkgConfig(environment: environment)
        version = try pkgConfig.version(of: name)
        flags = version == nil ? [] : try pkgConfig.flags(of: name)
        watched = [pkgConfig.executable] + (try pkgConfig.searchFolders).flatMap(Self.descriptions)
      } catch {
        isCertain = false
      }
    }
    let folders = flags.filter { $0.hasPrefix("-I") }.map { String($0.dropFirst(2)) }
    let search = HeaderSearch(folders: folders + HeaderSearch.defaultFolders, workspaceRoot: workspaceRoot)
    let found = search.headers(from: request.includes)
    let hash = SHA256()
    for path in found.paths {
      hash.update(Array("\(portable(path))\0\(found.digests[path]?.description ?? "")\0".utf8))
    }
    let library = SystemLibrary(
      version: version, flags: flags.map(portable), headerCount: found.paths.count, headers: hash.finish())
    let stamps = (watched + found.folders.sorted() + found.paths).map { path in
      SystemLibraryMemory.Stamp(path: path, stamp: LocalFiles.stamp(of: path) ?? "")
    }
    return (SystemLibraryMemory.Record(stamps: stamps, library: library), isCertain)
  }

  /// Returns a folder of `.pc` files, and the files in it. The folder's stamp shows that a file was added.
  private static func descriptions(in folder: String) -> [String] {
    [folder] + LocalFiles.names(in: folder).filter { $0.hasSuffix(".pc") }.sorted().map { "\(folder)/\($0)" }
  }

  /// Replaces the workspace's path, so that the text is the same wherever the workspace lies.
  private func portable(_ text: String) -> String {
    text.replacing(workspaceRoot + "/", with: "<workspace>/")
  }
}

/// The known system libraries, with the stamps of all files that were read for them.
struct SystemLibraryMemory {
  static let formatVersion = 4

  struct Stamp: Hashable, Sendable {
    let path: String
    /// The stamp, which is empty when nothing exists at the path.
    let stamp: String
  }

  struct Record: Hashable, Sendable {
    let stamps: [Stamp]
    let library: SystemLibrary

    var holds: Bool { stamps.allSatisfy { (LocalFiles.stamp(of: $0.path) ?? "") == $0.stamp } }
  }

  var records: [String: Record] = [:]
}

extension SystemLibraryMemory {
  private static let form = SealedForm("ambit-system-libraries", version: formatVersion)

  var sealed: [UInt8] { Self.form.seal(records) }

  /// The memory is empty when the bytes are not exactly those that were written.
  init(sealed bytes: [UInt8]?) { records = Self.form.value(in: bytes) ?? [:] }
}

extension SystemLibraryMemory.Stamp: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(path, stamp) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(path: try reader.value(), stamp: try reader.value())
  }
}

extension SystemLibraryMemory.Record: ByteCodable {
  func write(to writer: inout ByteWriter) {
    writer.values(stamps, library.version, library.flags, library.headerCount, library.headers)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      stamps: try reader.value(),
      library: SystemLibrary(
        version: try reader.value(), flags: try reader.value(), headerCount: try reader.value(),
        headers: try reader.value()))
  }
}

/// Follows includes through the headers that lie on this machine.
///
/// All branches of `#if` count, so it finds what the compiler would read, and some more.
struct HeaderSearch {
  /// The folders to search in this order, after the folder of the including header.
  let folders: [String]
  /// The workspace's absolute path. Files below it are left out, since keys hold them already.
  let workspaceRoot: String
  /// The most headers and folders that are read: enough for the largest libraries.
  private static let limit = 5000

  struct Found {
    /// The absolute paths of the headers, sorted.
    var paths: [String] = []
    var digests: [String: SHA256Digest] = [:]
    /// The folders that were searched. A new header in one of them may be found before another.
    var folders: Set<String> = []
  }

  func headers(from names: [SystemLibraryRequest.Name]) -> Found {
    var found = Found()
    var pending = names.flatMap { paths(of: $0, &found) }
    while let path = pending.popLast() {
      guard found.digests[path] == nil, found.digests.count < Self.limit, let bytes = LocalFiles.read(path)
      else { continue }
      found.digests[path] = SHA256.digest(of: bytes)
      for include in CIncludeLexer.includes(in: bytes) where include.isFile {
        let beside = include.form == .quoted ? LocalFiles.folder(of: path) : nil
        if let next = self.path(of: include.path, beside: beside, &found) { pending.append(next) }
      }
    }
    found.paths = found.digests.keys.sorted()
    return found
  }

  /// Returns the files outside of the workspace that a name in the library's own files leads to.
  private func paths(of name: SystemLibraryRequest.Name, _ found: inout Found) -> [String] {
    guard name.isFolder else {
      let path = path(of: name.text, beside: name.folder, &found)
      return path.map { isInWorkspace($0) ? [] : [$0] } ?? []
    }
    let root = name.text.hasPrefix("/") ? name.text : "\(name.folder ?? "")/\(name.text)"
    return isInWorkspace(root) ? [] : headers(below: LocalFiles.resolved(root) ?? root, &found)
  }

  private func headers(below root: String, _ found: inout Found) -> [String] {
    var paths: [String] = []
    var pending = [root]
    while let folder = pending.popLast(), found.folders.count < Self.limit {
      guard found.folders.insert(folder).inserted else { continue }
      for name in LocalFiles.names(in: folder).sorted() {
        let path = "\(folder)/\(name)"
        if LocalFiles.isFile(path) { paths.append(path) } else { pending.append(path) }
      }
    }
    return paths
  }

  private func isInWorkspace(_ path: String) -> Bool {
    (LocalFiles.resolved(path) ?? path).hasPrefix(workspaceRoot + "/")
  }

  private func path(of name: String, beside folder: String?, _ found: inout Found) -> String? {
    if name.hasPrefix("/") { return LocalFiles.isFile(name) ? name : nil }
    for folder in (folder.map { [$0] } ?? []) + folders {
      let path = "\(folder)/\(name)"
      found.folders.insert(LocalFiles.folder(of: path))
      if LocalFiles.isFile(path) { return path }
    }
    return nil
  }

  /// The folders that compilers search by default.
  static var defaultFolders: [String] {
    let perArchitecture = LocalFiles.names(in: "/usr/include").filter { $0.contains("-linux-") }.sorted()
    return ["/usr/local/include"] + perArchitecture.map { "/usr/include/\($0)" } + ["/usr/include"]
  }
}
