package import Runner

/// Where a run took place, so that reports name files as seen from the workspace.
package struct RunPaths: Sendable, Hashable {
  /// Absolute, with a slash at its end.
  private let prefix: String

  package init(root: String) {
    prefix = root.hasSuffix("/") ? root : root + "/"
  }

  /// A file outside the workspace keeps its absolute path.
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
    return module
  }

  /// Of a crash only what stands in the workspace is kept of its calls, and the innermost of them is its place.
  private func relative(_ failure: CaseFailure) -> CaseFailure {
    var failure = failure
    failure.frames = failure.frames.compactMap(own)
    failure.file = failure.file.map(relative)
    if failure.file == nil, let place = failure.frames.first {
      (failure.file, failure.line) = (place.file, place.line)
    }
    return failure
  }

  /// nil for what stands elsewhere, or where only builds write.
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
