package import Base

/// The reason for having no verdict. A build or a test that fails is a result, not an error.
package struct RunError: Error, Sendable, Equatable, Codable {
  package let code: String
  package let message: String

  package init(code: String, _ message: String) {
    self.code = code
    self.message = message
  }

  package init(_ error: ProcessError) {
    let isMissing = error.kind == .executableNotFound || error.kind == .notExecutable
    self.init(code: isMissing ? "missing-toolchain" : error.code, error.message)
  }

  static func wrapping<Result>(_ body: () throws(ProcessError) -> Result) throws(RunError) -> Result {
    do { return try body() } catch { throw RunError(error) }
  }

  static func plantedLink(_ path: String) -> RunError {
    RunError(
      code: "planted-link",
      "Ambit does not write through the symbolic link \"\(path)\": remove it")
  }

  /// True when the run was stopped.
  var isStop: Bool { code == ProcessError.Kind.stopped.rawValue }

  /// Returns the error of a scratch folder that takes no writes. `reason` comes from the command's output.
  static func unwritable(_ command: Command, because reason: String) -> RunError {
    let scratch = command.arguments.drop { $0 != "--scratch-path" }.dropFirst().first
    let place = scratch.map { " in \"\($0)\"" } ?? ""
    return RunError(
      code: "scratch-unwritable",
      "the build output cannot be written\(place): \(reason); free some space or repair the disk, and run again"
    )
  }

  /// `missing` names the outputs that are not there. nil means that the plan cannot be read.
  static func unbuilt(_ package: PackageRun, missing: [String]?) -> RunError {
    let rest =
      missing.map { "\($0.joined(separator: ", ")) cannot be found in \"\(package.scratchFolder)\"" }
      ?? "its plan cannot be read in \"\(package.scratchFolder)\""
    return RunError(
      code: "not-built",
      "SwiftPM built \"//\(package.folder)\" without an error, but \(rest); "
        + "update Ambit if the toolchain is newer, else report this")
  }

  /// Call this right after the failed call, unless you have its error.
  package static func unwritable(_ path: String, _ error: DiskError = .last) -> RunError {
    RunError(
      code: "scratch-unwritable",
      "cannot write \"\(path)\": \(error.words); make it writable, or free some space")
  }
}
