package import Base
import CGit2

/// Writes a commit's files to a folder, or brings a folder that holds another commit's up to date.
///
/// Correct files are left alone, with their times, so that builds in the folder stay incremental. A file counts as
/// correct while `stat` gives the same facts as after it was written. Otherwise its bytes are compared. An interrupted
/// update, or a test that writes into the folder, costs the next update some reading and never leaves a wrong file.
package struct RevisionExport {
  private let listing: RevisionListing
  private let filters: [CheckoutFilters]

  package init(of commit: CommitID, in repository: Repository) throws(Failure) {
    let listing = try RevisionListing(of: commit, in: repository)
    var attributeFiles = [[ObjectID]](repeating: [], count: listing.sources.count)
    for file in listing.files where file.path.lastComponent.elementsEqual(".gitattributes".utf8) {
      // The place is part of the fingerprint, since the same rules apply to other files in another folder.
      attributeFiles[file.source] += [file.id, ContentID(hashing: file.path.bytes)].compactMap(\.self)
    }
    var filters: [CheckoutFilters] = []
    for (source, files) in zip(listing.sources, attributeFiles) {
      filters.append(try CheckoutFilters(source.repository, source.commit, attributeFiles: files))
    }
    self.listing = listing
    self.filters = filters
  }

  /// Makes `folder` hold exactly the commit's files, beside whatever is below `kept`.
  ///
  /// `record` has the facts from the last update of this folder, and gets those of this update. The caller must keep
  /// other processes out.
  package func update(
    _ folder: String, keeping kept: RelativePath, record: inout ExportRecord
  ) throws(Failure) -> ExportOutcome {
    let known = record.fingerprint == fingerprint ? record.stats : StatCache()
    let target = ExportFolder(root: Array(folder.utf8))
    try target.make(.root)
    let present = try target.clear(
      keepingFiles: Set(listing.files.map(\.path)), folders: listing.folders.union(kept.withAncestors),
      all: kept)
    if target.mergesNames, let (one, other) = listing.namesTakenForTheSame {
      throw Failure.git(
        .unwritable,
        "the revision has both '\(one)' and '\(other)', but the file system of '\(folder)' cannot hold both")
    }
    for path in listing.folders.sorted() { try target.make(path) }
    var outcome = ExportOutcome(absentSubmodules: listing.absentSubmodules)
    var records: [[UInt8]: StatCache.Record] = [:]
    for file in listing.files {
      let stamp = present[file.path]
      if let stamp, stamp.kind == file.kind, known.content(of: file.path.bytes[...], stamp) == file.id {
        records[file.path.bytes] = StatCache.Record(stamp: stamp, content: file.id)
      } else if let stamp = try write(file, to: target, over: stamp, &outcome) {
        records[file.path.bytes] = StatCache.Record(stamp: stamp, content: file.id)
      }
    }
    record = ExportRecord(fingerprint: fingerprint, stats: StatCache(records: records))
    return outcome
  }

  /// Writes a file if necessary. Returns the stamp by which it can be recognised, or nil when it must be looked at
  /// again.
  private func write(
    _ file: RevisionListing.File, to target: ExportFolder, over present: FileStamp?,
    _ outcome: inout ExportOutcome
  ) throws(Failure) -> FileStamp? {
    let (bytes, shortfall) = try filters[file.source].bytes(of: file.id, at: inside(file), kind: file.kind)
    if let shortfall { outcome.shortfalls.append(ExportShortfall(path: file.path, reason: shortfall)) }
    if present?.kind != file.kind || target.contents(of: file.path, file.kind) != bytes {
      try target.write(bytes, to: file.path, file.kind)
      outcome.written += 1
    }
    // A file with a shortfall may be complete next time, so it gets no stamp.
    return shortfall == nil ? target.stamp(of: file.path) : nil
  }

  /// Returns the file's path in its own repository.
  private func inside(_ file: RevisionListing.File) -> RelativePath {
    file.path.relative(to: listing.sources[file.source].folder) ?? file.path
  }

  private var fingerprint: ContentID? {
    ContentID(hashing: Array(filters.map(\.fingerprint).joined(separator: [0])))
  }
}

extension RevisionExport {
  /// Returns the first wanted file that a work tree holds otherwise than a checkout would write it, though Git counts it
  /// as unchanged: after a change of attributes alone, with a pointer of Git LFS in place of the file, or with
  /// `core.fileMode` or `core.symlinks` off.
  package func firstFile(
    unlike folder: String, where isWanted: (RelativePath) -> Bool
  ) throws(Failure) -> RelativePath? {
    let disk = ExportFolder(root: Array(folder.utf8))
    for file in listing.files where isWanted(file.path) {
      guard let stamp = disk.stamp(of: file.path) else { continue }
      if stamp.kind != file.kind { return file.path }
      let (filters, inside) = (filters[file.source], inside(file))
      guard try filters.mayConvert(file.id, at: inside, kind: file.kind) else {
        // The attributes of an earlier commit may have converted it.
        let handle = listing.sources[file.source].repository.handle
        if let size = try handle.size(of: file.id), size != stamp.size { return file.path }
        continue
      }
      let (bytes, shortfall) = try filters.bytes(of: file.id, at: inside, kind: file.kind)
      let isSame = disk.contents(of: file.path, file.kind) == bytes
      switch shortfall {
      case nil: if !isSame { return file.path }
      // The bytes are those of the pointer.
      case .largeFile: if isSame { return file.path }
      // Nobody here knows what the program or the encoding makes of the file.
      case .filter, .encoding: continue
      }
    }
    return nil
  }
}

extension CommitTree {
  /// Returns the same files with the content that a checkout gives them. A commit that cannot be checked out here keeps
  /// Git's contents.
  package func checkedOut(_ files: [TreeFile]) throws(Failure) -> [TreeFile] {
    guard let export = try? RevisionExport(of: commit, in: repository) else { return files }
    return try export.checkedOut(files)
  }
}

extension RevisionExport {
  fileprivate func checkedOut(_ files: [TreeFile]) throws(Failure) -> [TreeFile] {
    if !filters.contains(where: \.mayConvert) { return files }
    let listed = Dictionary(uniqueKeysWithValues: listing.files.map { ($0.path, $0) })
    return try files.map { file throws(Failure) in
      guard let source = listed[file.path], source.id == file.content else { return file }
      let (filters, inside) = (filters[source.source], inside(source))
      guard try filters.mayConvert(source.id, at: inside, kind: file.kind) else { return file }
      let (bytes, shortfall) = try filters.bytes(of: source.id, at: inside, kind: file.kind)
      // Nobody here knows the bytes of a file with a shortfall, so no file on a disk may have its content.
      let known = shortfall.map { Array("\($0) \(source.id.hex)".utf8) } ?? bytes
      return TreeFile(path: file.path, kind: file.kind, content: ContentID(hashing: known))
    }
  }
}

/// The facts about the files that an update wrote. They are kept beside the folder, never in it.
package struct ExportRecord: Sendable {
  /// The fingerprint of the settings and attributes under which the files were converted.
  fileprivate var fingerprint: ContentID?
  fileprivate var stats: StatCache

  fileprivate init(fingerprint: ContentID?, stats: StatCache) {
    self.fingerprint = fingerprint
    self.stats = stats
  }

  /// Decodes a record. Damaged bytes give an empty record.
  package init(decoding bytes: [UInt8] = []) {
    fingerprint = ContentID(bytes.prefix(ContentID.length))
    stats = StatCache(decoding: Array(bytes.dropFirst(ContentID.length)))
  }

  package func encoded() -> [UInt8] { fingerprint.map { $0.bytes + stats.encoded() } ?? [] }
}

package struct ExportOutcome: Sendable {
  /// The number of written files.
  package internal(set) var written = 0
  /// The files that differ from those of a checkout.
  package internal(set) var shortfalls: [ExportShortfall] = []
  package let absentSubmodules: [RelativePath]
}

package struct ExportShortfall: Sendable, Hashable {
  package enum Reason: Sendable, Hashable {
    /// Git LFS has not fetched this object, so the file holds the pointer.
    case largeFile(String)
    /// The file has this filter program, which is not run.
    case filter(String)
    /// The file has this `working-tree-encoding`, which is not applied.
    case encoding(String)
  }

  package let path: RelativePath
  package let reason: Reason
}

/// A folder that commits are written to. Links in it are replaced and never followed.
struct ExportFolder {
  /// The absolute path of the folder.
  let root: [UInt8]

  private func absolute(_ path: RelativePath) -> [UInt8] {
    path.isRoot ? root : root + [UInt8(ascii: "/")] + path.bytes
  }

  func stamp(of path: RelativePath) -> FileStamp? { FileFacts(of: absolute(path)).map { FileStamp($0) } }

  /// Returns a file's bytes or a link's target. Returns nil for anything else.
  func contents(of path: RelativePath, _ kind: FileKind) -> [UInt8]? {
    kind == .symbolicLink ? ByteFiles.linkTarget(at: absolute(path)) : Disk.contents(of: absolute(path))
  }

  /// Removes everything except these files and folders and everything below `all`. Returns the stamps of the files that
  /// are there.
  func clear(
    keepingFiles files: Set<RelativePath>, folders: Set<RelativePath>, all kept: RelativePath
  ) throws(Failure) -> [RelativePath: FileStamp] {
    var present: [RelativePath: FileStamp] = [:]
    var pending: [RelativePath] = [.root]
    while let folder = pending.popLast() {
      for name in ByteFiles.names(in: absolute(folder)) {
        let path = folder.appending(RelativePath(unchecked: name))
        guard path != kept, let facts = FileFacts(of: absolute(path)) else { continue }
        let kind = facts.recordedKind
        if kind == .folder, folders.contains(path) {
          pending.append(path)
        } else if let kind, kind != .folder, files.contains(path) {
          present[path] = FileStamp(facts)
        } else if !ByteFiles.removeTree(absolute(path)) {
          throw Self.failure("remove", path, .last)
        }
      }
    }
    return present
  }

  /// True when the file system ignores case, so that a name in another case leads to the same place.
  var mergesNames: Bool {
    let path = String(decoding: root, as: UTF8.self)
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let other = name == name.uppercased() ? name.lowercased() : name.uppercased()
    return other != name && LocalFiles.isThere("\(LocalFiles.folder(of: path))/\(other)")
  }

  /// Makes one folder. Its parent must exist.
  func make(_ folder: RelativePath) throws(Failure) {
    do throws(DiskError) {
      try ByteFiles.makeFolder(absolute(folder), permissions: 0o777)
    } catch {
      throw Self.failure("make the folder", folder, error)
    }
  }

  func write(_ bytes: [UInt8], to path: RelativePath, _ kind: FileKind) throws(Failure) {
    let file = absolute(path)
    ByteFiles.remove(file)
    do throws(DiskError) {
      if kind == .symbolicLink {
        try ByteFiles.makeLink(file, to: bytes)
      } else {
        try ByteFiles.write(bytes, toNew: file, permissions: kind == .executable ? 0o777 : 0o666)
      }
    } catch {
      throw Self.failure("write", path, error)
    }
  }

  private static func failure(_ what: String, _ path: RelativePath, _ error: DiskError) -> Failure {
    Failure.git(.unwritable, "cannot \(what) '\(path)' in the copy of the revision: \(error.words)")
  }
}

extension FileStamp {
  /// The kind of the file, or nil for a kind that Git does not record.
  var kind: FileKind? { FileFacts.kind(ofMode: mode).recorded(isExecutable: FileFacts.isExecutable(mode)) }
}

extension ContentID {
  /// Computes the id that Git gives to a file with these bytes.
  init?(hashing bytes: [UInt8]) {
    var id = git_oid()
    guard git_odb_hash(&id, bytes, bytes.count, GIT_OBJECT_BLOB) == 0 else { return nil }
    self.init(id)
  }
}

extension Repository {
  /// Removes a folder that commits were written to, with its contents.
  @discardableResult
  package static func removeExport(at folder: String) -> Bool { ByteFiles.removeTree(Array(folder.utf8)) }
}
