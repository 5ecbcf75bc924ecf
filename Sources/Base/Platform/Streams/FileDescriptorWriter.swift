#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Output that could not be written, other than because nobody reads it.
package struct WriteError: Error, Sendable, Hashable {
  package let code = "cannot-write"
  package let message: String
  package let errno: Int32

  init(errno: Int32) {
    message = "cannot write the output: \(DiskError.words(for: errno))"
    self.errno = errno
  }
}

/// Writes all of what it is given to a descriptor that somebody else opened and will close.
///
/// A closed pipe is no error (`ambit affected | head -1`): what follows is dropped.
package struct FileDescriptorWriter: Sendable {
  package let descriptor: Int32
  /// Whether the reader has gone away.
  package private(set) var isClosed = false

  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
    ClosedPipes.areErrors()
  }

  package mutating func write(_ text: String) throws(WriteError) {
    try write(Array(text.utf8))
  }

  package mutating func write(_ bytes: [UInt8]) throws(WriteError) {
    var rest = bytes[...]
    while !rest.isEmpty, !isClosed {
      let (written, failure) = writeOnce(rest)
      if written > 0 { rest = rest.dropFirst(written) }
      switch failure {
      case 0, EINTR: break
      case EAGAIN, EWOULDBLOCK: waitUntilWritable()
      case EPIPE: isClosed = true
      default: throw WriteError(errno: failure)
      }
    }
  }

  private func writeOnce(_ bytes: ArraySlice<UInt8>) -> (written: Int, errno: Int32) {
    bytes.withUnsafeBytes { buffer in
      let written = systemWrite(descriptor, buffer.baseAddress, buffer.count)
      return (written, written < 0 ? errno : 0)
    }
  }

  /// Somebody may have made the descriptor non-blocking: it is shared with other processes.
  private func waitUntilWritable() {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&waiting, 1, -1)
  }
}
