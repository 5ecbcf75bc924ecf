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
    for index in module.failures.indices {
      module.failures[index].file = module.failures[index].file.map(relative)
    }
    return module
  }

  package func relative(_ report: RunReport) -> RunReport {
    var report = report
    report.packages = report.packages.map(relative)
    report.modules = report.modules.map(relative)
    return report
  }
}
