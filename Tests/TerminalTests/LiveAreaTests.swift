import TestSupport
import Testing

@testable import Base

/// What a terminal shows is the judge.
@Suite("The area that is drawn over")
struct LiveAreaTests {
  private func screen(_ columns: Int) -> TerminalScreen {
    TerminalScreen(columns: columns, widthOf: DisplayWidth.of)
  }

  private func line(_ random: inout SeededGenerator) -> StyledText {
    let words = ["//Packages/Core:CoreTests", "日本語", "12/48", "a", "👩‍👩‍👧", "ü", "Compiling"]
    let text = (0..<Int.random(in: 1...6, using: &random)).map { _ in
      words.randomElement(using: &random) ?? ""
    }
    return StyledText(text.joined(separator: " "), Style.allCases.randomElement(using: &random) ?? .plain)
  }

  @Test(
    "whatever is drawn, lines that stay are whole and in order, and nothing else is left", arguments: 0..<40)
  func random(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var screen = screen(Int.random(in: 12...60, using: &random))
    var area = LiveArea()
    var stay: [String] = []
    for step in 0..<60 {
      let lines = (0..<Int.random(in: 0...5, using: &random)).map { _ in line(&random) }
      screen.write(area.draw(lines, columns: screen.columns, color: step % 2 == 0))
      let shown = lines.map { $0.truncated(to: screen.columns - 1).plain }
      #expect(screen.lines == stay + shown, "seed \(seed), step \(step)")
      if step % 7 == 6 {
        screen.write(area.clear(columns: screen.columns) + "line \(step)\n")
        stay.append("line \(step)")
      }
    }
    screen.write(area.clear(columns: screen.columns))
    #expect(screen.lines == stay)
    #expect(area.isEmpty)
  }

  @Test(
    "a terminal that changes its width is left clean", arguments: [(80, 20), (80, 33), (24, 100), (40, 39)])
  func resize(_ before: Int, _ after: Int) {
    var screen = screen(before)
    var area = LiveArea()
    screen.write("stays\n")
    let lines = (0..<5).map { StyledText("line \($0) " + String(repeating: "日x", count: 40)) }
    screen.write(area.draw(lines, columns: before, color: true))
    screen.resize(columns: after)
    screen.write(area.draw(lines, columns: after, color: true))
    #expect(screen.lines == ["stays"] + lines.map { $0.truncated(to: after - 1).plain })
    screen.resize(columns: before)
    screen.write(area.clear(columns: before))
    #expect(screen.lines == ["stays"])
  }

  @Test("what is typed meanwhile leaves nothing behind")
  func typing() {
    var screen = screen(20)
    var area = LiveArea()
    screen.write(area.draw(["one", "a line that is as wide as it can be"], columns: 20, color: false))
    screen.write("^C")
    screen.write(area.clear(columns: 20) + "stopped\n")
    #expect(screen.lines == ["stopped"])
  }

  @Test("nothing drawn is nothing to clear")
  func empty() {
    var area = LiveArea()
    #expect(area.clear(columns: 80) == "")
    #expect(area.draw([], columns: 80, color: true) == "")
  }
}
