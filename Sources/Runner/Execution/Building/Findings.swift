import Base

/// The results of a group's build so far.
struct Findings {
  private(set) var errors: [BuildDiagnostic] = []
  private(set) var settled: [RelativePath: BuiltPackage] = [:]
  /// Reports that are held back, since the scratch folder may still prove unreliable.
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

  /// Drops the results of an attempt that cannot be trusted.
  mutating func forget() {
    errors = []
    settled = [:]
    unsaid = []
  }

  /// Returns the errors that keep `package` from being built as asked for.
  func culprits(of package: PackageRun) -> [BuildDiagnostic] {
    errors.filter { error in error.module.map(package.closure.contains) ?? false }
  }

  /// True when the package has an error, now or in its report.
  func isBroken(_ package: PackageRun) -> Bool {
    !culprits(of: package).isEmpty || !ownErrors(of: package).isEmpty
  }

  /// Returns the errors in the package itself. Some may be in modules that no test needs.
  func ownErrors(of package: PackageRun) -> [BuildDiagnostic] {
    errors.filter { $0.module?.package == package.folder }
  }
}

/// A package after its build.
struct BuiltPackage: Sendable {
  /// The package, with the scratch folder of its last build.
  var package: PackageRun
  var report: PackageReport
  /// True when its tests can run. Another module of the package may still fail to compile.
  var canTest: Bool
  /// The names of the test products that were made.
  var products: [String] = []
  /// The test products that surely have no case of XCTest.
  var withoutXCTest: [String] = []
  /// The complete outputs, after a build of the whole package.
  var made: LastBuildPackage.Made?
  /// The errors that keep its tests from being built.
  var culprits: [BuildDiagnostic] = []

  static func skipped(_ package: PackageRun) -> BuiltPackage {
    BuiltPackage(
      package: package, report: PackageReport(folder: package.folder, outcome: .skipped), canTest: false)
  }
}

/// A group after its build.
struct GroupBuild: Sendable {
  /// The packages in the group's order.
  let packages: [BuiltPackage]
  let totals: BuildTotals
  let warnings: [Warning]
  let compilerReads: CompilerReads
  let toolReads: [ToolReads]
}

/// Finds the module whose source has a compiler error.
struct ErrorOwners: Sendable {
  private let folders: [(path: String, module: ModuleID)]

  init(_ sourceFolders: [ModuleID: String]) {
    // The innermost folder comes first.
    folders = sourceFolders.map { ($0.value + "/", $0.key) }.sorted {
      ($1.path.utf8.count, $0.module) < ($0.path.utf8.count, $1.module)
    }
  }

  /// Returns the errors with their modules.
  func attributed(_ errors: [BuildDiagnostic]) -> [BuildDiagnostic] {
    errors.map { error in
      var result = error
      result.module = error.file.flatMap { file in folders.first { file.hasPrefix($0.path) }?.module }
      return result
    }
  }
}
