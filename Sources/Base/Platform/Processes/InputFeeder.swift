#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes bytes into a child's standard input.
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

  /// The descriptor to poll for writing. It is -1 once all bytes are sent, which `poll` ignores.
  var pollNumber: Int32 { descriptor?.number ?? -1 }

  /// Writes as much as fits now. Closes the stream after the last byte, or when nobody reads it.
  mutating func feed() {
    guard let number = descriptor?.number else { return }
    let count = input[sent...].withUnsafeBytes { systemWrite(number, $0.baseAddress, $0.count) }
    let reason = errno
    if count > 0 { sent += count }
    let isBroken = count < 0 && reason != EAGAIN && reason != EINTR
    if isBroken || sent == input.count { descriptor = nil }
  }
}
