import Testing

@testable import SwiftSources

@Suite("Lines and test cases of sources")
struct SourceCounterTests {
  struct Case: CustomTestStringConvertible {
    let text: String
    let code: Int
    let comment: Int
    let blank: Int
    var language = SourceLanguage.swift
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ code: Int, _ comment: Int, _ blank: Int, _ language: SourceLanguage = .swift) {
      self.text = text
      self.code = code
      self.comment = comment
      self.blank = blank
      self.language = language
    }
  }

  @Test(
    "every line is code, comment or blank",
    arguments: [
      Case("", 0, 0, 0), Case("\n", 0, 0, 1), Case("a", 1, 0, 0), Case("a\n\n// b\n", 1, 1, 1),
      Case("let a = 1 // b\n  \t\n", 1, 0, 1), Case("/* a\n\n b */ c\n", 1, 1, 1),
      Case("/* /* a */\n b */\nc\n", 1, 2, 0), Case("let a = \"// no\"\nb\n", 2, 0, 0),
      Case("let a = \"\"\"\n  // no\n\n  /* no\n  \"\"\"\n// yes\n", 4, 1, 1),
      Case("let a = #\"\"\"\n // no \"\"\"\n\"\"\"#\n", 3, 0, 0),
      Case("let a = #\"\\\"// no\"#\n// yes", 1, 1, 0), Case("let a = /\\/\\/.*/\n", 1, 0, 0),
      Case("let a = \"\\(b /* c */)\"\n", 1, 0, 0), Case("\u{FEFF}// a\r\nb\r\n\r\n", 1, 1, 1),
      Case("#!/usr/bin/swift\n/// a\nb\n", 2, 1, 0), Case("/* open\nto the end", 0, 2, 0),
      Case("let `//` = 1\n", 1, 0, 0),
      Case("int a; // b \\\n still\nint c;\n", 2, 1, 0, .cFamily),
      Case("/* a /* b */ int c;\n", 1, 0, 0, .cFamily),
      Case("char *a = \"/* no\";\n/* yes\n*/\n", 1, 2, 0, .cFamily),
      Case("char a = '\"'; // b\n//c\n", 1, 1, 0, .cFamily),
      Case("auto a = R\"x(\n// no\n)x\";\n", 3, 0, 0, .cFamily),
      Case("#include <a.h> // b\n\n", 1, 0, 1, .cFamily),
    ])
  func lines(_ testCase: Case) {
    let facts = SourceCounter.facts(of: Array(testCase.text.utf8), testCase.language)
    #expect(
      facts?.lines == LineCount(code: testCase.code, comment: testCase.comment, blank: testCase.blank))
  }

  @Test("a module map is no source")
  func moduleMap() { #expect(SourceCounter.facts(of: Array("module A {}".utf8), .moduleMap) == nil) }

  @Test(
    "test cases are counted as they are declared",
    arguments: [
      ("import Testing\n@Test func a() {}\n@Test(\"b\", arguments: [1, 2]) func b(_ x: Int) {}\n", 2),
      ("import Testing\n// @Test func a()\nlet a = \"@Test\"\n@Tested func b() {}\n", 0),
      (
        "import XCTest\nclass A: XCTestCase {\n func testA() {}\n func testB() async throws {}\n func helper() {}\n}\n",
        2
      ),
      (
        "import XCTest\nclass A: XCTestCase {\n private func testA() {}\n static func testB() {}\n func testC(_ x: Int) {}\n}",
        0
      ),
      (
        "import XCTest\nclass A: XCTestCase {\n // func testA() {}\n @MainActor func testB(\n ) {}\n override func testC() {}\n}",
        2
      ),
      ("import XCTest\nimport Testing\n@Test func testA() {}\nclass B: XCTestCase { func testB() {} }\n", 2),
      ("import XCTest\nclass A: XCTestCase {\n let a = B.private\n func testA() {}\n}\n", 1),
      ("func testA() {}\n", 0), ("import XCTest\nlet a = \"\"\"\n func testA() {}\n\"\"\"\n", 0),
    ])
  func tests(_ text: String, _ count: Int) {
    #expect(SourceCounter.facts(of: Array(text.utf8), .swift)?.tests == count, "\(text)")
  }

  /// Files put together from pieces of which each line's kind is known.
  @Test("random files are counted as they were put together")
  func random() {
    struct Piece {
      let text: String
      let count: LineCount
      init(_ text: String, _ code: Int, _ comment: Int, _ blank: Int) {
        self.text = text
        count = LineCount(code: code, comment: comment, blank: blank)
      }
    }
    let pieces = [
      Piece("let a = 1\n", 1, 0, 0), Piece("\n", 0, 0, 1), Piece(" \t \r\n", 0, 0, 1),
      Piece("// \"open\n", 0, 1, 0), Piece("/* \"\"\" /* \n */\n\n// */\n", 0, 3, 1),
      Piece("let s = \"/* \\\" // \\(f(\"*/\")) \"\n", 1, 0, 0),
      Piece("let m = \"\"\"\n\n  /* \\\"\"\" //\n  \\(g(\"\"\"\n    //\n    \"\"\"))\n  \"\"\"\n", 6, 0, 1),
      Piece("let r = ##\"/* \"# \\(x) \"##\n", 1, 0, 0), Piece("let e = #/ /* \\/ \"/#\n", 1, 0, 0),
      Piece("x /* a\n b */ y\n", 2, 0, 0), Piece("import A // import\n", 1, 0, 0),
      Piece("@Test /* @Test */ func a() {}\n", 1, 0, 0), Piece("/**/ z\n/***/\n", 1, 1, 0),
    ]
    var state: UInt64 = 20
    for round in 0..<300 {
      var (text, expected, order) = ("", LineCount(), [Int]())
      for _ in 0..<20 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let chosen = Int(state >> 33) % pieces.count
        order.append(chosen)
        text += pieces[chosen].text
        expected = expected + pieces[chosen].count
      }
      #expect(
        SourceCounter.facts(of: Array(text.utf8), .swift)?.lines == expected, "round \(round): \(order)")
    }
  }
}
