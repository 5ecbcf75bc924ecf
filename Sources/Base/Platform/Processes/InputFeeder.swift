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
    ClosedPipes.areErrors()
  }

  /// What to poll for writing; -1, which `poll` ignores, once all is sent.
  var pollNumber: Int32 { descriptor?.number ?? -1 }

  /// Writes what fits now, and closes the stream after the last byte or when nobody reads it.
  mutating func feed() {
    guard let number = descriptor?.number else { return }
    let count = input[sent...].withUnsafeBytes { systemWrite(number, $0.baseAddress, $0.count) }
    let reason = errno
    if count > 0 { sent += count }
    let isBroken = count < 0 && reason != EAGAIN && reason != EINTR
    if isBroken || sent == input.count { descriptor = nil }
  }
}
