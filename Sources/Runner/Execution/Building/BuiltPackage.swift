import Support

/// A package after its build.
struct BuiltPackage: Sendable {
  /// With the scratch folder that it was built in last.
  var package: PackageRun
  var report: PackageReport
  /// Its test product may be there although something else of the package does not compile.
  var canTest: Bool
  /// Whether its test product surely has no case of XCTest.
  var hasNoXCTest = false
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
}
