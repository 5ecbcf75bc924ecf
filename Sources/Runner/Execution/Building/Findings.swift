import Base

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

/// A package after its build.
struct BuiltPackage: Sendable {
  /// With the scratch folder that it was built in last.
  var package: PackageRun
  var report: PackageReport
  /// Its test products may be there although something else of the package does not compile.
  var canTest: Bool
  /// The names of the test products that are there.
  var products: [String] = []
  /// Those among them that surely have no case of XCTest.
  var withoutXCTest: [String] = []
  /// All that is there of it, after a build of the whole package.
  var made: StandingPackage.Made?
  /// What keeps its tests from being built.
  var culprits: [BuildDiagnostic] = []

  static func skipped(_ package: PackageRun) -> BuiltPackage {
    BuiltPackage(
      package: package, report: PackageReport(folder: package.folder, outcome: .skipped), canTest: false)
  }
}

/// A group after its build.
struct GroupBuild: Sendable {
  /// In the group's order.
  let packages: [BuiltPackage]
  let totals: BuildTotals
  let warnings: [Warning]
  let testimony: Testimony
  let toolReads: [ToolReads]
}

/// Tells whose source a compiler error stands in.
struct ErrorOwners: Sendable {
  private let folders: [(path: String, module: ModuleID)]

  init(_ sourceFolders: [ModuleID: String]) {
    // The innermost folder comes first.
    folders = sourceFolders.map { ($0.value + "/", $0.key) }.sorted {
      ($1.path.utf8.count, $0.module) < ($0.path.utf8.count, $1.module)
    }
  }

  /// The errors with their modules.
  func attributed(_ errors: [BuildDiagnostic]) -> [BuildDiagnostic] {
    errors.map { error in
      var result = error
      result.module = error.file.flatMap { file in folders.first { file.hasPrefix($0.path) }?.module }
      return result
    }
  }
}
