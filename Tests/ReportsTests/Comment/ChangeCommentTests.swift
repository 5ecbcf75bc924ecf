import Base
import Graph
import ReportSupport
import TestSupport
import Testing

@testable import Features
@testable import Reports

@Suite("The comment on a pull request")
struct ChangeCommentTests {
  private static let marker = CommentMarker(workspace: "shop")

  private static func report(
    changed: [String] = ["Core/Sources/Core/a.swift"], codeOwners: String = OwnersTests.codeOwners
  ) throws -> ChangeReport {
    var report = ChangeReport(
      affected: ReportFixtures.report(changed: changed),
      owners: try OwnersTests.report(GraphSketch.shop, changed: changed, codeOwners: codeOwners))
    report.findings = []
    return report
  }

  private static func run(
    _ modules: [String], outcome: String = "failed", packages: String = ""
  ) throws -> ReportedRun {
    let text = """
      {"schema": 1, "outcome": "\(outcome)", "head": {"commit": "ffff"},
       "base": {"commit": "1a2b3c4d5e"}, "modules": [\(modules.joined(separator: ","))],
       "packages": [\(packages)], "totals": {"secondsSaved": 41.2}}
      """
    return ReportedRun(try RunReportFile(Array(text.utf8), name: "run.json"))
  }

  private static func failing(_ id: String, _ cases: [String], _ message: String) -> String {
    let failures = cases.map { name in
      "{\"case\": \(name.prettyJSON), \"message\": \(message.prettyJSON), \"file\": \"a.swift\", \"line\": 12}"
    }
    return """
      {"id": \(id.prettyJSON), "outcome": "failed", "attempts": 1, "failures": [\(failures.joined(separator: ","))]}
      """
  }

  @Test("all of it, as people read it")
  func whole() throws {
    var report = try Self.report()
    report.run = try Self.run(
      [
        Self.failing("//Core:CoreTests", ["A/sum()", "A/old()"], "\n  Expectation failed: a == 4\n  more"),
        #"{"id": "//Cart:CartTests", "outcome": "crashed", "attempts": 1}"#,
        #"{"id": "//App:AppTests", "outcome": "cached", "attempts": 0}"#,
      ],
      packages: #"{"package": "Odd", "outcome": "build-failed", "errors": [{"message": "no <such> thing"}]}"#)
    report.findings = [
      ChangeFinding(
        rule: "unused", severity: .warning, module: nil, file: nil, line: nil, message: "odd", mend: nil),
      ChangeFinding(
        rule: "layer", severity: .error, module: "//Core:Core", file: "Core/Package.swift", line: 7,
        message: "Core must not depend on App", mend: "remove it"),
    ]
    let before = try Self.run([Self.failing("//Core:CoreTests", ["A/old()"], "another message")])
    #expect(
      ChangeComment.text(report, marker: Self.marker, before: before) == """
        <!-- ambit:report shop -->
        ### ✗ Tests failed, 1 rule is broken

        2 of 3 test modules failed, 2 run, 1 passed before, 1 package did not build, 41 s saved. 1 failure is not new.

        1 changed file since `main` (`1a2b3c4d`): 1 module changed, 5 reached, 3 test modules to run. Head: `ffff`.

        **New build errors: 1**
        - `//Odd`: no &#60;such&#62; thing

        **New failures: 2**
        - `//Core:CoreTests` `A/sum()` in `a.swift:12`: Expectation failed: a == 4
        - `//Cart:CartTests` crashed

        **Broken rules: 1**
        - `layer` `//Core:Core` `Core/Package.swift:7`: Core must not depend on App

        **Warnings of rules: 1**
        - `unused`: odd

        **Teams:** `Core` owns changed files; `@zoe`, `carts` own affected modules.

        """)
  }

  @Test("what nobody tested has not passed")
  func verdicts() throws {
    func verdict(_ report: ChangeReport) -> String {
      String(ChangeComment.text(report, marker: Self.marker).split(separator: "\n")[1])
    }
    var report = try Self.report()
    #expect(verdict(report) == "### ? No tests were reported")
    let passed = ["App", "Cart", "Core"].map {
      #"{"id": "//\#($0):\#($0)Tests", "outcome": "passed", "attempts": 1}"#
    }
    report.run = try Self.run(passed, outcome: "passed")
    #expect(verdict(report) == "### ✓ Tests passed")
    report.run = try Self.run(Array(passed.dropLast()), outcome: "passed")
    #expect(verdict(report) == "### ? Tests passed, but not all of them ran")
    report.run = try Self.run([], outcome: "stopped")
    #expect(verdict(report) == "### ✗ Tests stopped")
    var nothing = try Self.report(changed: [])
    #expect(verdict(nothing) == "### ✓ Nothing is affected")
    nothing.run = try Self.run([], outcome: "passed")
    #expect(verdict(nothing) == "### ✓ Nothing is affected")
    nothing.run = try Self.run([], outcome: "failed")
    #expect(verdict(nothing) == "### ✗ Tests failed")
  }

  @Test("it is short whatever there is to say, and nothing in it is markup", arguments: 0..<100)
  func property(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let text = ChangeComment.text(
      try Self.random(&generator), marker: CommentMarker(workspace: Self.words(&generator)),
      before: Bool.random(using: &generator) ? try Self.randomRun(&generator) : nil)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= ChangeComment.mostLines && text.hasSuffix("\n"))
    #expect(text.utf8.count <= 40_000)
    // Behind the marker there is no comment, tag, mention, link or reference outside of code.
    #expect(lines.first?.hasPrefix("<!-- ambit:report") == true && lines.first?.hasSuffix(" -->") == true)
    for line in lines.dropFirst() {
      #expect(
        ["", "#", "*", "-", ">"].contains(line.prefix(1)) || line.first?.isNumber == true || line.first == "N"
      )
      let prose = Self.prose(line)
      #expect(!prose.contains { "<@[]!~".contains($0) }, "\(line)")
      #expect(!prose.unicodeScalars.contains { $0.value < 0x20 }, "\(line)")
    }
    // What has no room is counted.
    for (title, rows) in Self.sections(lines) {
      let more = rows.last.flatMap { $0.hasPrefix("- and ") ? Int($0.split(separator: " ")[2]) : nil }
      #expect(rows.count - (more == nil ? 0 : 1) + (more ?? 0) == title, "\(lines)")
      #expect(rows.count >= 2 || more == nil, "something of each section is shown")
    }
  }

  @Test(
    "what escapes make long is cut shorter, so that hosts take it",
    arguments: ["@", "{", "\u{202E}", "`", "日"])
  func longest(_ text: String) throws {
    let long = String(repeating: text, count: 1000)
    var report = try Self.report()
    report.run = try Self.run((0..<40).map { Self.failing("\(long)\($0)", ["\(long)\($0)"], long) })
    let comment = ChangeComment.text(report, marker: CommentMarker(workspace: ""))
    #expect(comment.utf8.count <= 40_000)
    #expect(
      comment.split(separator: "\n", omittingEmptySubsequences: false).count == ChangeComment.mostLines + 1)
  }

  @Test("room is shared out, and none of it is lost")
  func shares() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<1000 {
      let wanted = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        Int.random(in: 1...40, using: &generator)
      }
      let room = Int.random(in: 4...30, using: &generator)
      let shares = CommentSection.shares(of: wanted, in: room)
      #expect(shares.reduce(0, +) == min(room, wanted.reduce(0, +)))
      #expect(zip(shares, wanted).allSatisfy { $0 <= $1 && $0 >= min($1, room / wanted.count) })
    }
  }

  @Test(
    "a marker is one line, and no other workspace's",
    arguments: GraphSketch.hostileNames)
  func markers(_ name: String) {
    let marker = CommentMarker(workspace: name)
    #expect(marker.line.hasPrefix("<!-- ambit:report ") && marker.line.hasSuffix(" -->"))
    #expect(!marker.line.dropFirst(4).dropLast(3).contains { "<>\n\"'".contains($0) })
    #expect(!marker.line.dropFirst(4).dropLast(3).contains("--"))
    #expect(CommentMarker(workspace: "\(name)2") != marker && CommentMarker(workspace: "") != marker)
  }
}

// MARK: Random reports

extension ChangeCommentTests {
  private static func words(_ generator: inout SeededGenerator) -> String {
    let length = [0, 1, 3, 20, 300].randomElement(using: &generator) ?? 0
    let hostile =
      GraphSketch.hostileNames + [
        "@all ", "#1 ", "\r\n/close\n", "- x\n", "\u{202E}", "{|}~", "`", "\u{85}", "é",
      ]
    return (0..<Int.random(in: 0...length, using: &generator)).map { _ in
      hostile.randomElement(using: &generator) ?? ""
    }.joined()
  }

  private static func count(_ generator: inout SeededGenerator) -> Int {
    Int.random(in: 0...([0, 1, 3, 40].randomElement(using: &generator) ?? 0), using: &generator)
  }

  private static func randomRun(_ generator: inout SeededGenerator) throws -> ReportedRun {
    let modules = (0..<count(&generator)).map { number in
      failing(
        "//M\(number)\(words(&generator))", (0..<count(&generator) / 4).map { "\($0)\(words(&generator))" },
        words(&generator))
    }
    let packages = (0..<count(&generator)).map { number in
      """
      {"package": \("P\(number)\(words(&generator))".prettyJSON), "outcome": "build-failed",
       "errors": [{"message": \("\(number)\(words(&generator))".prettyJSON), "file": \(words(&generator).prettyJSON)}]}
      """
    }
    return try run(
      modules, outcome: ["passed", "failed", "stopped"].randomElement(using: &generator) ?? "",
      packages: packages.joined(separator: ","))
  }

  private static func random(_ generator: inout SeededGenerator) throws -> ChangeReport {
    let names = (0..<count(&generator)).map { "P\($0)" } + ["Core"]
    let graph = GraphSketch.libraries(names)
    let warnings = (0..<count(&generator)).map { _ in
      Warning(code: "x", message: words(&generator), hints: [words(&generator)])
    }
    let affected = ReportFixtures.report(
      of: graph, changed: ["Odd/Package.resolved"], fallback: warnings.first)
    func teams() -> [OwnersReport.Group] {
      (0..<count(&generator)).map { number in
        OwnersReport.Group(
          id: "\(number)", name: words(&generator), contact: nil, handles: [], modules: [], files: [],
          path: nil)
      }
    }
    var report = ChangeReport(
      affected: affected,
      owners: OwnersReport(
        revisions: affected.revisions, rules: .init(ref: "main", commit: nil, isBase: true), changed: teams(),
        reached: teams(), shared: [], mixed: [], deleted: [], unowned: graph.modules.map(\.id), owners: [:],
        fallback: affected.fallback, warnings: warnings))
    if Bool.random(using: &generator) { report.run = try randomRun(&generator) }
    if Bool.random(using: &generator) {
      report.findings = (0..<count(&generator)).map { _ in
        ChangeFinding(
          rule: words(&generator), severity: Bool.random(using: &generator) ? .error : .warning,
          module: words(&generator), file: words(&generator), line: 1, message: words(&generator), mend: nil)
      }
    }
    return report
  }

  /// A line without its code, whose ends are found as Markdown finds them.
  private static func prose(_ line: Substring) -> String {
    let pieces = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    let text = pieces.filter { $0.offset % 2 == 0 }.map { String($0.element) }.joined()
    return text.replacing("<code>", with: "").replacing("</code>", with: "")
  }

  /// How many rows each title promises, with the rows below it.
  private static func sections(_ lines: ArraySlice<Substring>) -> [(Int, [Substring])] {
    var sections: [(Int, [Substring])] = []
    for line in lines {
      if line.hasPrefix("**"), line.hasSuffix("**"),
        let count = Int(line.dropLast(2).split(separator: " ").last ?? "")
      {
        sections.append((count, []))
      } else if line.hasPrefix("- "), !sections.isEmpty {
        sections[sections.count - 1].1.append(line)
      }
    }
    return sections
  }
}
