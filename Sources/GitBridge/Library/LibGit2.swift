import Base
import CGit2

/// The library's process-wide state, set up on first use.
enum LibGit2 {
  /// The extensions that change nothing in what we read through the library: per-worktree
  /// configuration is composed by `GitConfiguration`, objects that a partial clone lacks are reported.
  private static let knownExtensions = [
    "worktreeconfig", "partialclone", "preciousobjects", "relativeworktrees",
  ]

  private static let isReady: Bool = {
    guard git_libgit2_init() >= 0 else { return false }
    // The user's files are found by `GitConfiguration` from values it is given; the library must not
    // find others by reading the process environment.
    let levels = [
      GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL,
    ]
    for level in levels where ambit_git_set_search_path(level, "") != 0 { return false }
    // It refuses foreign checkouts without honouring `safe.directory=*`; `OwnershipCheck` does.
    guard ambit_git_set_owner_validation(0) == 0 else { return false }
    // Hashing every object again as it is read costs more than all else together; Git does not do it either.
    guard ambit_git_set_hash_verification(0) == 0 else { return false }
    return CStrings.with(knownExtensions) { names in
      let names = names.map { UnsafePointer($0) }
      return names.withUnsafeBufferPointer { ambit_git_set_extensions($0.baseAddress, knownExtensions.count) }
        == 0
    }
  }()

  static func start() throws(GitError) {
    guard isReady else { throw failure(.unsupportedRepository, "libgit2 cannot be initialised") }
  }

  /// Throws when `code` says failure, with the library's own words after `subject`.
  static func check(
    _ code: Int32, _ kind: @autoclosure () -> GitError.Kind, _ subject: @autoclosure () -> String
  ) throws(GitError) {
    if code < 0 { throw failure(kind(), subject()) }
  }

  /// Must run on the thread of the failed call and right after it: the library keeps the last error
  /// per thread.
  static func failure(_ kind: GitError.Kind, _ subject: String) -> GitError {
    GitError(kind, "\(subject): \(lastMessage)")
  }

  /// Whether the last error is about an object that is there and cannot be read.
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

/// In place of a function of Mbed TLS of the same name, which libgit2 calls when it starts, where it was built with that
/// library: it reads and decodes every certificate that the system trusts, which is a third of a selection's work.
///
/// Ambit fetches nothing through libgit2. Whoever did would be told that no certificate can be trusted, as none is.
@c(mbedtls_x509_crt_parse_file)
public func readNoCertificates(_ chain: UnsafeMutableRawPointer?, _ file: UnsafePointer<CChar>?) -> Int32 {
  0
}
