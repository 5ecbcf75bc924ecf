#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps SIGPIPE from ending the process, for one call on this thread.
///
/// Ignoring the signal for the whole process would be simpler, but programs that are started would
/// inherit that, and `yes | head -1` in a test script would never end.
enum SuppressedPipeSignal {
  static func during<Result>(_ body: () -> Result) -> Result {
    var pipeSignal = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)
    var before = sigset_t()
    let wasPending = isPending()
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
    let result = body()
    // The signal of a failed write is sent to the writing thread, so it waits here if anywhere.
    if !wasPending, isPending() {
      var taken: Int32 = 0
      sigwait(&pipeSignal, &taken)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    return result
  }

  private static func isPending() -> Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return sigismember(&pending, SIGPIPE) == 1
  }
}
