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
