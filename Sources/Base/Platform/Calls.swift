#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// These functions wrap calls of the C library for types whose members have the same names and hide the calls.

/// The most bytes of one read or write. macOS refuses larger calls; other systems lose nothing by a second call.
private let mostAtOnce = 1 << 30

func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, min(count, mostAtOnce))
}

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, min(count, mostAtOnce))
}

func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ permissions: mode_t) -> Int32 {
  open(path, flags, permissions)
}

func systemLink(_ file: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>) -> Int32 { link(file, name) }

func systemExit(_ code: Int32) -> Never { exit(code) }

/// Passes texts to functions of C as an array.
package enum CStrings {
  /// Calls `body` with the texts and a null pointer at the end.
  package static func with<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { text -> UnsafeMutablePointer<CChar>? in
      let bytes = text.utf8CString
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      for (place, byte) in bytes.enumerated() { copy[place] = byte }
      return copy
    }
    defer { for copy in copies { copy?.deallocate() } }
    return body(copies + [nil])
  }
}

/// An error of the file system.
package struct DiskError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// The path leads to another kind of file than expected, such as a link or a folder, or the file is too long.
    case unexpected
    case full, notPermitted, missing, other
  }

  package let kind: Kind
  /// The value of `errno`.
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

  /// The error of this thread's last call. It must be read right after the call.
  package static var last: DiskError { DiskError(code: errno) }

  /// True when the error only says that nothing is at the path.
  package var isAbsence: Bool { code == ENOENT || code == ENOTDIR }
  /// True when something is at the path already.
  package var isPresence: Bool { code == EEXIST }

  /// The system's message, or a general one for an unexpected kind of file.
  package var reason: String { kind == .unexpected ? "unexpected kind of file" : words }

  /// The system's message.
  package var words: String { Self.words(for: code) }

  static func words(for code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// Throws the error of the last call when `result` says that the call failed.
  static func check(_ result: Int32) throws(DiskError) {
    guard result == 0 else { throw last }
  }
}
