import Base
import Graph
import TestSupport
import Testing

@Suite struct QuarantineTests {
  private static func line(_ cases: String, until: String) throws -> QuarantineLine {
    QuarantineLine(
      cases: try #require(CasePattern(cases)), owner: "@shop/payments", reason: "times out", until: until)
  }

  @Test func linesAreReadInTheirOrder() throws {
    let config = try parseConfig(
      """
      {"test": {"quarantine": [
        {"cases": "CartTests.CheckoutTests/testTotal*", "owner": "@shop/payments", "reason": "times out",
         "until": "2027-01-15"},
        {"cases": "*.Slow/*", "owner": "ann", "reason": "#123", "until": "2028-02-29"},
      ]}}
      """)
    #expect(
      config.quarantine == [
        try Self.line("CartTests.CheckoutTests/testTotal*", until: "2027-01-15"),
        QuarantineLine(
          cases: try #require(CasePattern("*.Slow/*")), owner: "ann", reason: "#123", until: "2028-02-29"),
      ])
  }

  @Test(arguments: [
    (
      #"{"cases": "A.b", "owner": "x", "reason": "y"}"#,
      #"1:26: the key "until" is missing in "test.quarantine""#
    ),
    (
      #"{"cases": "A.b", "owner": "x", "until": "2027-01-01"}"#,
      #"1:26: the key "reason" is missing in "test.quarantine""#
    ),
    (
      #"{"cases": "A.b", "reason": "x", "until": "2027-01-01"}"#,
      #"1:26: the key "owner" is missing in "test.quarantine""#
    ),
    (
      #"{"owner": "x", "reason": "y", "until": "2027-01-01"}"#,
      #"1:26: the key "cases" is missing in "test.quarantine""#
    ),
    (
      #"{"cases": "A.b", "owner": "", "reason": "y", "until": "2027-01-01"}"#,
      #"1:52: "test.quarantine.owner" must not be empty"#
    ),
    (
      #"{"cases": "A.b", "owner": "x", "reason": "y", "until": "2027-02-29"}"#,
      #"1:81: "test.quarantine.until" must be a day such as "2027-01-15", not "2027-02-29""#
    ),
    (
      #"{"cases": "A.b", "owner": "x", "reason": "y", "until": "tomorrow"}"#,
      #"1:81: "test.quarantine.until" must be a day such as "2027-01-15", not "tomorrow""#
    ),
    (
      #"{"cases": "*", "owner": "x", "reason": "y", "until": "2027-01-01"}"#,
      #"1:36: "test.quarantine.cases" must name test cases as in reports, such as "#
        + #""CartTests.CheckoutTests/testTotal", not "*""#
    ),
    (
      #"{"case": "A.b"}"#,
      #"1:27: unknown key "case" in "test.quarantine"; did you mean "cases"?"#
    ),
  ]) func aMalformedLineIsRefusedWithItsPlace(text: String, message: String) throws {
    let error = #expect(throws: Failure.self) {
      try parseConfig(#"{"test": {"quarantine": [\#(text)]}}"#)
    }
    #expect(error?.message == "workspace.json:\(message)")
  }

  @Test(arguments: [
    ("M.A/testOne", "M.A/testOne", true), ("M.A/testOne", "M.A/testOneMore", false),
    ("M.A/test*", "M.A/testOne", true), ("M.A/test*", "M.A/test", true), ("M.A/test*", "M.B/testOne", false),
    ("*.A/*", "M.A/testOne", true), ("M.*One", "M.A/testOneOne", true), ("M.*One", "M.A/testOneTwo", false),
    ("M.a*b*c", "M.aXbXbc", true), ("M.a*b*c", "M.aXcXb", false), ("M.**", "M.x", true),
    ("M.S/each(_:)", "M.S/each(_:)", true), ("M.[ab]", "M.a", false), ("M.x?", "M.xy", false),
    ("M.`a.b*`()", "M.`a.b c`()", true), ("M.A/testOne", "M", false), ("M.*", "M", false),
    ("M.é*", "M.éa", true),
  ]) func aStarStandsForAnyCharacters(pattern: String, name: String, matches: Bool) throws {
    #expect(try #require(CasePattern(pattern)).matches(name) == matches)
  }

  /// Against the definition: a star is nothing, or one character and a star.
  @Test func randomPatternsMatchAsDefined() throws {
    func matches(_ pattern: Substring, _ name: Substring) -> Bool {
      guard let first = pattern.first else { return name.isEmpty }
      if first == "*" {
        return matches(pattern.dropFirst(), name) || !name.isEmpty && matches(pattern, name.dropFirst())
      }
      return name.first == first && matches(pattern.dropFirst(), name.dropFirst())
    }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<3000 {
      func text(_ letters: [Character]) -> String {
        String(
          (0..<Int.random(in: 0...7, using: &random)).compactMap { _ in letters.randomElement(using: &random)
          })
      }
      let (pattern, name) = ("M." + text(["a", "b", "*", "*"]) + "a", "M." + text(["a", "b"]) + "a")
      let found = try #require(CasePattern(pattern))
      #expect(found.matches(name) == matches(pattern[...], name[...]), "\(pattern) \(name)")
      if found.matches(name) { #expect(found.mayMatch(module: "M")) }
    }
  }

  @Test func aPatternIsForItsModule() throws {
    let one = try #require(CasePattern("CartTests.A/*"))
    #expect(one.module == "CartTests")
    #expect(one.mayMatch(module: "CartTests") && !one.mayMatch(module: "CartTestsMore"))
    let some = try #require(CasePattern("Cart*.A/*"))
    #expect(some.module == nil)
    #expect(
      some.mayMatch(module: "CartTests") && some.mayMatch(module: "Cart") && !some.mayMatch(module: "App"))
    for text in ["", ".", "Tests", ".a", "M.", "*", String(repeating: "M.", count: 501)] {
      #expect(CasePattern(text) == nil)
    }
  }

  @Test func aLineCountsThroughItsLastDay() throws {
    let line = try Self.line("M.a", until: "2027-01-15")
    for (today, counts) in [
      ("2027-01-14", true), ("2027-01-15", true), ("2027-01-16", false), ("2030-01-01", false),
    ] {
      let quarantine = Quarantine([line], base: .absent, today: today)
      #expect(quarantine.counting == (counts ? [line] : []))
      #expect(quarantine.ended == (counts ? [] : [line]))
      #expect(quarantine.unconfirmed.isEmpty)
    }
  }

  @Test func withABaseOnlyItsLinesCount() throws {
    let today = "2027-01-10"
    let line = try Self.line("M.a", until: "2027-01-15")
    func judged(_ base: Quarantine.Base) -> Quarantine { Quarantine([line], base: base, today: today) }
    #expect(judged(.unreadable).unconfirmed == [line])
    #expect(judged(.lines([])).unconfirmed == [line])
    #expect(judged(.lines([try Self.line("M.*", until: "2028-01-01")])).unconfirmed == [line])
    #expect(judged(.lines([line])).counting == [line])
    // Another owner or reason is no other line.
    var other = line
    (other.owner, other.reason) = ("somebody", "else")
    #expect(judged(.lines([other])).counting == [line])
    // The earlier of both days counts.
    let shorter = try Self.line("M.a", until: "2027-01-12")
    #expect(judged(.lines([shorter])).counting == [shorter])
    #expect(judged(.lines([try Self.line("M.a", until: "2028-01-01")])).counting == [line])
    #expect(judged(.lines([try Self.line("M.a", until: "2027-01-09")])).unconfirmed == [line])
    // A line that the change removes does not count.
    #expect(Quarantine([], base: .lines([line]), today: today).counting.isEmpty)
  }

  @Test(arguments: [
    ("", #"{"cases": "A.b", "owner": "x", "reason": "y", "until": "2027-01-01"}"#, []),
    (#"{"cases": "A.b", "owner": "x", "reason": "y", "until": "2027-01-01"}"#, "", ["A.b"]),
    (
      #"{"cases": "A.b", "owner": "x", "reason": "y", "until": "2027-01-01"}"#,
      #"{"cases": "A.b", "owner": "z", "reason": "z", "until": "2027-02-01"}"#, []
    ),
    (
      #"{"cases": "A.b", "owner": "x", "reason": "y", "until": "2027-02-01"}"#,
      #"{"cases": "A.b", "owner": "x", "reason": "y", "until": "2027-01-01"}"#, ["A.b"]
    ),
    (
      #"{"cases": "A.b*", "owner": "x", "reason": "y", "until": "2027-01-01"}"#,
      #"{"cases": "A.b", "owner": "x", "reason": "y", "until": "2027-01-01"}"#, ["A.b*"]
    ),
  ]) func aLineThatGoesOrEndsEarlierAffectsItsModules(old: String, new: String, freed: [String]) throws {
    func config(_ text: String) throws -> WorkspaceConfig {
      try parseConfig(#"{"test": {"quarantine": [\#(text)]}}"#)
    }
    let consequences = ConfigConsequences(from: try config(old), to: try config(new))
    #expect(consequences.freed.map(\.text) == freed)
    #expect(consequences.everything.isEmpty && consequences.modules.isEmpty && consequences.tests.isEmpty)
  }
}
