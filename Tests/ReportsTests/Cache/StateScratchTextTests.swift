import Base
import Store
import Testing

@testable import Features
@testable import Reports

@Suite("What saving and restoring did")
struct StateScratchTextTests {
  private typealias Scratch = StateScratchReport.Scratch
  private let state = StateFixtures.entry(StateFixtures.first).summary
  private let refusal = Warning(code: "state-damaged", message: "a bundle is missing")

  private func report(_ outcomes: [StateScratchReport.Outcome], isShallow: Bool = false) -> StateScratchReport
  {
    let scratches = outcomes.enumerated().map { index, outcome in
      Scratch(
        path: "\(StateFixtures.workspace)/.build/ambit/main\(index == 0 ? "" : "-\(index + 1)")",
        outcome: outcome)
    }
    return StateScratchReport(
      scratches: scratches, workspace: StateFixtures.workspace, isShallow: isShallow)
  }

  private func plain(_ outcomes: StateScratchReport.Outcome..., isShallow: Bool = false) -> [String] {
    StateText.lines(report(outcomes, isShallow: isShallow)).map(\.plain)
  }

  @Test("what was done is one line each")
  func done() {
    #expect(
      plain(.restored(state, seconds: 0.42), .saved(state, seconds: 1.25)) == [
        "restored .build/ambit/main from 1a2b3c4d (1200 files, 175 MB) in 420 ms",
        "saved .build/ambit/main-2 as 1a2b3c4d (1200 files, 175 MB, 4.1 kB added) in 1.3 s",
      ])
  }

  @Test("what was not says what to do, once")
  func notDone() {
    #expect(
      plain(.present, .present) == [
        "kept .build/ambit/main: it exists already", "kept .build/ambit/main-2: it exists already",
        "→ --force replaces the folder",
      ])
    #expect(
      plain(.absent) == [
        "nothing to save: .build/ambit/main does not exist",
        "→ ambit test builds it, and saves it when it passes",
      ])
    #expect(
      plain(.nothingFits(others: 0)) == [
        "nothing to restore: .build/ambit/main has no build state yet",
        "→ ambit test and ambit build save one when they pass",
      ])
    #expect(
      plain(.nothingFits(others: 2)) == [
        "nothing to restore: .build/ambit/main has 2 build states, none for this commit or its ancestors",
        "→ ambit cache state list lists them; toolchain, system and flags must match too",
      ])
  }

  @Test("in a shallow clone the missing history comes first")
  func shallow() {
    #expect(
      plain(.nothingFits(others: 2), .nothingFits(others: 0), isShallow: true).last
        == "→ git fetch --unshallow fetches older commits, which may have a state")
  }

  @Test("what went wrong is a warning, and the rest goes on")
  func failed() throws {
    let report = report([.failed(refusal), .restored(state, seconds: 0.1)])
    #expect(StateText.lines(report).map(\.plain)[0] == "left out .build/ambit/main")
    #expect(report.warnings == [refusal])
    let json = try JSONParser.parse(Array(StateJSON.text(report).utf8))
    #expect(
      json["scratches"]?.arrayValue?.compactMap { $0["outcome"]?.stringValue } == ["failed", "restored"])
    #expect(json["warnings"]?.arrayValue?.first?["code"]?.stringValue == "state-damaged")
  }

  @Test("every outcome has its word in JSON")
  func words() throws {
    let report = report([
      .restored(state, seconds: 0.42), .saved(state, seconds: 1), .present, .absent, .nothingFits(others: 1),
    ])
    let json = try JSONParser.parse(Array(StateJSON.text(report).utf8))
    let scratches = try #require(json["scratches"]?.arrayValue)
    #expect(
      scratches.compactMap { $0["outcome"]?.stringValue } == [
        "restored", "saved", "present", "absent", "none",
      ])
    #expect(scratches[0]["commit"]?.stringValue == StateFixtures.first)
    #expect((scratches[0]["files"]?.intValue, scratches[0]["bytes"]?.intValue) == (1200, 175_000_000))
    #expect((scratches[0]["writtenBytes"]?.intValue, scratches[1]["writtenBytes"]?.intValue) == (nil, 4100))
    #expect(scratches[2]["scratch"]?.stringValue == "/builds/shop/.build/ambit/main-3")
  }
}
