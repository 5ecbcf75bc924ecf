import CPlatform

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
    settings.c_lflag &= ~Self.lineModes
    guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else { return nil }
  }

  private static let lineModes = tcflag_t(ICANON | ECHO)

  /// Asks for single keys again when a shell has changed the terminal's settings: many do between Ctrl-Z and `fg`.
  /// Returns true if that was so.
  package func renew() -> Bool {
    before.with { before in
      var settings = termios()
      guard before != nil, tcgetpgrp(descriptor) == getpgrp(), tcgetattr(descriptor, &settings) == 0,
        settings.c_lflag & Self.lineModes != 0
      else { return false }
      settings.c_lflag &= ~Self.lineModes
      return tcsetattr(descriptor, TCSANOW, &settings) == 0
    }
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

  /// Runs a program that may take the whole terminal, such as an editor, and waits for its end. Without a terminal the
  /// program has no input. Nobody may wait for a key meanwhile.
  package func lend(to command: Command) throws(Failure) {
    guard let settings = before.look({ $0 }) else {
      _ = try command.run()
      return
    }
    #if os(Linux)
      // An editor may leave a window open. The program must not adopt it, since it kills its orphans at the end.
      let adopts = ambit_adopts_orphans()
      _ = ambit_adopt_orphans(0)
      defer { _ = ambit_adopt_orphans(adopts) }
    #endif
    var (own, lent) = (termios(), settings)
    tcgetattr(descriptor, &own)
    tcsetattr(descriptor, TCSANOW, &lent)
    let pid: pid_t
    do throws(Failure) {
      pid = try Spawn.start(command, stdin: descriptor, stdout: descriptor, stderr: descriptor)
    } catch {
      tcsetattr(descriptor, TCSANOW, &own)
      throw error
    }
    // A process in the background is stopped when it uses the terminal, so the editor may have been stopped by now.
    tcsetpgrp(descriptor, pid)
    kill(-pid, SIGCONT)
    var status: Int32 = 0
    while waitpid(pid, &status, WUNTRACED) < 0 ? errno == EINTR : status & 0xFF == 0x7F {
      // A suspended editor would keep the terminal, and no shell is here to bring it back.
      kill(-pid, SIGCONT)
    }
    takeBack(&own)
  }

  /// The call would stop this process, which is in the background now, if the signal could reach it.
  private func takeBack(_ settings: inout termios) {
    var (blocked, earlier) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &blocked, &earlier)
    tcsetpgrp(descriptor, getpgrp())
    tcsetattr(descriptor, TCSANOW, &settings)
    pthread_sigmask(SIG_SETMASK, &earlier, nil)
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

/// The size of the terminal behind a descriptor.
package struct TerminalWindow: Sendable, Hashable {
  package let columns: Int?
  package let rows: Int?

  /// Returns nil when there is no terminal.
  package init?(of descriptor: Int32) {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    columns = isKnown ? Int(size.ws_col) : nil
    rows = isKnown ? Int(size.ws_row) : nil
  }
}
