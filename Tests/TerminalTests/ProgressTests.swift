import Testing

@testable import Base

/// A time in milliseconds.
private func at(_ milliseconds: Int) -> Duration { .milliseconds(milliseconds) }

@Suite("Progress")
struct ProgressTests {
  private let erase = "\r\u{1B}[K"

  @Test("short work is never shown")
  func short() {
    var live = LiveConsole(width: 40, color: false)
    var plain = PlainConsole(color: false)
    #expect(live.begin("Reading", now: at(0)) == "")
    #expect(live.tick(now: at(499)) == "")
    #expect(live.finish(now: at(499)) == "")
    #expect(plain.begin("Reading", now: at(0)) == "")
    #expect(plain.tick(now: at(499)) == "")
    #expect(plain.finish(now: at(499)) == "")
  }

  @Test("the live line appears, is drawn over, and goes")
  func live() {
    var console = LiveConsole(width: 40, color: false)
    #expect(console.begin("Testing", now: at(1000)) == "")
    #expect(console.tick(now: at(1500)) == "\(erase)Testing")
    #expect(console.tick(now: at(1510)) == "", "too soon to read")
    #expect(console.tick(now: at(1550)) == "\(erase)Testing")
    #expect(console.begin("Saving", now: at(1560)) == "\(erase)Saving")
    #expect(console.finish(now: at(1700)) == erase)
    #expect(console.tick(now: at(1800)) == "")
    #expect(console.finish(now: at(1900)) == "")
  }

  @Test("several short phases are one long wait")
  func shortPhases() {
    var console = LiveConsole(width: 40, color: false)
    #expect(console.begin("One", now: at(0)) == "")
    #expect(console.begin("Two", now: at(300)) == "")
    #expect(console.tick(now: at(500)) == "\(erase)Two")
  }

  @Test("a note stays above the live line")
  func notes() {
    var console = LiveConsole(width: 40, color: true)
    #expect(console.note(StyledText("warning", .warning), now: at(0)) == "\u{1B}[33mwarning\u{1B}[0m\n")
    _ = console.begin("Testing", now: at(0))
    #expect(console.note("early", now: at(10)) == "early\n")
    #expect(console.tick(now: at(600)) == "\(erase)\u{1B}[1mTesting\u{1B}[0m")
    #expect(console.note("late", now: at(601)) == "\(erase)late\n\(erase)\u{1B}[1mTesting\u{1B}[0m")
  }

  @Test("the live line never wraps, and hostile names cannot break it")
  func fits() {
    var console = LiveConsole(width: 20, color: false)
    _ = console.begin("Testing a\n\u{1B}[2J日本語日本語", now: at(0))
    let text = console.tick(now: at(600))
    #expect(text == erase + #"Testing a\n\x1b[2J…"#)
    #expect(DisplayWidth.of(String(text.dropFirst(erase.count))) < 20)
  }

  @Test("plain lines are few")
  func plain() {
    var console = PlainConsole(color: false)
    #expect(console.begin("Building", now: at(0)) == "")
    #expect(console.tick(now: at(500)) == "Building\n")
    #expect(console.tick(now: at(20_000)) == "")
    #expect(console.tick(now: at(30_500)) == "Building after 30.5 s\n")
    #expect(console.note("note", now: at(30_600)) == "note\n")
    #expect(console.begin("Testing", now: at(31_000)) == "")
    #expect(console.tick(now: at(31_600)) == "Testing\n")
    #expect(console.finish(now: at(32_000)) == "")
    #expect(console.tick(now: at(99_000)) == "")
  }

  @Test("events reach the console with the clock's time, and its text the writer")
  func adapter() {
    let output = Recorder()
    let progress = ConsoleProgress(
      PlainConsole(color: false), now: { output.nextTime() }, write: { output.append($0) })
    progress.begin("Building")
    progress.tick()
    progress.note("note")
    progress.finish()
    #expect(output.text == "Building\nnote\n")
  }
}

/// A second passes with every look at the clock. Used from one thread.
private final class Recorder: @unchecked Sendable {
  private(set) var text = ""
  private var seconds = 0

  func append(_ more: String) { text += more }

  func nextTime() -> Duration {
    seconds += 1
    return .seconds(seconds)
  }
}
