import Base
import Store
import Testing

@testable import Features
@testable import Reports

@Suite("Build states for people and scripts")
struct StateTextTests {
  private typealias Fixtures = StateFixtures

  private func plain(_ report: StateListReport, width: Int? = nil) -> [String] {
    StateText.lines(report, now: Fixtures.now, width: width).map(\.plain)
  }

  private let list = StateListReport(
    states: [
      .init(entry: Fixtures.entry(Fixtures.second, ago: 5), isCurrent: true),
      .init(
        entry: Fixtures.entry(Fixtures.second, "only-Odd", ago: 7200, files: 1, written: 0),
        isCurrent: false),
      .init(
        entry: Fixtures.entry(Fixtures.first, in: "/home/ann/shop", ago: 100_000, written: 56_000_000),
        isCurrent: false),
    ], workspace: Fixtures.workspace, bytes: 61_000_000)

  @Test("the list says where each belongs and which one fits")
  func listed() {
    #expect(
      plain(list) == [
        "→  9f8e7d6c  just now   .build/ambit/main                 1200 files  175 MB  +4.1 kB",
        "   9f8e7d6c  2 h ago    .build/ambit/only-Odd                 1 file  175 MB     +0 B",
        "   1a2b3c4d  yesterday  /home/ann/shop/.build/ambit/main  1200 files  175 MB   +56 MB",
        "", "3 build states, 61 MB in the store; → restores a missing scratch folder",
      ])
  }

  @Test("a narrow terminal loses nothing: a row with a long path goes on below")
  func narrow() {
    let lines = plain(list, width: 70)
    #expect(lines.prefix(4).allSatisfy { $0.count <= 70 })
    #expect(lines[2] == "  1a2b3c4d  yesterday  /home/ann/shop/.build/ambit/main  1200 files", "\(lines)")
    #expect(lines[3] == "      175 MB  +56 MB")
  }

  @Test("nothing current, nothing to explain")
  func withoutMark() {
    let report = StateListReport(
      states: [.init(entry: Fixtures.entry(Fixtures.first), isCurrent: false)], workspace: nil, bytes: 1000)
    #expect(plain(report).last == "1 build state, 1 kB in the store")
    #expect(plain(report)[0].contains("/builds/shop/.build/ambit/main"))
  }

  @Test("no state yet")
  func empty() {
    #expect(
      plain(StateListReport(states: [], workspace: nil, bytes: 0)) == [
        "No build state yet", "→ ambit test and ambit build save one when they pass",
      ])
  }

  @Test("JSON has everything there is")
  func json() throws {
    let json = try JSONParser.parse(Array(StateJSON.text(list).utf8))
    let states = try #require(json["states"]?.arrayValue)
    let first = try #require(states.first)
    #expect((json["schema"]?.intValue, json["bytes"]?.intValue) == (1, 61_000_000))
    #expect(states.compactMap { $0["current"]?.boolValue } == [true, false, false])
    #expect(first["key"]?.stringValue == list.states[0].entry.key.description)
    #expect(first["commit"]?.stringValue == Fixtures.second)
    #expect(first["workspace"]?.stringValue == "/builds/shop")
    #expect(first["scratch"]?.stringValue == "/builds/shop/.build/ambit/main")
    #expect(first["saved"]?.stringValue == Timestamp.text(Fixtures.now - 5))
    #expect(
      ["files", "inputs", "bytes", "storedBytes", "writtenBytes"].map { first[$0]?.intValue } == [
        1200, 96, 175_000_000, 56_000_000, 4100,
      ])
  }

  @Test("what was dropped, and what was not")
  func dropped() throws {
    let entries = [Fixtures.entry(Fixtures.first), Fixtures.entry(Fixtures.second)]
    let report = StateDropReport(
      dropped: [entries[0]], kept: [entries[1]], freedBytes: 4096, warnings: [])
    #expect(
      StateText.lines(report).map(\.plain) == [
        "kept 9f8e7d6c /builds/shop/.build/ambit/main: cannot be removed",
        "Dropped 1 build state, 4.1 kB freed",
      ])
    let json = try JSONParser.parse(Array(StateJSON.text(report).utf8))
    #expect(json["dropped"]?.arrayValue?.first?["commit"]?.stringValue == Fixtures.first)
    #expect(json["kept"]?.arrayValue?.first?["commit"]?.stringValue == Fixtures.second)
    #expect(json["freedBytes"]?.intValue == 4096)
    #expect(
      StateText.lines(StateDropReport(dropped: [], kept: [], freedBytes: 0, warnings: [])).map(\.plain) == [
        "No build state to drop"
      ])
  }
}
