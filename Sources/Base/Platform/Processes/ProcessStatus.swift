#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The way in which a process ended.
package enum ProcessStatus: Sendable, Hashable {
  case exited(Int32)
  case signalled(Int32)
  /// The process exceeded its time limit and was killed.
  case timedOut

  package var isSuccess: Bool { self == .exited(0) }
}

extension ProcessStatus: CustomStringConvertible {
  /// `exit code 3`, `signal 11 (SIGSEGV)`, `a time-out`.
  package var description: String {
    switch self {
    case .exited(let code): "exit code \(code)"
    case .signalled(let number): "signal \(number)" + (Self.signalName(number).map { " (\($0))" } ?? "")
    case .timedOut: "a time-out"
    }
  }

  private static func signalName(_ number: Int32) -> String? {
    switch number {
    case SIGHUP: "SIGHUP"
    case SIGINT: "SIGINT"
    case SIGQUIT: "SIGQUIT"
    case SIGILL: "SIGILL"
    case SIGTRAP: "SIGTRAP"
    case SIGABRT: "SIGABRT"
    case SIGBUS: "SIGBUS"
    case SIGFPE: "SIGFPE"
    case SIGKILL: "SIGKILL"
    case SIGSEGV: "SIGSEGV"
    case SIGPIPE: "SIGPIPE"
    case SIGTERM: "SIGTERM"
    default: nil
    }
  }
}

extension Failure {
  /// The reason why a process could not be run. A process that ran and failed has a `ProcessStatus` instead. When the
  /// run is being stopped, the process was killed or never started, and the failure is `stopped`.
  package enum Process: String, Sendable {
    case executableNotFound = "executable-not-found"
    case notExecutable = "not-executable"
    case workingFolderMissing = "working-folder-missing"
    case invalidArgument = "invalid-argument"
    case spawnFailed = "spawn-failed"
    /// The child's status could not be read, so its end is unknown.
    case statusLost = "status-lost"
  }

  static func process(_ reason: Process, _ message: String) -> Failure {
    Failure(code: reason.rawValue, message: message)
  }

  static func spawnFailed(_ what: String, _ number: Int32) -> Failure {
    .process(.spawnFailed, "\(what): \(DiskError.words(for: number))")
  }
}
