package import Base

/// The record of a test module that passed. A later run shows it instead of running the module again.
///
/// Only a complete pass at the first attempt can become a record. The caller decides whether the module's key allows
/// one.
package struct RecordedPass: Sendable, Equatable {
  package let seconds: Double
  package let cases: CaseCounts
  package let caseReports: [CaseReport]

  /// nil for everything but a plain pass. A failure, a pass after a retry, and a bundle of xcodebuild are none. A
  /// module with a case in quarantine, and one that ran no case, though it may have some, are none either.
  package init?(_ report: ModuleReport) {
    guard report.outcome == .passed, report.source == .run, !report.runsInXcode, report.attempts == 1,
      report.failures.isEmpty, report.quarantined.isEmpty,
      report.cases.failed == 0, report.cases != CaseCounts() || report.isSurelyEmpty,
      report.caseReports.allSatisfy({ $0.outcome != .failed })
    else { return nil }
    seconds = report.seconds
    cases = report.cases
    caseReports = report.caseReports
  }

  /// Returns the report of a module that was not run because of this pass.
  package func report(
    of id: ModuleID, key: String, log: [UInt8], source: ModuleReport.Source
  ) -> ModuleReport {
    var report = ModuleReport(id: id, outcome: .cached, seconds: seconds, cases: cases)
    report.log = log
    report.caseReports = caseReports
    report.source = source
    report.key = key
    return report
  }
}

// MARK: As bytes

extension RecordedPass {
  private static let schema = 1

  package var encoded: [UInt8] {
    let reports = caseReports.map { testCase -> JSON in
      [
        "name": testCase.name, "outcome": testCase.outcome.rawValue,
        "seconds": OptionalField(testCase.seconds),
      ]
    }
    let record: JSON = [
      "schema": Self.schema, "seconds": seconds, "passed": cases.passed, "skipped": cases.skipped,
      "empty": OptionalField(cases == CaseCounts() ? true : nil), "cases": reports,
    ]
    return Array(record.compactJSON.utf8)
  }

  /// nil for bytes that are no record, or that another version wrote. Both count as no record.
  package init?(decoding bytes: [UInt8]) {
    guard let node = try? JSONParser.parse(bytes), node["schema"]?.intValue == Self.schema,
      let seconds = node["seconds"]?.doubleValue, let passed = node["passed"]?.intValue,
      let skipped = node["skipped"]?.intValue, let cases = node["cases"]?.arrayValue
    else { return nil }
    // Earlier versions also recorded modules that ran no case.
    guard passed + skipped > 0 || node["empty"]?.boolValue == true else { return nil }
    var reports: [CaseReport] = []
    for entry in cases {
      guard let name = entry["name"]?.stringValue,
        let outcome = entry["outcome"]?.stringValue.flatMap(CaseReport.Outcome.init), outcome != .failed
      else { return nil }
      reports.append(CaseReport(name: name, outcome: outcome, seconds: entry["seconds"]?.doubleValue))
    }
    self.seconds = seconds
    self.cases = CaseCounts(passed: passed, skipped: skipped)
    caseReports = reports
  }
}
