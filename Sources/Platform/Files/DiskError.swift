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
    case full
    case notPermitted
    case missing
    case other
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

  static let unexpected = DiskError(code: ELOOP)
  static let missing = DiskError(code: ENOENT)

  /// The system's words for it.
  package var reason: String {
    kind == .unexpected ? "it is not what it should be" : String(cString: strerror(code))
  }
}
