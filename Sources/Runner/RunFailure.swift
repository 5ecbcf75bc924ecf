package import Base

/// The reasons for having no verdict. A build or a test that fails is a result, not a failure.
extension Failure {
  /// Returns the failure with the code of a missing toolchain, if there is no program to run.
  var inRun: Failure {
    let isMissing = [Process.executableNotFound, .notExecutable].contains { $0.rawValue == code }
    return isMissing ? Failure(code: "missing-toolchain", message: message) : self
  }

  static func plantedLink(_ path: String) -> Failure {
    Failure(
      code: "planted-link", message: "Ambit does not write through the symbolic link \"\(path)\": remove it")
  }

  /// A scratch folder that takes no writes. `reason` comes from the command's output.
  static func scratchUnwritable(_ command: Command, because reason: String) -> Failure {
    let scratch = command.arguments.drop { $0 != "--scratch-path" }.dropFirst().first
    let place = scratch.map { " in \"\($0)\"" } ?? ""
    return Failure(
      code: "scratch-unwritable",
      message:
        "the build output cannot be written\(place): \(reason); free some space or repair the disk, and run again"
    )
  }

  /// `missing` names the outputs that are not there. nil means that the plan cannot be read.
  static func unbuilt(_ package: PackageRun, missing: [String]?) -> Failure {
    let rest =
      missing.map { "\($0.joined(separator: ", ")) cannot be found in \"\(package.scratchFolder)\"" }
      ?? "its plan cannot be read in \"\(package.scratchFolder)\""
    return Failure(
      code: "not-built",
      message: "SwiftPM built \"//\(package.folder)\" without an error, but \(rest); "
        + "update Ambit if the toolchain is newer, else report this")
  }

  /// Call this right after the failed call, unless you have its error.
  package static func scratchUnwritable(_ path: String, _ error: DiskError = .last) -> Failure {
    Failure(
      code: "scratch-unwritable",
      message: "cannot write \"\(path)\": \(error.words); make it writable, or free some space")
  }
}
