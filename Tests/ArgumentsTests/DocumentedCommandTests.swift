import Foundation
import Session
import TestSupport
import Testing

@testable import Arguments
@testable import Features

/// Every command line in the documentation is one that can be typed.
struct DocumentedCommandTests {
  struct Line: Sendable, CustomTestStringConvertible {
    let file: String
    let words: [String]
    var testDescription: String { "\(file): \(words.joined(separator: " "))" }
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// What stands for something else in `ambit COMMAND --help`.
  private static let placeholders: Set = ["COMMAND", "GROUP", "SHELL", "ARGS..."]

  static let lines: [Line] = {
    let files =
      FileManager.default.enumerator(atPath: root.path + "/docs")?.compactMap { $0 as? String } ?? []
    let documents = files.map { "docs/\($0)" }.sorted() + ["README.md"]
    return documents.filter { $0.hasSuffix(".md") || $0.hasSuffix(".yml") }.flatMap { file in
      let text = (try? String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)) ?? ""
      return text.split(separator: "\n").flatMap { commands(in: $0) }
        .filter { placeholders.isDisjoint(with: $0) }
        .map { Line(file: file, words: $0) }
    }
  }()

  /// In code spans of prose, and where a line of a script or of a terminal begins with one.
  private static func commands(in line: Substring) -> [[String]] {
    var text = line.drop { $0 == " " }
    var candidates = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
    for prefix in ["- ", "run: ", "$ "] where text.hasPrefix(prefix) { text = text.dropFirst(prefix.count) }
    candidates.append(text)
    return candidates.filter { $0.hasPrefix("ambit ") && !$0.hasSuffix(":") }.map { words(of: $0) }
  }

  /// Without the program's name, and up to what is the shell's.
  private static func words(of command: Substring) -> [String] {
    Array(ShellLine(command).commands[0].dropFirst())
  }

  @Test func `there are some`() {
    let files = Set(Self.lines.map(\.file))
    #expect(
      files.isSuperset(of: [
        "README.md", "docs/ci/README.md", "docs/ci/github-actions.yml", "docs/ci/gitlab-ci.yml",
        "docs/ci/gitlab-shard.yml", "docs/ci/buildkite-pipeline.yml",
      ]))
  }

  @Test(arguments: CommandGroup.allCases)
  func `README shows each group in a table`(group: CommandGroup) throws {
    let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: "(`ambit help \(group.rawValue)`):\n"))
    #expect(readme[readme.lineRange(for: start)].contains(group.title))
    let below = readme[start.upperBound...].drop { $0 == "\n" }
    let rows = below.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("|") }
    let cells = rows.compactMap { $0.split(separator: "|").first }
    let names = cells.flatMap { $0.matches(of: /`ambit ([a-z]+)/).map { String($0.output.1) } }
    #expect(Set(names) == Set(Ambit.table.commands(in: group).map(\.name)))
  }

  @Test(arguments: lines) func `it can be typed`(line: Line) {
    #expect(throws: Never.self) { try parse(line.words.map { Argument($0) }) }
  }
}
