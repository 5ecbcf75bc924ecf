import TestSupport
import Testing

@testable import Reports

@Suite("Logs as text")
struct LogTextTests {
  @Test(
    "colours go, and nothing that is left moves a cursor",
    arguments: [
      ("plain\n", ["plain"]),
      ("\u{1B}[90m◇\u{1B}[0m Test\r\n", ["◇ Test"]),
      ("a\tb\n\nc", ["a    b", "", "c"]),
      ("\u{1B}[2Jx\u{7}", [#"\x1b[2Jx\x07"#]),
      ("half\u{1B}[3", [#"half\x1b[3"#]),
      ("", []), ("\n\r\n\n", []),
    ] as [(String, [String])])
  func lines(_ text: String, _ expected: [String]) {
    #expect(LogText.lines(Array(text.utf8)) == expected)
  }

  @Test("any bytes make lines without control characters")
  func anyBytes() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let alphabet: [UInt8] = [0x1B, 0x5B, 0x6D, 0x33, 0x3B, 0x0A, 0x0D, 0x09, 0x00, 0xC3, 0xA9, 0xFF, 0x41]
      let bytes = (0..<40).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      for line in LogText.lines(bytes) {
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
      }
    }
  }

  @Test("what the libraries say of their runs goes, what a program prints stays")
  func chatter() {
    let log = """
      Test Suite 'All tests' started at 2026-11-21 09:32:35.586
      Test Case 'X.testA' started at 2026-11-21 09:32:35.589
      /w/Tests/T.swift:5: error: X.testA : XCTAssertEqual failed: ("1") is not equal to ("2") -\u{20}
      hi
      Test Case 'X.testA' failed (0.005 seconds)
      \t Executed 1 test, with 1 failure (0 unexpected) in 0.005 (0.005) seconds
      ◇ Test a() started.
      /w/Sources/A.swift:3: Fatal error: no
      ✘ Test a() recorded an issue at T.swift:4:35: Expectation failed: 1 == 2

      """
    #expect(
      LogText.withoutChatter(LogText.lines(Array(log.utf8))) == [
        "hi", "/w/Sources/A.swift:3: Fatal error: no",
      ])
  }
}
