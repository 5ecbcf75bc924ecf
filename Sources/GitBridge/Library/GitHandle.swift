import Base
import CGit2

/// An open repository and its object database.
///
/// The class is `@unchecked Sendable` because every call holds its lock. The library's repositories do not allow calls
/// from several threads at once.
final class GitHandle: @unchecked Sendable {
  private let lock = Guarded(())
  private let repository: OpaquePointer
  private let objects: ObjectDatabase

  /// Takes ownership of `repository`, which must be fresh from one of the library's open calls.
  init(adopting repository: OpaquePointer) throws(Failure) {
    self.repository = repository
    do throws(Failure) {
      objects = try ObjectDatabase(of: repository)
    } catch {
      git_repository_free(repository)
      throw error
    }
  }

  deinit {
    git_repository_free(repository)
  }

  func withRepository<Result>(_ body: (OpaquePointer) throws(Failure) -> Result) throws(Failure) -> Result {
    try lock.with { _ throws(Failure) -> Result in try body(repository) }
  }

  /// Calls `body` with the repository's configuration as it is now.
  func withConfiguration<Result>(
    _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withRepository { repository throws(Failure) in
      var configuration: OpaquePointer?
      try LibGit2.check(
        git_repository_config_snapshot(&configuration, repository), .unreadable,
        "cannot read the configuration")
      defer { git_config_free(configuration) }
      guard let configuration else { throw Failure.git(.unreadable, "cannot read the configuration") }
      return try body(configuration)
    }
  }

  /// Adds a folder of loose objects and packs, as `GIT_ALTERNATE_OBJECT_DIRECTORIES` does.
  func addObjectFolder(_ path: String) throws(Failure) {
    try lock.with { _ throws(Failure) in try objects.addAlternate(Array(path.utf8)) }
  }

  func hasObject(_ id: ObjectID) -> Bool {
    lock.with { _ in
      var oid = id.gitOid
      return git_odb_exists(objects.pointer, &oid) == 1
    }
  }

  /// Returns the number of an object's bytes, or nil when the database does not have the object.
  func size(of id: ObjectID) throws(Failure) -> Int64? {
    try lock.with { _ throws(Failure) -> Int64? in
      var oid = id.gitOid
      var (size, type) = (0, git_object_t(0))
      let code = git_odb_read_header(&size, &type, objects.pointer, &oid)
      if code == GIT_ENOTFOUND.rawValue { return nil }
      try LibGit2.check(code, .corruptRepository, "cannot read the object \(id.hex)")
      return Int64(size)
    }
  }

  /// Returns an object's type and bytes, or nil when the database does not have the object.
  func object(_ id: ObjectID) throws(Failure) -> (type: git_object_t, bytes: [UInt8])? {
    try lock.with { _ throws(Failure) -> (type: git_object_t, bytes: [UInt8])? in
      var oid = id.gitOid
      var found: OpaquePointer?
      let code = git_odb_read(&found, objects.pointer, &oid)
      if code == GIT_ENOTFOUND.rawValue { return nil }
      try LibGit2.check(code, .corruptRepository, "cannot read the object \(id.hex)")
      guard let found else { return nil }
      defer { git_odb_object_free(found) }
      let data = UnsafeRawBufferPointer(start: git_odb_object_data(found), count: git_odb_object_size(found))
      return (git_odb_object_type(found), Array(data))
    }
  }
}

/// The objects of all object folders of a repository. The library reads packs, and `LooseBackend` reads objects in
/// files of their own.
///
/// The class is not thread-safe; `GitHandle` guards it.
final class ObjectDatabase {
  let pointer: OpaquePointer
  private var known: Set<[UInt8]> = []

  /// Git and the library look into packs first.
  private static let packPriority: Int32 = 2
  private static let loosePriority: Int32 = 1
  /// The limit on chains of folders that borrow objects from each other. Git has the same limit.
  private static let depthLimit = 5

  /// Makes the database of an open repository, which uses it from then on.
  init(of repository: OpaquePointer) throws(Failure) {
    var created: OpaquePointer?
    try LibGit2.check(git_odb_new(&created), .unreadable, "cannot make an object database")
    guard let created else { throw Failure.git(.unreadable, "cannot make an object database") }
    pointer = created
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    try LibGit2.check(
      git_repository_item_path(&buffer, repository, GIT_REPOSITORY_ITEM_OBJECTS), .unreadable,
      "cannot find the object folder")
    let folder = buffer.ptr.map { Array(String(cString: $0).utf8) } ?? []
    guard Disk.kind(of: folder, followingLinks: true) == .folder else {
      throw Failure.git(
        .corruptRepository, "the repository has no object folder '\(String(decoding: folder, as: UTF8.self))'"
      )
    }
    try add(folder, depth: 0, git_odb_add_backend)
    try LibGit2.check(
      git_repository_set_odb(repository, pointer), .unreadable, "cannot use the object database")
  }

  deinit {
    git_odb_free(pointer)
  }

  /// Adds a folder of loose objects and packs, and the folders that it borrows from. Missing folders are left out.
  func addAlternate(_ folder: [UInt8]) throws(Failure) {
    try add(folder, depth: 0, git_odb_add_alternate)
  }

  private typealias Adding = (OpaquePointer?, UnsafeMutablePointer<git_odb_backend>?, Int32) -> Int32

  private func add(_ folder: [UInt8], depth: Int, _ adding: Adding) throws(Failure) {
    guard depth <= Self.depthLimit, Disk.kind(of: folder, followingLinks: true) == .folder,
      known.insert(ByteFiles.resolved(folder) ?? folder).inserted
    else { return }
    let subject = "cannot read the object folder '\(String(decoding: folder, as: UTF8.self))'"
    var packs: UnsafeMutablePointer<git_odb_backend>?
    try LibGit2.check(ByteName.with(folder) { git_odb_backend_pack(&packs, $0) }, .unreadable, subject)
    try LibGit2.check(adding(pointer, packs, Self.packPriority), .unreadable, subject)
    let loose = LooseBackend.make(LooseFolder(path: folder))
    try LibGit2.check(adding(pointer, loose, Self.loosePriority), .unreadable, subject)
    for alternate in Self.alternates(of: folder) {
      try add(alternate, depth: depth + 1, git_odb_add_alternate)
    }
  }

  /// Returns the folders that `info/alternates` names, one on each line.
  private static func alternates(of folder: [UInt8]) -> [[UInt8]] {
    let listing = Disk.contents(of: folder + Array("/info/alternates".utf8), followingLinks: true) ?? []
    return listing.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.compactMap { line in
      switch line.first {
      case UInt8(ascii: "#"): nil
      case UInt8(ascii: "/"): Array(line)
      default: folder + [UInt8(ascii: "/")] + line
      }
    }
  }
}

/// The library's state for the whole process, set up on first use.
enum LibGit2 {
  /// Extensions that change nothing for our reads through the library. `GitConfiguration` composes per-worktree
  /// configuration, and objects that a partial clone lacks are reported.
  private static let knownExtensions = [
    "worktreeconfig", "partialclone", "preciousobjects", "relativeworktrees",
  ]

  private static let isReady: Bool = {
    guard git_libgit2_init() >= 0 else { return false }
    // `GitConfiguration` finds the user's files from the values that it gets. The library must not find other files
    // through the process environment.
    let levels = [
      GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL,
    ]
    for level in levels where ambit_git_set_search_path(level, "") != 0 { return false }
    // The library refuses foreign checkouts without regard to `safe.directory=*`. `OwnershipCheck` regards it.
    guard ambit_git_set_owner_validation(0) == 0 else { return false }
    // Verifying the hash of each object costs more than everything else together. Git does not verify hashes either.
    guard ambit_git_set_hash_verification(0) == 0 else { return false }
    return CStrings.with(knownExtensions) { names in
      let names = names.map { UnsafePointer($0) }
      return names.withUnsafeBufferPointer { ambit_git_set_extensions($0.baseAddress, knownExtensions.count) }
        == 0
    }
  }()

  static func start() throws(Failure) {
    guard isReady else { throw failure(.unsupportedRepository, "libgit2 cannot be initialised") }
  }

  /// Throws when `code` says failure, with the library's message after `subject`.
  static func check(
    _ code: Int32, _ kind: @autoclosure () -> Failure.Git, _ subject: @autoclosure () -> String
  ) throws(Failure) {
    if code < 0 { throw failure(kind(), subject()) }
  }

  /// Makes an error from the library's last one. It must run on the thread of the failed call and right after it, since
  /// the library keeps the last error per thread.
  static func failure(_ kind: Failure.Git, _ subject: String) -> Failure {
    Failure.git(kind, "\(subject): \(lastMessage)")
  }

  /// True when the last error is about an object that exists and cannot be read.
  static var isDamage: Bool {
    guard let error = git_error_last() else { return false }
    return [GIT_ERROR_ODB, GIT_ERROR_ZLIB, GIT_ERROR_OBJECT].contains {
      Int32($0.rawValue) == error.pointee.klass
    }
  }

  static var lastMessage: String {
    guard let error = git_error_last(), let message = error.pointee.message else { return "no reason given" }
    return String(cString: message)
  }
}

extension ObjectID {
  init(_ id: git_oid) {
    self = withUnsafeBytes(of: id) { ObjectID($0, at: 0) }
  }

  var gitOid: git_oid {
    var id = git_oid()
    withUnsafeMutableBytes(of: &id) { $0.copyBytes(from: bytes) }
    return id
  }
}

/// Replaces a function of Mbed TLS that libgit2 calls at its start, when it was built with that library. The original
/// reads and decodes every certificate that the system trusts, which takes a third of a selection's time.
///
/// Ambit fetches nothing through libgit2. With this function a fetch would fail, because no certificate is trusted.
@c(mbedtls_x509_crt_parse_file)
public func readNoCertificates(_ chain: UnsafeMutableRawPointer?, _ file: UnsafePointer<CChar>?) -> Int32 {
  0
}
