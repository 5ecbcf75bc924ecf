#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// What the file system refused.
package struct DiskError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// Another kind of file than expected, or a longer one: a link, a pipe, a folder.
    case unexpected
    case full, notPermitted, missing, other
  }

  package let kind: Kind
  /// `errno`, as far as there was one.
  package let code: Int32

  package init(code: Int32) {
    self.code = code
    kind =
      switch code {
      case ELOOP, ENOTDIR, EISDIR: .unexpected
      case ENOSPC, EDQUOT, EFBIG: .full
      case EACCES, EPERM, EROFS: .notPermitted
      case ENOENT: .missing
      default: .other
      }
  }

  package static let unexpected = DiskError(code: ELOOP)
  package static let missing = DiskError(code: ENOENT)

  /// Why the last call of this thread failed; to be asked for right after it.
  package static var last: DiskError { DiskError(code: errno) }

  /// Whether it says no more than that nothing stands there.
  package var isAbsence: Bool { code == ENOENT || code == ENOTDIR }
  /// Whether something stands there already.
  package var isPresence: Bool { code == EEXIST }

  /// The system's words for it.
  package var reason: String { kind == .unexpected ? "it is not what it should be" : words }

  /// The same where what it is plays no part.
  package var words: String { Self.words(for: code) }

  static func words(for code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// Throws what the last call failed with, if it did.
  static func check(_ result: Int32) throws(DiskError) {
    guard result == 0 else { throw last }
  }
}
