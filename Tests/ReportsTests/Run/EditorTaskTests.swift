import Base
import Foundation
import TestSupport
import Testing

@testable import Reports
@testable import Runner

/// The matchers that the documents give to editors, held against what is printed.
@Suite("Tasks for editors")
struct EditorTaskTests {
  private func tasks() throws -> [JSONNode] {
    let file = URL(filePath: #filePath).appending(path: "../../../../docs/editors/tasks.json").standardized
    return try #require(try JSONParser.parse(Array(Data(contentsOf: file)))["tasks"]?.arrayValue)
  }

  /// Returns file, line, column and message. nil for a line without a place.
  private func problem(_ line: String, _ regexp: String) throws -> [String]? {
    guard let match = try Regex(regexp).firstMatch(in: line) else { return nil }
    return match.output.dropFirst().map { String($0.substring ?? "") }
  }

  @Test("every matcher finds errors and failures, and nothing else")
  func matchers() throws {
    let error = try #require(CompilerErrors.Key(RunFixtures.compileError))
    let report = RunFixtures.report(
      .failed, packages: RunFixtures.built("Core") + [RunFixtures.broken("Cart")],
      modules: [RunFixtures.failing])
    let lines =
      [
        RunLine.compilerError(error), RunLine.module(RunFixtures.failing),
        RunLine.module(RunFixtures.passing),
      ].map(\.plain)
      + RunText(report, modules: RunFixtures.sources, width: nil).lines(elapsed: .seconds(1)).map(\.plain)
    let tasks = try tasks()
    #expect(tasks.count == 4)
    for task in tasks {
      let regexp = try #require(task["problemMatcher"]?["pattern"]?["regexp"]?.stringValue)
      let broken = ["Cart/Sources/Cart/Cart.swift", "2", "5", "cannot find 'x' in scope"]
      let failed = ["Cart/Tests/CartTests/Totals.swift", "12", "", "Expectation failed: (a → 3) == 4"]
      #expect(try lines.compactMap { try problem($0, regexp) } == [broken, broken, failed])
    }
  }

  @Test("a watch begins and ends as its matcher expects")
  func background() throws {
    let watch = try #require(try tasks().first { $0["isBackground"]?.boolValue == true })
    let background = try #require(watch["problemMatcher"]?["background"])
    let ends = try #require(background["endsPattern"]?.stringValue)
    for outcome in [RunReport.Outcome.passed, .failed, .stopped] {
      let text = RunText(
        RunFixtures.report(outcome, modules: [RunFixtures.passing]), modules: RunFixtures.sources, width: nil)
      let last = text.lines(elapsed: .seconds(1)).last?.plain ?? ""
      #expect(try Regex(ends).firstMatch(in: last) != nil, "\(last)")
    }
    #expect(background["beginsPattern"]?.stringValue == "^── ")
  }

  private static let neovim = TestTool(named: "nvim")

  @Test("Neovim lists the places of a run", .enabled(if: neovim.isExpected))
  func quickfix() throws {
    let folder = try TemporaryFolder()
    let report = RunFixtures.report(
      .failed, packages: RunFixtures.built("Core") + [RunFixtures.broken("Cart")],
      modules: [RunFixtures.failing])
    let error = try #require(CompilerErrors.Key(RunFixtures.compileError))
    let text = RunText(report, modules: RunFixtures.sources, width: nil).lines(elapsed: .seconds(1))
    let lines = [RunLine.compilerError(error), RunLine.module(RunFixtures.failing)] + text
    try folder.write(lines.map { $0.plain + "\n" }.joined(), to: "log")
    let scripts = URL(filePath: #filePath).appending(path: "../../../../docs/editors/vim").standardized.path
    let list = #"map(getqflist(), {_, e -> join([bufname(e.bufnr), e.lnum, e.col, e.text], "|")})"#
    _ = try OracleTool.output(
      of: [
        "nvim", "--clean", "--headless", "-c", "set rtp^=\(scripts)", "-c", "compiler ambit", "-c",
        "cgetfile log",
        "-c", "call writefile(\(list), 'places')", "-c", "qa!",
      ], in: folder)
    let places = try String(contentsOfFile: folder.path("places"), encoding: .utf8)
    #expect(
      places.split(separator: "\n").map(String.init) == [
        "Cart/Sources/Cart/Cart.swift|2|5|cannot find 'x' in scope",
        "Cart/Tests/CartTests/Totals.swift|12|0|Expectation failed: (a → 3) == 4",
      ])
  }
}
