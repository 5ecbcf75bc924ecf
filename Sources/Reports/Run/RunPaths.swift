package import Runner

/// The folder of a run, to show files relative to the workspace.
package struct RunPaths: Sendable, Hashable {
  /// The absolute path of the workspace, with a slash at its end.
  private let prefix: String

  package init(root: String) {
    prefix = root.hasSuffix("/") ? root : root + "/"
  }

  /// The path relative to the workspace. A file outside the workspace keeps its absolute path.
  package func relative(_ file: String) -> String {
    file.utf8.starts(with: prefix.utf8) ? String(file.utf8.dropFirst(prefix.utf8.count)) ?? file : file
  }

  package func relative(_ error: BuildDiagnostic) -> BuildDiagnostic {
    var error = error
    error.file = error.file.map(relative)
    return error
  }

  package func relative(_ package: PackageReport) -> PackageReport {
    var package = package
    package.errors = package.errors.map(relative)
    return package
  }

  package func relative(_ module: ModuleReport) -> ModuleReport {
    var module = module
    module.failures = module.failures.map(relative)
    for index in module.quarantined.indices {
      module.quarantined[index].failures = module.quarantined[index].failures.map(relative)
    }
    return module
  }

  /// Keeps only the frames of a crash within the workspace. The innermost of them is the place of the failure.
  private func relative(_ failure: CaseFailure) -> CaseFailure {
    var failure = failure
    failure.frames = failure.frames.compactMap(own)
    failure.file = failure.file.map(relative)
    if failure.file == nil, let place = failure.frames.first {
      (failure.file, failure.line) = (place.file, place.line)
    }
    return failure
  }

  /// Returns nil for a frame outside the workspace, or in a folder that only builds write to.
  private func own(_ frame: CallFrame) -> CallFrame? {
    let file = relative(frame.file)
    guard !file.hasPrefix("/"), !"/\(file)".contains("/.build/") else { return nil }
    return CallFrame(function: frame.function, file: file, line: frame.line)
  }

  package func relative(_ report: RunReport) -> RunReport {
    var report = report
    report.packages = report.packages.map(relative)
    report.modules = report.modules.map(relative)
    return report
  }
}
