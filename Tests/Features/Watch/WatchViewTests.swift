import Arguments
import Base
import TestSupport
import Testing

@testable import Features
@testable import Session

@Suite("What is shown of watching") struct WatchViewTests {
  private func shown(_ pieces: [String]) -> [String] {
    pieces.joined().split(separator: "\n").map(String.init)
  }

  @Test func inALogThereAreOnlyLines() {
    var view = WatchView(isLive: false, color: false)
    let text = [
      view.begin(["b.swift", "a.swift"], .changes, columns: 80),
      view.take(
        .stderr, Array("building //Core\n✓ //Core:CoreTests\n    ◇ Suite A started.\n    said\nhalf".utf8),
        columns: 80),
      view.take(.stdout, Array("Passed: 1\n".utf8), columns: 80),
      view.take(.stderr, Array(" a line\n".utf8), columns: 80),
      view.end(.passed, watched: "watching 3 folders", columns: 80),
      view.begin([], .failed, columns: 80),
    ]
    #expect(
      shown(text) == [
        "── a.swift and 1 more", "✓ //Core:CoreTests", "    said", "half a line", "Passed: 1",
        "── the last failures",
      ])
  }

  @Test func aRunThatIsCutShortHasNothingMoreToSay() {
    var view = WatchView(isLive: false, color: false)
    let text = [
      view.begin([], .changes, columns: 80), view.take(.stdout, Array("Stopped\n".utf8), columns: 80),
      view.cutShort(columns: 80), view.begin(["a"], .changes, columns: 80),
      view.end(.failed, watched: "", columns: 80),
    ]
    #expect(shown(text) == ["── first run", "── a"])
  }

  @Test func oneLineBelowSaysHowThingsStand() {
    var view = WatchView(isLive: true, color: false)
    _ = view.begin([], .changes, columns: 60)
    let busy = view.take(.stderr, Array("building //Packages/Core\n".utf8), columns: 60)
    #expect(busy.contains("running  building //Packages/Core"))
    let end = view.end(.failed, watched: "watching 3 folders", columns: 60)
    #expect(end.contains("● failed  watching 3 folders · a all · f failed · ? keys"))
    #expect(view.finish(columns: 60).contains("\u{1B}[K"))
  }

  @Test func theFilterStandsInPlaceOfTheStatusWhileItIsTyped() {
    var view = WatchView(isLive: true, color: false)
    _ = view.begin([], .changes, columns: 60)
    _ = view.end(.passed, watched: "watching 3 folders", columns: 60)
    #expect(view.type("To\u{1B}t", columns: 60).contains("filter: To\\x1bt▏"))
    #expect(view.type(nil, columns: 60).contains("● passed  watching 3 folders"))
  }

  @Test func theStatusIsDrawnAnewAtAnotherWidthAndBelowWhatAShellHasWritten() {
    let screen = TerminalScreen(columns: 70, widthOf: DisplayWidth.of)
    var terminal = screen
    var view = WatchView(isLive: true, color: false)
    terminal.write(view.begin([], .changes, columns: 70))
    terminal.write(view.end(.passed, watched: "watching 3 folders", columns: 70))
    let status = "● passed  watching 3 folders · a all · f failed · ? keys · q quit"
    #expect(terminal.lines == ["── first run", status])
    terminal.resize(columns: 40)
    terminal.write(view.renew(isForeign: false, columns: 40))
    #expect(terminal.lines == ["── first run", "● passed  watching 3 folders · a all ·…"])
    terminal.write("\n$ fg\n")
    terminal.write(view.renew(isForeign: true, columns: 40))
    #expect(terminal.lines.suffix(2) == ["$ fg", "● passed  watching 3 folders · a all ·…"])
    #expect(terminal.lines.first == "── first run")
  }

  @Test func aHintIsWrappedForTheTerminalAndStaysOneLineInALog() {
    let text = Array("hint: if that is meant, say so with --allow-empty\n".utf8)
    var view = WatchView(isLive: true, color: false)
    #expect(
      shown([view.take(.stderr, text, columns: 30)]).prefix(2) == [
        "hint: if that is meant, say so", "  with --allow-empty",
      ])
    var log = WatchView(isLive: false, color: false)
    #expect(
      shown([log.take(.stderr, text, columns: 30)]) == ["hint: if that is meant, say so with --allow-empty"])
  }

  @Test func theAnswerOfTheLastRunStaysKnown() {
    var view = WatchView(isLive: false, color: false)
    _ = view.begin([], .changes, columns: 60)
    _ = view.take(.stdout, Array("Failed\n  A.swift:3  no\n".utf8), columns: 60)
    #expect(view.lastAnswer.isEmpty)
    _ = view.end(.failed, watched: "", columns: 60)
    #expect(view.lastAnswer == ["Failed", "  A.swift:3  no"])
  }
}
