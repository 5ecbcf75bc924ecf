import Base
import TestSupport
import Testing

@Suite struct GlobTests {
  @Test(arguments: [
    ("a/*/c", "a/b/c", true), ("a/*/c", "a/b/b/c", false), ("a/**/c", "a/c", true),
    ("a/**/c", "a/b/b/c", true),
    ("**", "", true), ("**", "a/b", true), ("", "", true), ("", "a", false), ("a?c", "abc", true),
    ("a?c", "a/c", false), ("[a-c]x", "bx", true), ("[!a-c]x", "bx", false), ("[^a-c]x", "dx", true),
    ("[]]x", "]x", true), ("[!]]x", "]x", false), ("[a-]", "-", true), ("[\\]]", "]", true),
    ("[\\]]", "\\", false),
    ("[a\\-c]", "b", false), ("[a\\-c]", "-", true), ("\\*", "*", true), ("\\*", "a", false),
    ("[", "[", true),
    ("{a,b}/c", "b/c", true), ("{a,b}/c", "c/c", false), ("{a/b,c}.x", "a/b.x", true),
    ("a{b,{c,d}}e", "ade", true),
    ("{a,}b", "b", true), ("{a}", "a", true), ("{a,b", "{a,b", true), ("a}", "a}", true),
    ("\\{a,b\\}", "{a,b}", true), ("\\{a,b\\}", "a", false), ("[{]a,b}", "{a,b}", true),
    ("{[,],b}", ",", true),
    ("{a{b,c}", "{ac", true), ("{x,\\,}", ",", true),
  ])
  func table(pattern: String, path: String, matches: Bool) {
    #expect(Glob(pattern).matches(RelativePath(path)) == matches)
  }

  @Test(arguments: [
    ("docs", "docs/a", true), ("docs/*", "docs/a/b", true), ("docs/*", "docs", false),
    ("*/x", "a/b/x", false),
    ("**/x", "a/x/b", true), ("", "a", true),
  ])
  func covers(pattern: String, path: String, covers: Bool) {
    #expect(Glob(pattern).covers(RelativePath(path)) == covers)
  }

  @Test(arguments: [
    ("gen/x.json", ["gen/x.json"]), ("gen/*/x.json", ["gen"]), ("**/x.json", [""]), ("*.json", [""]),
    ("{gen,*}/a", ["gen/a", ""]), ("{a,b}/c", ["a/c", "b/c"]), ("\\{a\\}/[b]", ["{a}"]), ("a?/b", [""]),
  ])
  func placesThatHoldAllMatches(pattern: String, expected: [String]) {
    #expect(Glob(pattern).fixedPlaces == expected.map { RelativePath($0) })
  }

  @Test(arguments: [
    ("gen/x.json", "gen", true), ("gen/x.json", "gen/x.json/deep", true), ("gen/x.json", "other", false),
    ("gen/*/x", "gen/a", true), ("gen/*/x", "gen/a/b", false), ("gen/**/x", "gen/a/b", true),
    ("*/gen/x", "a", false), ("*/gen/x", "a/gen", true), ("**/x", "a", false), ("**/x", "a/x/b", true),
    ("{a,*}/b", "c", false),
  ])
  func foldersThatAPatternNames(pattern: String, folder: String, expected: Bool) {
    #expect(Glob(pattern).names(folder: RelativePath(folder)) == expected)
  }

  @Test(arguments: [
    ("gen/**", "gen", true), ("web/**", "web/node_modules", false), ("web/*", "web/gen", false),
    ("*/gen/x", "a/gen", true), ("a/b/c", "a/b", true), ("a/b", "a/b/c", false), ("**/gen/x", "gen", false),
  ])
  func foldersWhoseNameIsInAPattern(pattern: String, folder: String, expected: Bool) {
    #expect(Glob(pattern).spells(folder: RelativePath(folder)) == expected)
  }

  @Test(arguments: [
    ("**", true), ("*", true), ("**/*", true), ("{a,**}", true), ("a/**", false), ("*.a", false),
  ])
  func patternsOfEverything(pattern: String, expected: Bool) {
    #expect(Glob(pattern).matchesEverything == expected)
  }

  @Test(arguments: [
    ("a", nil), ("a/[b-c]/{d,e}", nil), ("\\{", nil), ("[{]", nil), ("", "it is empty"),
    ("a\0", "it contains a NUL byte"),
    ("../a", "it leaves its root folder"), ("a/../../b", "it leaves its root folder"),
    ("[a", "a \"[\" is never closed"), ("[a/b]", "\"/\" is not allowed in brackets"),
    ("[[:alpha:]]", "named character classes are not supported"), ("{a", "a \"{\" is never closed"),
    ("a}", "a \"}\" has no \"{\""), ("a\\", "it ends with a lone \"\\\""),
    ("{a,b,c,d,e,f,g,h,i,j,k,l,m,n}", nil), ("{{a,b},{c,d}}{e,f}", nil),
    (String(repeating: "{a,b}", count: 10), "its braces expand to too many patterns"),
    (String(repeating: "{a,b}", count: 100), "its braces expand to too many patterns"),
  ])
  func problems(pattern: String, problem: String?) {
    #expect(Glob.problem(in: pattern) == problem)
  }

  @Test func agreesWithAPlainRecursiveMatcher() {
    var generator = SeededGenerator(seed: 1)
    var matches = 0
    for _ in 0..<4_000 {
      let pattern = random(["a", "b", "*", "?", "**", "/", "[ab]", "[!a]", "{a,b}", "{*a,}"], 6, &generator)
      let path = RelativePath(random(["a", "b", "/", "ab"], 6, &generator))
      let expected = NaiveGlob.expand(pattern).contains { NaiveGlob.matches($0, path.description) }
      #expect(Glob(pattern).matches(path) == expected, "\(pattern) on \(path)")
      matches += expected ? 1 : 0
    }
    #expect(matches > 200)
  }

  @Test func agreesWithGitOnAnchoredPatterns() throws {
    var generator = SeededGenerator(seed: 2)
    var questions: [GitIgnoreOracle.Question] = []
    for _ in 0..<200 {
      var parts = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        random(["a", "b", "*", "?", "[ab]", "[!a]", "[a\\]-]", "\\*", "\\?"], 3, &generator)
      }
      if Bool.random(using: &generator) { parts.insert("**", at: 0) }
      if parts.contains("") { continue }
      for _ in 0..<10 {
        let path = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
          ["a", "b", "ab", "a*", "]b", "-", "?"].randomElement(using: &generator) ?? "a"
        }
        questions.append(.init(pattern: parts.joined(separator: "/"), path: path.joined(separator: "/")))
      }
    }
    questions = questions.map { .init(pattern: "/" + $0.pattern, path: $0.path) }
    let ignored = try GitIgnoreOracle.ignored(questions)
    for question in questions {
      let covered = Glob(question.pattern).covers(RelativePath(question.path))
      #expect(covered == ignored.contains(question), "\(question)")
    }
  }

  @Test func hostilePatternsTakeNoTime() {
    let pattern = String(repeating: "*a", count: 200) + "b"
    #expect(!Glob(pattern).matches(RelativePath(String(repeating: "a", count: 1_000))))
    let deep = String(repeating: "**/a/", count: 50) + "b"
    #expect(!Glob(deep).matches(RelativePath(String(repeating: "a/", count: 300) + "c")))
  }

  private func random(_ pieces: [String], _ most: Int, _ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...most, using: &generator))
      .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }
}

/// The textbook definition, exponential and short.
private enum NaiveGlob {
  static func expand(_ pattern: String) -> [String] {
    guard let open = pattern.firstIndex(of: "{"), let close = pattern[open...].firstIndex(of: "}") else {
      return [pattern]
    }
    let tails = expand(String(pattern[pattern.index(after: close)...]))
    return pattern[pattern.index(after: open)..<close].split(separator: ",", omittingEmptySubsequences: false)
      .flatMap { part in tails.map { pattern[..<open] + part + $0 } }
  }

  static func matches(_ pattern: String, _ path: String) -> Bool {
    components(pattern.split(separator: "/")[...], path.split(separator: "/")[...])
  }

  private static func components(_ pattern: ArraySlice<Substring>, _ path: ArraySlice<Substring>) -> Bool {
    guard let head = pattern.first else { return path.isEmpty }
    if head == "**" {
      return (0...path.count).contains { components(pattern.dropFirst(), path.dropFirst($0)) }
    }
    guard let part = path.first else { return false }
    return characters(head[...], part[...]) && components(pattern.dropFirst(), path.dropFirst())
  }

  private static func characters(_ pattern: Substring, _ text: Substring) -> Bool {
    guard let head = pattern.first else { return text.isEmpty }
    if head == "*" {
      return (0...text.count).contains { characters(pattern.dropFirst(), text.dropFirst($0)) }
    }
    guard let first = text.first else { return false }
    if pattern.hasPrefix("[ab]") {
      return "ab".contains(first) && characters(pattern.dropFirst(4), text.dropFirst())
    }
    if pattern.hasPrefix("[!a]") { return first != "a" && characters(pattern.dropFirst(4), text.dropFirst()) }
    return (head == "?" || head == first) && characters(pattern.dropFirst(), text.dropFirst())
  }
}
