/// The reason why a process could not be run. A process that ran and failed has a `ProcessStatus` instead.
package struct ProcessError: Error, Sendable, Equatable {
  package enum Kind: String, Sendable {
    case executableNotFound = "executable-not-found"
    case notExecutable = "not-executable"
    case workingFolderMissing = "working-folder-missing"
    case invalidArgument = "invalid-argument"
    case spawnFailed = "spawn-failed"
    /// The child's status could not be read, so its end is unknown.
    case statusLost = "status-lost"
    /// The run is being stopped. The process was killed, or never started.
    case stopped
  }

  package let kind: Kind
  package let message: String

  package var code: String { kind.rawValue }

  package static let stopped = ProcessError(kind: .stopped, message: "the run was stopped")

  static func spawnFailed(_ what: String, _ number: Int32) -> ProcessError {
    ProcessError(kind: .spawnFailed, message: "\(what): \(DiskError.words(for: number))")
  }

  /// Returns a value as messages show it.
  static func quoted(_ value: String) -> String { "\"\(Text.escapingControls(value))\"" }
}
