import Base
import Testing

@testable import Runner

@Suite struct RecordedPassTests {
  static var pass: ModuleReport {
    var report = ModuleReport(
      id: ModuleID(package: "Core", name: "CoreTests"), outcome: .passed, seconds: 1.25, attempts: 1,
      cases: CaseCounts(passed: 2, skipped: 1))
    report.caseReports = [
      CaseReport(name: "CoreTests.A/\"b\"()", outcome: .passed, seconds: 0.5),
      CaseReport(name: "CoreTests.A/testC", outcome: .passed),
      CaseReport(name: "CoreTests.A/ü\u{1b}[31m", outcome: .skipped, seconds: 0),
    ]
    return report
  }

  @Test func whatIsKeptComesBack() throws {
    let kept = try #require(RecordedPass(Self.pass))
    let back = try #require(RecordedPass(decoding: kept.encoded))
    #expect(back == kept)
    let report = back.report(of: Self.pass.id, key: "00ff", log: [1, 2], source: .local)
    #expect(report.outcome == .cached)
    #expect(report.source == .local)
    #expect(report.attempts == 0)
    #expect(report.caseReports == Self.pass.caseReports)
    #expect(report.log == [1, 2])
    #expect(report.key == "00ff")
  }

  /// That no case ran may be a mistake; earlier versions took it for a pass.
  @Test func aPassWithoutCasesIsKeptOnlyWhereNoneWasCompiled() throws {
    let unsure = ModuleReport(id: Self.pass.id, outcome: .passed, attempts: 1)
    #expect(RecordedPass(unsure) == nil)
    var sure = unsure
    sure.isSurelyEmpty = true
    let kept = try #require(RecordedPass(sure))
    #expect(RecordedPass(decoding: kept.encoded) == kept)
    let older = String(decoding: kept.encoded, as: UTF8.self).replacing(",\"empty\":true", with: "")
    #expect(RecordedPass(decoding: Array(older.utf8)) == nil)
  }

  private static func with(_ change: (inout ModuleReport) -> Void) -> ModuleReport {
    var report = pass
    change(&report)
    return report
  }

  static var unfit: [ModuleReport] {
    ModuleReport.Outcome.allCases.filter { $0 != .passed }.map { outcome in with { $0.outcome = outcome } }
      + [
        with { $0.attempts = 2 },
        with { $0.attempts = 0 },
        with { $0.source = .local },
        with { $0.cases.failed = 1 },
        with { $0.caseReports[0].outcome = .failed },
        with { $0.failures = [CaseFailure(testCase: "x", message: "y")] },
      ]
  }

  @Test(arguments: unfit) func onlyAPlainPassIsKept(report: ModuleReport) {
    #expect(RecordedPass(report) == nil)
  }

  @Test func damagedBytesAreNoPass() throws {
    let bytes = try #require(RecordedPass(Self.pass)).encoded
    for length in bytes.indices { #expect(RecordedPass(decoding: Array(bytes[..<length])) == nil) }
    let text = String(decoding: bytes, as: UTF8.self)
    for damaged in [
      text.replacing("\"schema\":1", with: "\"schema\":2"),
      text.replacing("\"passed\":2", with: "\"passed\":\"\""),
      text.replacing("\"skipped\",", with: "\"failed\","),
    ] {
      #expect(damaged != text)
      #expect(RecordedPass(decoding: Array(damaged.utf8)) == nil)
    }
  }
}
