#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads keys as they are pressed, without waiting for the end of a line and without showing them. Input that is no
/// terminal is read as it comes.
package final class Keystrokes: Sendable {
  private let descriptor: Int32
  /// The terminal's settings before the change.
  private let before: Guarded<termios?>

  /// Returns nil when no key can arrive: there is no input, or the terminal belongs to another job.
  package init?(_ descriptor: Int32) {
    self.descriptor = descriptor
    before = Guarded(nil)
    guard isatty(descriptor) == 1 else {
      guard fcntl(descriptor, F_GETFL) & O_ACCMODE != O_WRONLY else { return nil }
      return
    }
    var settings = termios()
    // The terminal of a background job belongs to another job, and asking for keys would stop this process.
    guard tcgetpgrp(descriptor) == getpgrp(), tcgetattr(descriptor, &settings) == 0 else { return nil }
    before.with { $0 = settings }
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else { return nil }
  }

  /// Returns the next key, or nil at the end of the input.
  package func next() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count == 1 { return byte }
      guard count < 0, errno == EINTR else { return nil }
    }
  }

  /// Restores the terminal's settings.
  package func restore() {
    before.with { before in
      // In the background the call would stop the process, and the terminal belongs to another job.
      if var settings = before, tcgetpgrp(descriptor) == getpgrp() {
        tcsetattr(descriptor, TCSANOW, &settings)
      }
      before = nil
    }
  }
}
