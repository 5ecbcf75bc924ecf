import Names
import Support

/// What a group's build has come to so far.
struct Findings {
  /// Every error.
  private(set) var errors: [BuildDiagnostic] = []
  private(set) var settled: [RelativePath: BuiltPackage] = [:]
  /// Reports that nobody was told of yet, because the scratch folder may still prove unreliable.
  private var unsaid: [PackageReport] = []

  mutating func add(_ found: [BuildDiagnostic]) {
    errors += found.filter { !errors.contains($0) }
  }

  mutating func settle(_ built: BuiltPackage) {
    settled[built.package.folder] = built
    unsaid.append(built.report)
  }

  mutating func say(_ tell: (RunEvent) -> Void) {
    for report in unsaid {
      tell(.packageBuilt(report))
      tell(.buildEnded(RunEvent.buildName(ofOnly: report.folder)))
    }
    unsaid = []
  }

  /// What an attempt found that cannot be relied on.
  mutating func forget() {
    errors = []
    settled = [:]
    unsaid = []
  }

  /// The errors that keep `package` from being what is asked for.
  func culprits(of package: PackageRun) -> [BuildDiagnostic] {
    errors.filter { error in error.module.map(package.closure.contains) ?? false }
  }

  /// Whether an error is, or will be, reported of the package.
  func isBroken(_ package: PackageRun) -> Bool {
    !culprits(of: package).isEmpty || !ownErrors(of: package).isEmpty
  }

  /// Of something of the package that no test needs.
  func ownErrors(of package: PackageRun) -> [BuildDiagnostic] {
    errors.filter { $0.module?.package == package.folder }
  }
}
