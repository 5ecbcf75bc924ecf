#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keys as they are pressed, without waiting for the end of a line and without showing them. What is no terminal is read as
/// it comes.
package final class Keystrokes: Sendable {
  private let descriptor: Int32
  /// What a terminal was like before.
  private let before: Guarded<termios?>

  /// nil where nobody can press anything: no input, or a terminal that others have in hand.
  package init?(_ descriptor: Int32) {
    self.descriptor = descriptor
    before = Guarded(nil)
    guard isatty(descriptor) == 1 else {
      guard fcntl(descriptor, F_GETFL) & O_ACCMODE != O_WRONLY else { return nil }
      return
    }
    var settings = termios()
    // Of a job in the background the terminal is somebody else's, and asking for keys would stop it.
    guard tcgetpgrp(descriptor) == getpgrp(), tcgetattr(descriptor, &settings) == 0 else { return nil }
    before.with { $0 = settings }
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else { return nil }
  }

  /// The next key; nil when there will be none any more.
  package func next() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count == 1 { return byte }
      guard count < 0, errno == EINTR else { return nil }
    }
  }

  /// Leaves the terminal as it was found.
  package func restore() {
    before.with { before in
      // From the background it would stop the process, and the terminal is somebody else's there.
      if var settings = before, tcgetpgrp(descriptor) == getpgrp() {
        tcsetattr(descriptor, TCSANOW, &settings)
      }
      before = nil
    }
  }
}
