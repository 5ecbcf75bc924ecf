import Base
import TestSupport
import Testing

@testable import Graph

@Suite struct CodeOwnersIndexTests {
  @Test(arguments: CodeOwners.Dialect.allCases, 0..<20)
  func theAnswersAreThoseOfAComparisonWithAllRules(dialect: CodeOwners.Dialect, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let lines = (0..<60).map { _ in line(dialect, using: &generator) }
    let file = parse(lines.joined(separator: "\n"), dialect).file
    var found = 0
    for _ in 0..<100 {
      let path = path(using: &generator)
      let decisive = file.matches(for: path).map(\.line)
      #expect(decisive == compared(path, file), "\(path) \(lines)")
      found += decisive.count
    }
    #expect(found > 10)
  }

  @Test func aPathIsComparedWithFewOfManyRules() throws {
    let packages = (0..<7_000).map { "/ios/Packages/P\($0)/ @a" }
    let text = (packages + ["apps/ @b", "*.js @c"]).joined(separator: "\n")
    let index = CodeOwnersIndex(try #require(parse(text, .github).file.sections.first).entries)
    #expect(index.candidates(for: "ios/Packages/P17/a.swift") == [[17]])
    #expect(index.candidates(for: "x/apps/a.js") == [[7_000], [7_001]])
  }

  /// The lines that decide when a path is compared with every rule.
  private func compared(_ path: RelativePath, _ file: CodeOwners) -> [Int] {
    file.sections.compactMap { section in
      let matching = section.entries.filter { $0.pattern.matches(path.components) }
      return matching.contains(where: \.isExclusion) ? nil : matching.last?.line
    }
  }

  private func line(_ dialect: CodeOwners.Dialect, using generator: inout SeededGenerator) -> String {
    let choices = [
      "a", "b", "ab", "a.b", ".b", "*", "**", "*.b", "*.a.b", "a*", "?", "a.?", "[ab]", "x[a.b]", "*[.]b",
      "\\a",
    ]
    let parts = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      choices.randomElement(using: &generator) ?? "a"
    }
    let isExclusion = dialect == .gitlab && Int.random(in: 0..<40, using: &generator) == 0
    let front = ["", "/"].randomElement(using: &generator) ?? ""
    let back = ["", "", "/"].randomElement(using: &generator) ?? ""
    let heading = dialect == .gitlab && Int.random(in: 0..<10, using: &generator) == 0 ? "[S]\n" : ""
    let sign = isExclusion ? "!" : ""
    return "\(heading)\(sign)\(front)\(parts.joined(separator: "/"))\(back) @x"
  }

  private func path(using generator: inout SeededGenerator) -> RelativePath {
    let choices = ["a", "b", "ab", "a.b", ".b", "x.b", "x.a.b", "x", "xa"]
    let parts = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      choices.randomElement(using: &generator) ?? "a"
    }
    return RelativePath(parts.joined(separator: "/"))
  }
}
