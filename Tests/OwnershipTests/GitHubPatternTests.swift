import Base
import Graph
import TestSupport
import Testing

@Suite struct GitHubPatternTests {
  @Test(arguments: [
    // pattern, paths that match, paths that do not
    ("*", ["a", "a/b", "a/.b"], []),
    ("*.js", ["a.js", "x/y/a.js", ".js", "a.js/b"], ["a.jsx", "js"]),
    ("/build/logs/", ["build/logs/a", "build/logs/b/c"], ["build/logs", "x/build/logs/a", "build/logsx/a"]),
    ("docs/*", ["docs/a.md"], ["docs/a/b.md", "docs", "x/docs/a.md"]),
    ("docs/*.md", ["docs/a.md", "docs/a.md/b"], ["docs/a/b.md", "x/docs/a.md"]),
    ("apps/", ["apps/a", "x/apps/a/b"], ["apps", "x/apps"]),
    ("apps", ["apps", "apps/a", "x/apps/y"], ["myapps", "apps2/a"]),
    ("/apps/github", ["apps/github", "apps/github/x"], ["x/apps/github"]),
    ("a/b", ["a/b", "a/b/c"], ["x/a/b"]),
    ("**/logs", ["logs", "a/logs", "a/b/logs/c"], ["logsx"]),
    ("a/**/b", ["a/b", "a/x/b", "a/x/y/b/z"], ["ab", "x/a/b"]),
    ("a/**", ["a/b", "a/b/c"], ["a", "x/a/b"]),
    ("a/*/", ["a/b/c", "a/b/c/d"], ["a/b"]),
    ("/*", ["a", ".b"], ["a/b"]),
    ("?.txt", ["a.txt", "x/b.txt"], ["ab.txt"]),
    ("a\\ b/c", ["a b/c"], ["a/c", "a\\ b/c"]),
    ("a\\*b", ["a*b"], ["axb"]),
    ("Foo", ["Foo"], ["foo"]),
  ])
  func table(pattern: String, matching: [String], others: [String]) {
    for path in matching { #expect(owners("\(pattern) @a", .github, of: path) == ["@a"], "\(path)") }
    for path in others { #expect(owners("\(pattern) @a", .github, of: path) == [], "\(path)") }
  }

  /// GitHub documents its patterns as those of `.gitignore`, with exceptions that are left out here.
  @Test func agreeWithGitIgnoreOnRandomPatterns() throws {
    var generator = SeededGenerator(seed: 11)
    var questions: [GitIgnoreOracle.Question] = []
    for _ in 0..<400 {
      let pattern = randomPattern(using: &generator)
      for _ in 0..<12 {
        let depth = Int.random(in: 1...4, using: &generator)
        let parts = (0..<depth).map { _ in
          ["a", "b", "ab", "ba", "a.b"].randomElement(using: &generator) ?? "a"
        }
        questions.append(.init(pattern: pattern, path: parts.joined(separator: "/")))
      }
    }
    let ignored = try GitIgnoreOracle.ignored(questions)
    #expect(ignored.count > questions.count / 10)
    for question in questions {
      let owned = !owners("\(question.pattern) @a", .github, of: question.path).isEmpty
      #expect(owned == ignored.contains(question), "\(question)")
    }
  }

  private func randomPattern(using generator: inout SeededGenerator) -> String {
    let depth = Int.random(in: 1...4, using: &generator)
    let choices = ["a", "b", "ab", "*a", "a*", "?", "a?", "*", "**", "*.b", "\\a"]
    var parts = (0..<depth).map { _ in choices.randomElement(using: &generator) ?? "a" }
    // A last `*` stops at direct children on GitHub alone.
    if parts.last == "*" { parts[depth - 1] = "a" }
    let front = Bool.random(using: &generator) ? "/" : ""
    // A last `**/` asks for a folder in `.gitignore`; GitHub takes it for all that lies below.
    if parts.last == "**" { return front + parts.joined(separator: "/") }
    let back = Int.random(in: 0..<4, using: &generator) == 0 ? "/" : ""
    return front + parts.joined(separator: "/") + back
  }
}
