import Support

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
