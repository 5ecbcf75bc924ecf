import Base
import TestSupport
import Testing

@Suite struct GlobOverlapTests {
  @Test(arguments: [
    ("out/**", "out/a.txt", true), ("out/*.txt", "out/*.md", false), ("out", "out/a/b", true),
    ("**/*.swift", "Generated/*.swift", true), ("Sources/**/*.proto", "Sources/Generated/*.swift", true),
    ("a/*/c", "a/b", true), ("a/{b,c}/d", "a/c/d/e", true), ("a/{b,c}/d", "a/e/d", false),
    ("x*y", "x?", true),
    ("a*b*", "*c", true), ("a", "b", false), ("**", "q", true), (#"a\*"#, "ab", false), ("[ab]c", "xc", true),
  ])
  func patternsMeet(_ left: String, _ right: String, _ meets: Bool) {
    #expect(Glob(left).mayOverlap(Glob(right)) == meets)
    #expect(Glob(right).mayOverlap(Glob(left)) == meets)
  }

  /// Whatever two patterns match together, they are known to meet.
  @Test func whatBothCoverIsNeverMissed() {
    var random = SeededGenerator(seed: 7)
    let parts = ["a", "b", "ab", "*", "?", "a*", "*b", "**", "[ab]", "{a,b}", "{a,b/a}"]
    let names = ["a", "b", "ab", "ba", "aab"]
    var met = 0
    for _ in 0..<4000 {
      let globs = (0..<2).map { _ in
        Glob(
          (0..<Int.random(in: 1...3, using: &random)).map { _ in parts.randomElement(using: &random) ?? "a" }
            .joined(separator: "/"))
      }
      let path = RelativePath(
        (0..<Int.random(in: 1...4, using: &random)).map { _ in names.randomElement(using: &random) ?? "a" }
          .joined(separator: "/"))
      guard globs.allSatisfy({ $0.covers(path) }) else { continue }
      met += 1
      #expect(globs[0].mayOverlap(globs[1]), "\(globs[0].pattern) \(globs[1].pattern) \(path)")
    }
    #expect(met > 300)
  }
}
