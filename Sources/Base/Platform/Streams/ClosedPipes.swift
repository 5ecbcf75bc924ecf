#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps SIGPIPE from ending the process. A write to a closed pipe then fails like any other write.
///
/// The setting is for the whole process, since macOS sends the signal to the process and not to the writing thread.
/// Children get the default back (`Spawn`). Otherwise `yes | head -1` in a test script would never end.
enum ClosedPipes {
  private static let ignored: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  static func areErrors() { ignored }
}
