#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps SIGPIPE from ending the process: writing to a pipe that nobody reads any more is an error like others.
///
/// For the whole process, since macOS sends the signal to that and not to the thread that writes. What is started gets
/// the default back (`Spawn`), or `yes | head -1` in a test script would never end.
enum ClosedPipes {
  private static let ignored: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  static func areErrors() { ignored }
}
