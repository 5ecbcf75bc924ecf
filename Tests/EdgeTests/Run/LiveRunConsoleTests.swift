import Base
import Graph
import Runner
import TestSupport
import Testing

@testable import Session

/// What a terminal shows is the judge.
@Suite("A run on a terminal")
struct LiveRunConsoleTests {
  private final class Terminal: Sendable {
    let size: Guarded<(columns: Int, rows: Int?)>
    let screen: Guarded<TerminalScreen>
    /// How many times something was written.
    let writes = Guarded(0)

    init(columns: Int, rows: Int? = 24) {
      size = Guarded((columns, rows))
      screen = Guarded(TerminalScreen(columns: columns, widthOf: DisplayWidth.of))
    }

    func write(_ text: String) {
      guard !text.isEmpty else { return }
      writes.with { $0 += 1 }
      screen.with { $0.write(text) }
    }

    func resize(columns: Int) {
      size.with { $0.columns = columns }
      screen.with { $0.resize(columns: columns) }
    }

    var lines: [String] { screen.with { $0.lines } }
  }

  private func console(
    _ terminal: Terminal, _ outline: RunOutline, _ detail: RunDetail = .results
  ) -> LiveRunConsole {
    LiveRunConsole(outline, detail: detail, color: true, now: .zero) { terminal.size.with { $0 } }
  }

  @Test("a long note is wrapped between words, and a name in quotes stays whole")
  func notes() {
    let terminal = Terminal(columns: 40)
    var console = console(terminal, RunEvents.outline(["A"]))
    let name = "\"a folder/with spaces/and a long name\""
    terminal.write(console.note("\("warning: ", .warning)the folder \(name) is gone", now: .zero))
    #expect(terminal.lines == ["warning: the folder", "  \(name)", "  is gone"])
  }

  @Test("what is built, what runs, what is done and left, and at the end only what has ended")
  func story() {
    let terminal = Terminal(columns: 60)
    let outline = RunEvents.outline(
      ["A", "B", "C"], expected: [RunEvents.id("A"): 4, RunEvents.id("B"): 8, RunEvents.id("C"): 2])
    var console = console(terminal, outline)
    terminal.write(console.handle(.buildStarted("A", ["A"]), now: .seconds(1)))
    #expect(terminal.lines == ["Building 0/3  1 s"])
    terminal.write(
      console.handle(.buildOutput("//A", .stdout, RunEvents.bytes("[3/9] Linking\n")), now: .seconds(3)))
    #expect(terminal.lines == ["Building 0/3  3 s", "  //A  0 s  3/9 Linking"])
    terminal.write(console.handle(.buildEnded("//A"), now: .seconds(4)))
    terminal.write(console.handle(.moduleStarted(RunEvents.id("A"), attempt: 1), now: .seconds(4)))
    terminal.write(console.handle(.moduleStarted(RunEvents.id("B"), attempt: 2), now: .seconds(5)))
    terminal.write(console.tick(now: .seconds(6)))
    #expect(
      terminal.lines == [
        "Testing 0/3  6 s, about 11 s left", "  //A:ATests  2 s  of about 4 s",
        "  //B:BTests  1 s  attempt 2",
      ])
    terminal.write(console.handle(.moduleFinished(RunEvents.report("B", .failed)), now: .seconds(7)))
    #expect(
      terminal.lines == [
        "✗ //B:BTests  1 of 4 tests failed  1.0 s", "Testing 1/3  1 failed  7 s, about 3 s left",
        "  //A:ATests  3 s  of about 4 s",
      ])
    terminal.write(console.note("a warning", now: .seconds(8)))
    terminal.write(console.handle(.waiting("another run holds the folder"), now: .seconds(9)))
    #expect(
      terminal.lines.suffix(2) == ["  another run holds the folder", "  //A:ATests  5 s  of about 4 s"])
    terminal.write(console.finish(now: .seconds(10)))
    #expect(terminal.lines == ["✗ //B:BTests  1 of 4 tests failed  1.0 s", "a warning"])
  }

  @Test("narrow, low and resized terminals show whole lines and keep nothing", arguments: [40, 20, 120])
  func sizes(_ columns: Int) {
    let terminal = Terminal(columns: columns, rows: 10)
    let names = (0..<60).map { "Packages/Feature日本\($0)" }
    var console = console(terminal, RunEvents.outline(names))
    for (index, name) in names.enumerated() {
      terminal.write(console.handle(.moduleStarted(RunEvents.id(name), attempt: 1), now: .seconds(index + 1)))
      #expect(terminal.lines.count <= 7)
      #expect(terminal.lines.allSatisfy { DisplayWidth.of($0) < columns })
    }
    #expect(terminal.lines.last == "  and 55 more")
    terminal.resize(columns: 31)
    terminal.write(console.tick(now: .seconds(100)))
    #expect(terminal.lines.count <= 7)
    #expect(terminal.lines.allSatisfy { DisplayWidth.of($0) < 31 })
    terminal.write(console.finish(now: .seconds(101)))
    #expect(terminal.lines == [])
  }

  @Test("a short run is never shown, a long one is drawn ten times a second at most")
  func pace() {
    let terminal = Terminal(columns: 80)
    var console = console(terminal, RunEvents.outline(["A"]))
    terminal.write(console.handle(.moduleStarted(RunEvents.id("A"), attempt: 1), now: .zero))
    terminal.write(console.tick(now: .milliseconds(299)))
    #expect(terminal.writes.with { $0 } == 0)
    for millisecond in 300..<1300 {
      terminal.write(
        console.handle(.testOutput(RunEvents.id("A"), .stdout, [65]), now: .milliseconds(millisecond)))
    }
    #expect((8...10).contains(terminal.writes.with { $0 }))
  }

  @Test("of a log only what tests print themselves is shown, unless all is wanted")
  func logs() {
    let log = "◇ Test a() started.\nmine \u{1B}[2J\n✘ Test a() failed after 0.001 seconds with 1 issue.\n"
    func lines(_ detail: RunDetail, _ log: String) -> [String] {
      let terminal = Terminal(columns: 80)
      terminal.write(
        RunEvents.told(
          console(terminal, RunEvents.outline(["A"]), detail), RunEvents.test("A", .failed, log: log)))
      return Array(terminal.lines.dropFirst())
    }
    #expect(lines(.results, log) == [#"    mine \x1b[2J"#])
    #expect(lines(.everything, log).count == 3)
    let long = (0..<1000).map { "line \($0)\n" }.joined()
    #expect(lines(.results, long).count == 41)
    #expect(lines(.results, long).first == "    ... 960 earlier lines; -v shows all")
    #expect(lines(.everything, long).count == 1000)
  }

  @Test("without enough history nothing is promised")
  func remaining() {
    let ids = ["A", "B", "C", "D"].map(RunEvents.id)
    func left(_ expected: [ModuleID: Double], jobs: Int = 1) -> Duration? {
      var outline = RunEvents.outline(["A", "B", "C", "D"], expected: expected)
      outline.jobs = jobs
      var progress = RunProgress(outline, now: .zero)
      progress.handle(.moduleStarted(ids[0], attempt: 1), now: .zero)
      return progress.remaining(now: .seconds(1))
    }
    #expect(left([:]) == nil)
    #expect(left([ids[0]: 5]) == nil)
    #expect(left([ids[0]: 5, RunEvents.id("Other"): 9, RunEvents.id("Another"): 9]) == nil)
    #expect(left([ids[0]: 4, ids[1]: 6]) == .seconds(19), "the others take as long as these on average")
    #expect(left([ids[0]: 4, ids[1]: 6], jobs: 2) == .milliseconds(9500))
    #expect(left([ids[0]: 40, ids[1]: 1], jobs: 8) == .seconds(39), "the longest sets the pace")
  }

  @Test("what ends without being run is no part of the count")
  func unplanned() {
    var progress = RunProgress(RunEvents.outline(["A", "B"]), now: .zero)
    for name in ["C", "D", "A"] {
      progress.handle(.moduleFinished(RunEvents.report(name, .cached)), now: .zero)
    }
    #expect(progress.testsDone == 1)
  }
}
