import Base
import Graph
import TestSupport
import Testing

@testable import Runner

@Suite("The history is bounded")
struct PruningTests {
  private func rows(_ sandbox: HistorySandbox, of table: String) throws -> Int {
    try #require(
      try sandbox.history().file.read { database throws(Failure) in
        try database.integer("SELECT count(*) FROM \(table)")
      })
  }

  @Test("by count, in batches, each workspace for itself")
  func count() throws {
    let sandbox = try HistorySandbox()
    let limits = History.Limits(runs: 20)
    try sandbox.history(of: "/quiet", limits).record(.of([.passed("Core")]), .at(0))
    for time in 0..<50 {
      try sandbox.history(of: "/busy", limits).record(.of([.passed("M\(time)")]), .at(time))
      #expect(try sandbox.history(of: "/busy").runCount() < 22)
    }
    #expect(try sandbox.history(of: "/quiet").runCount() == 1)
    let kept = try sandbox.history(of: "/busy").runs(last: 99).map(\.facts.time)
    #expect(kept == Array((50 - kept.count..<50).reversed()))
    #expect(kept.count >= 20)
    // What nothing speaks of is gone too.
    #expect(try sandbox.history(of: "/busy").modules().count <= 22)
    #expect(try rows(sandbox, of: "module_run") == kept.count + 1)
  }

  @Test("by age, whichever workspace")
  func age() throws {
    let sandbox = try HistorySandbox()
    let day = 86400
    let limits = History.Limits(days: 10)
    let cases = [CaseReport(name: "CoreTests.a()", outcome: .passed)]
    try sandbox.history(of: "/gone", limits).record(.of([.passed("Core", cases: cases)]), .at(0))
    try sandbox.history(of: "/shop", limits).record(.of([.passed("Core")]), .at(10 * day))
    #expect(try sandbox.history(of: "/gone").runCount() == 1)
    try sandbox.history(of: "/shop", limits).record(.of([.passed("Core")]), .at(12 * day))
    #expect(try sandbox.history(of: "/gone").runCount() == 0)
    #expect(try rows(sandbox, of: "workspace") == 1)
    #expect(try rows(sandbox, of: "case_run") == 0)
    #expect(try rows(sandbox, of: "test_case") == 0)
  }

  @Test("by size")
  func size() throws {
    let sandbox = try HistorySandbox()
    let limits = History.Limits(bytes: 200_000)
    var largest = 0
    for time in 0..<60 {
      let cases = (0..<100).map {
        CaseReport(name: "CoreTests.case\($0 + time)()", outcome: .passed, seconds: 1)
      }
      try sandbox.history(of: "/shop", limits).record(.of([.passed("Core", cases: cases)]), .at(time))
      let size = try sandbox.history().file.read { database throws(Failure) in
        try database.integer("PRAGMA page_count") * database.integer("PRAGMA page_size")
      }
      largest = max(largest, size ?? 0)
    }
    #expect(largest < 300_000)
    #expect(try sandbox.history().runCount() > 3)
    #expect(try sandbox.history().runs(last: 1).first?.facts.time == 59)
  }
}
