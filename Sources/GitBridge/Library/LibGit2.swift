import Base
import CGit2

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
