import Base
import TestSupport

@testable import Runner

/// A history in a folder of its own.
struct HistorySandbox {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  var cacheFolder: String { folder.path("cache") }
  var database: String { cacheFolder + "/history.sqlite" }

  func history(of workspace: String = "/shop", _ limits: History.Limits = .init()) -> History {
    History(cacheFolder: cacheFolder, workspace: workspace, limits: limits)
  }

  /// Copies the log into the database, as every hundredth run or so does.
  func settle() throws {
    _ = try history().file.read { database throws(Failure) in
      try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }
}

extension ModuleID {
  static func named(_ name: String) -> ModuleID {
    ModuleID(package: RelativePath("Packages/\(name)"), name: "\(name)Tests")
  }
}

extension ModuleReport {
  static func passed(
    _ name: String, _ seconds: Double = 1, _ outcome: Outcome = .passed, key: String? = nil,
    cases: [CaseReport] = [], failures: [String] = []
  ) -> ModuleReport {
    var report = ModuleReport(
      id: .named(name), outcome: outcome, seconds: seconds, attempts: outcome == .cached ? 0 : 1,
      failures: failures.map { CaseFailure(testCase: $0, message: "no") })
    report.key = key
    report.source = outcome == .cached ? .local : .run
    report.caseReports = cases
    return report
  }
}

extension RunReport {
  static func of(_ modules: [ModuleReport], _ outcome: Outcome = .passed) -> RunReport {
    RunReport(outcome: outcome, packages: [], modules: modules, build: BuildTotals(seconds: 3))
  }
}

extension RunFacts {
  static func at(_ time: Int, isFiltered: Bool = false) -> RunFacts {
    RunFacts(time: time, action: "test", head: "abc", base: "main", isFiltered: isFiltered, affected: 7)
  }
}
