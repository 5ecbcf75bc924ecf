import Base
import CGit2

/// Converts the blobs of one commit to the bytes that a checkout would write. The attributes of *that commit* decide,
/// not those of the work tree.
///
/// The library converts line ends (`text`, `eol`, `core.autocrlf`) and `ident`. Large files come from Git LFS's local
/// store. Other filter programs and `working-tree-encoding` are not applied.
final class CheckoutFilters {
  /// The reason why a file's bytes differ from a checkout's.
  typealias Shortfall = ExportShortfall.Reason

  /// The fingerprint of the rules. While it is equal, the same blob at the same path gives the same bytes.
  let fingerprint: [UInt8]
  private let commit: CommitID
  private let handle: GitHandle
  private let largeFiles: LargeFileStore
  /// A bare repository with an empty index, so that only the commit's attributes are found. nil when no rule asks for a
  /// conversion.
  private let attributes: OpaquePointer?

  /// `attributeFiles` are the commit's `.gitattributes`, which the fingerprint includes.
  init(_ repository: Repository, _ commit: CommitID, attributeFiles: [ObjectID]) throws(Failure) {
    self.commit = commit
    handle = repository.handle
    let settings = try CheckoutSettings(repository)
    largeFiles = LargeFileStore(folder: settings.largeFileFolder)
    fingerprint = settings.fingerprint + attributeFiles.flatMap(\.bytes)
    attributes =
      attributeFiles.isEmpty && settings.isPlain ? nil : try Self.bareTwin(of: repository)
  }

  deinit {
    git_repository_free(attributes)
  }

  /// Returns the bytes for a file at `path`, relative to this repository.
  func bytes(
    of id: ObjectID, at path: RelativePath, kind: FileKind
  ) throws(Failure) -> (bytes: [UInt8], shortfall: Shortfall?) {
    guard let raw = try handle.object(id)?.bytes else {
      throw Failure.git(.missingObject, "the content of '\(path)' (\(id.hex)) is not in this clone")
    }
    guard let attributes, kind != .symbolicLink else { return (raw, nil) }
    let program = try value(of: "filter", at: path, attributes)
    if program == "lfs", let large = largeFiles.contents(for: raw) { return large }
    let converted = try converted(id, at: path, attributes) ?? raw
    if let program, program != "lfs", runs(program, attributes) { return (converted, .filter(program)) }
    let encoding = try value(of: "working-tree-encoding", at: path, attributes)
    return (converted, encoding.flatMap { $0.lowercased() == "utf-8" ? nil : .encoding($0) })
  }
}

extension CheckoutFilters {
  /// False when a checkout writes every file as Git stores it.
  var mayConvert: Bool { attributes != nil }

  /// Returns false for a file that a checkout certainly writes as Git stores it.
  func mayConvert(_ id: ObjectID, at path: RelativePath, kind: FileKind) throws(Failure) -> Bool {
    guard let attributes, kind != .symbolicLink, handle.hasObject(id) else { return false }
    for name in ["filter", "working-tree-encoding"] where try value(of: name, at: path, attributes) != nil {
      return true
    }
    let list = try libraryFilters(of: id, at: path, attributes)
    defer { list.free() }
    return list.filters != nil
  }
}

// MARK: The library's part

extension CheckoutFilters {
  private static func bareTwin(of repository: Repository) throws(Failure) -> OpaquePointer {
    var bare: OpaquePointer?
    try LibGit2.check(
      git_repository_open_bare(&bare, repository.location.gitFolder), .unreadable,
      "cannot read the attributes of '\(repository.workingFolder)'")
    var index: OpaquePointer?
    var configuration: OpaquePointer?
    var objects: OpaquePointer?
    defer {
      git_index_free(index)
      git_config_free(configuration)
      git_odb_free(objects)
    }
    try LibGit2.check(git_index_new(&index), .unreadable, "cannot make an index")
    try LibGit2.check(git_repository_set_index(bare, index), .unreadable, "cannot set an index")
    try repository.handle.withRepository { original throws(Failure) in
      try LibGit2.check(
        git_repository_config_snapshot(&configuration, original), .unreadable, "cannot read the configuration"
      )
      try LibGit2.check(
        git_repository_odb(&objects, original), .unreadable, "cannot open the object database")
    }
    try LibGit2.check(git_repository_set_odb(bare, objects), .unreadable, "cannot set the object database")
    try LibGit2.check(
      git_repository_set_config(bare, configuration), .unreadable, "cannot set the configuration")
    guard let bare else { throw Failure.git(.unreadable, "cannot read the attributes") }
    return bare
  }

  /// Returns the text that an attribute is set to.
  private func value(
    of name: String, at path: RelativePath, _ attributes: OpaquePointer
  ) throws(Failure) -> String? {
    var options = git_attr_options()
    options.version = UInt32(GIT_ATTR_OPTIONS_VERSION)
    options.flags = UInt32(GIT_ATTR_CHECK_INDEX_ONLY | GIT_ATTR_CHECK_INCLUDE_COMMIT)
    options.attr_commit_id = commit.object.gitOid
    var value: UnsafePointer<CChar>?
    let code = ByteName.with(path.bytes) { git_attr_get_ext(&value, attributes, &options, $0, name) }
    try LibGit2.check(code, .unreadable, "cannot read the attributes of '\(path)'")
    guard git_attr_value(value) == GIT_ATTR_VALUE_STRING else { return nil }
    return value.map { String(cString: $0) }
  }

  /// Returns true when Git would run a program on checkout. Without a program Git leaves the file as it is.
  private func runs(_ filter: String, _ attributes: OpaquePointer) -> Bool {
    var configuration: OpaquePointer?
    guard git_repository_config_snapshot(&configuration, attributes) == 0 else { return true }
    defer { git_config_free(configuration) }
    return ["smudge", "process"].contains { kind in
      var value: UnsafePointer<CChar>?
      return git_config_get_string(&value, configuration, "filter.\(filter).\(kind)") == 0
    }
  }

  /// Returns nil when no filter of the library applies.
  private func converted(
    _ id: ObjectID, at path: RelativePath, _ attributes: OpaquePointer
  ) throws(Failure) -> [UInt8]? {
    let list = try libraryFilters(of: id, at: path, attributes)
    defer { list.free() }
    guard let filters = list.filters else { return nil }
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    try LibGit2.check(
      git_filter_list_apply_to_blob(&buffer, filters, list.blob), .unreadable, "cannot convert '\(path)'")
    return Array(UnsafeRawBufferPointer(start: buffer.ptr, count: buffer.size))
  }

  /// The library's filters for one file; nil when none applies. The caller must free them.
  private struct LibraryFilters {
    let blob: OpaquePointer?
    let filters: OpaquePointer?

    func free() {
      git_filter_list_free(filters)
      git_blob_free(blob)
    }
  }

  private func libraryFilters(
    of id: ObjectID, at path: RelativePath, _ attributes: OpaquePointer
  ) throws(Failure) -> LibraryFilters {
    var oid = id.gitOid
    var blob: OpaquePointer?
    try LibGit2.check(
      git_blob_lookup(&blob, attributes, &oid), .corruptRepository, "cannot read the object \(id.hex)")
    var options = git_filter_options()
    options.version = UInt32(GIT_FILTER_OPTIONS_VERSION)
    options.flags = GIT_FILTER_ATTRIBUTES_FROM_COMMIT.rawValue
    options.attr_commit_id = commit.object.gitOid
    var filters: OpaquePointer?
    let code = ByteName.with(path.bytes) {
      git_filter_list_load_ext(&filters, attributes, blob, $0, GIT_FILTER_TO_WORKTREE, &options)
    }
    let list = LibraryFilters(blob: blob, filters: filters)
    guard code == 0 else {
      list.free()
      try LibGit2.check(code, .unreadable, "cannot read the filters of '\(path)'")
      return LibraryFilters(blob: nil, filters: nil)
    }
    return list
  }
}

/// The files that Git LFS has fetched.
struct LargeFileStore {
  let folder: String

  /// Returns the file that a pointer names, or the pointer itself with the missing object. Returns nil when `blob` is
  /// no pointer. Files that were committed before LFS tracked them are none.
  func contents(for blob: [UInt8]) -> (bytes: [UInt8], shortfall: ExportShortfall.Reason?)? {
    guard let id = Self.object(namedBy: blob) else { return nil }
    let path = "\(folder)/objects/\(id.prefix(2))/\(id.dropFirst(2).prefix(2))/\(id)"
    guard let bytes = Disk.contents(of: Array(path.utf8)), SHA256.digest(of: bytes).description == id else {
      return (blob, .largeFile(id))
    }
    return (bytes, nil)
  }

  private static func object(namedBy blob: [UInt8]) -> String? {
    guard blob.count < 1024, blob.starts(with: "version https://git-lfs.github.com/spec/".utf8) else {
      return nil
    }
    let mark = "oid sha256:"
    let lines = String(decoding: blob, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(mark) }) else { return nil }
    let digits = line.dropFirst(mark.count)
    return digits.utf8.count == 64 && digits.allSatisfy(\.isHexDigit) ? String(digits) : nil
  }
}

/// The settings of a repository's configuration that decide how blobs become files.
struct CheckoutSettings {
  private static let keys = ["core.autocrlf", "core.eol", "core.attributesfile", "lfs.storage"]

  private let values: [String: String]
  /// The attributes of the clone, which belong to no commit.
  private let ownAttributes: [UInt8]
  private let commonFolder: String

  init(_ repository: Repository) throws(Failure) {
    commonFolder = repository.commonFolder
    ownAttributes =
      Disk.contents(of: Array("\(repository.commonFolder)info/attributes".utf8), followingLinks: true) ?? []
    values = try repository.handle.withConfiguration { configuration throws(Failure) in
      var found: [String: String] = [:]
      for key in Self.keys {
        var entry: UnsafeMutablePointer<git_config_entry>?
        guard git_config_get_entry(&entry, configuration, key) == 0, let entry else { continue }
        defer { git_config_entry_free(entry) }
        // A name without a value is true.
        found[key] = entry.pointee.value.map { String(cString: $0) } ?? "true"
      }
      return found
    }
  }

  /// True when only a commit's own attributes can ask for a conversion.
  var isPlain: Bool {
    var value: Int32 = 0
    let converts = values["core.autocrlf"].map { git_config_parse_bool(&value, $0) != 0 || value != 0 }
    return converts != true && values["core.attributesfile"] == nil && ownAttributes.isEmpty
  }

  /// The folder in which Git LFS keeps fetched files.
  var largeFileFolder: String {
    values["lfs.storage"].map { Disk.absolute($0, in: commonFolder) } ?? commonFolder + "lfs"
  }

  var fingerprint: [UInt8] {
    var text = Self.keys.map { "\($0)=\(values[$0] ?? "")\n" }.joined()
    for name in [values["core.attributesfile"]].compactMap(\.self) {
      text +=
        Disk.contents(of: Array(name.utf8), followingLinks: true).map { String(decoding: $0, as: UTF8.self) }
        ?? ""
    }
    return Array(text.utf8) + ownAttributes
  }
}
