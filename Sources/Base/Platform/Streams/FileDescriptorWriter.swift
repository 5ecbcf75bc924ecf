#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes to a descriptor that somebody else opened and will close.
///
/// A closed pipe is no failure (`ambit affected | head -1`). Later output is dropped.
package struct FileDescriptorWriter: Sendable {
  package let descriptor: Int32
  /// True when the reader has closed the pipe.
  package private(set) var isClosed = false

  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
    ClosedPipes.areErrors()
  }

  package mutating func write(_ text: String) throws(Failure) {
    try write(Array(text.utf8))
  }

  package mutating func write(_ bytes: [UInt8]) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty, !isClosed {
      let (written, failure) = writeOnce(rest)
      if written > 0 { rest = rest.dropFirst(written) }
      switch failure {
      case 0, EINTR: break
      case EAGAIN, EWOULDBLOCK: waitUntilWritable()
      case EPIPE: isClosed = true
      default:
        throw Failure(
          code: "cannot-write", message: "cannot write the output: \(DiskError.words(for: failure))",
          hints: ["free some space, or write the output elsewhere"])
      }
    }
  }

  private func writeOnce(_ bytes: ArraySlice<UInt8>) -> (written: Int, errno: Int32) {
    bytes.withUnsafeBytes { buffer in
      let written = systemWrite(descriptor, buffer.baseAddress, buffer.count)
      return (written, written < 0 ? errno : 0)
    }
  }

  /// Waits until the descriptor is ready. Another process that shares it may have made it non-blocking.
  private func waitUntilWritable() {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&waiting, 1, -1)
  }
}

/// Keeps SIGPIPE from ending the process. A write to a closed pipe then fails like any other write.
///
/// The setting is for the whole process, since macOS sends the signal to the process and not to the writing thread.
/// Children get the default back (`Spawn`). Otherwise `yes | head -1` in a test script would never end.
enum ClosedPipes {
  private static let ignored: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  static func areErrors() { ignored }
}
