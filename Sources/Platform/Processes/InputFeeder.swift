#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Bytes on their way into a child's standard input.
struct InputFeeder {
  private let input: [UInt8]
  private var sent = 0
  private var descriptor: OwnedDescriptor?

  /// `descriptor` must not block.
  init(_ input: [UInt8], into descriptor: OwnedDescriptor?) {
    self.input = input
    self.descriptor = descriptor
  }

  /// What to poll for writing; -1, which `poll` ignores, once all is sent.
  var pollNumber: Int32 { descriptor?.number ?? -1 }

  /// Writes what fits now, and closes the stream after the last byte or when nobody reads it.
  mutating func feed() {
    guard let number = descriptor?.number else { return }
    let count = Self.writeQuietly(number, input[sent...])
    if count > 0 { sent += count }
    let isBroken = count < 0 && errno != EAGAIN && errno != EINTR
    if isBroken || sent == input.count { descriptor = nil }
  }

  /// A write to a child that closed its input would raise SIGPIPE, whose disposition is not ours to
  /// change: it is held back for this thread, and taken away if the write raised it.
  private static func writeQuietly(_ number: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    var brokenPipe = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
    let count = bytes.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
    let reason = errno
    if count < 0, reason == EPIPE { takePendingBrokenPipe(&brokenPipe) }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = reason
    return count
  }

  private static func takePendingBrokenPipe(_ brokenPipe: inout sigset_t) {
    var pending = sigset_t()
    sigpending(&pending)
    guard sigismember(&pending, SIGPIPE) == 1 else { return }
    var number: Int32 = 0
    sigwait(&brokenPipe, &number)
  }
}
