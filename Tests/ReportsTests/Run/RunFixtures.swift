import Base

@testable import Reports
@testable import Runner

/// Runs of a small shop.
enum RunFixtures {
  static func id(_ package: String, _ name: String) -> ModuleID {
    ModuleID(package: RelativePath(package), name: name)
  }

  static let passing = ModuleReport(
    id: id("Core", "CoreTests"), outcome: .passed, seconds: 0.42, attempts: 1,
    cases: CaseCounts(passed: 12, skipped: 1))

  static let failing = ModuleReport(
    id: id("Cart", "CartTests"), outcome: .failed, seconds: 1.5, attempts: 1,
    cases: CaseCounts(passed: 7, failed: 1),
    failures: [
      CaseFailure(
        testCase: "CartTests.Totals/sum()", message: "Expectation failed: (a → 3) == 4\nsecond line",
        file: "Cart/Tests/CartTests/Totals.swift", line: 12)
    ])

  static func cached(_ name: String, seconds: Double = 3) -> ModuleReport {
    var module = ModuleReport(
      id: id(name, "\(name)Tests"), outcome: .cached, seconds: seconds, cases: CaseCounts(passed: 4))
    module.source = .local
    return module
  }

  static func module(_ name: String, _ outcome: ModuleReport.Outcome, attempts: Int = 1) -> ModuleReport {
    ModuleReport(
      id: id(name, "\(name)Tests"), outcome: outcome, seconds: 2, attempts: attempts,
      cases: CaseCounts(passed: 3))
  }

  static let compileError = BuildDiagnostic(
    file: "Cart/Sources/Cart/Cart.swift", line: 2, column: 5, message: "cannot find 'x' in scope")

  static func built(_ folders: String...) -> [PackageReport] {
    folders.map { PackageReport(folder: RelativePath($0), outcome: .built, seconds: 1, invocations: 1) }
  }

  static func broken(_ folder: String, _ errors: [BuildDiagnostic] = [compileError]) -> PackageReport {
    PackageReport(
      folder: RelativePath(folder), outcome: .buildFailed, seconds: 1, invocations: 1, errors: errors)
  }

  static let noDependency = Failure(code: "unresolved-dependency", message: "Nope is not there; add it")

  static func unjudged(_ folder: String) -> PackageReport {
    PackageReport(folder: RelativePath(folder), withoutVerdict: noDependency)
  }

  static func unjudgedModule(_ name: String) -> ModuleReport {
    ModuleReport(id: id(name, "\(name)Tests"), withoutVerdict: noDependency)
  }

  static func report(
    _ outcome: RunReport.Outcome, packages: [PackageReport] = [], modules: [ModuleReport] = []
  ) -> RunReport {
    RunReport(
      outcome: outcome, packages: packages, modules: modules,
      build: BuildTotals(
        groups: packages.isEmpty ? 0 : 1, seconds: 3.1, invocations: packages.isEmpty ? 0 : 1))
  }

  /// `Cart` and `Core`, where SwiftPM looks for them.
  static let sources = SourceModules(
    ["Cart", "Core"].flatMap { name in
      [
        (folder: RelativePath("\(name)/Sources/\(name)"), module: id(name, name)),
        (folder: RelativePath("\(name)/Tests/\(name)Tests"), module: id(name, "\(name)Tests")),
      ]
    })
}
