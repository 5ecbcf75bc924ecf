import Testing

@testable import Runner

/// What XCTest prints on macOS, in forms recorded there (docs/hosts.md says where).
@Suite struct MacOutputTests {
  private func read(_ text: String, listed: Set<String>, piece: Int = 1000) -> CaseResults {
    var parser = XCTestOutput(module: "IceTests", listed: listed, layout: .macOS)
    return parser.results(of: text, inPiecesOf: piece)
  }

  private static let output = """
    Test Suite 'Selected tests' started at 2025-03-28 13:46:10.473.
    Test Suite 'IcePackageTests.xctest' started at 2025-03-28 13:46:10.473.
    Test Suite 'OtherTests' started at 2025-03-28 13:46:10.473.
    Test Case '-[IceTests.OtherTests testOne]' started.
    printed without endTest Case '-[IceTests.OtherTests testOne]' passed (0.079 seconds).
    Test Case '-[IceTests.OtherTests testTwo]' started.
    /a b/c:d.swift:11: error: -[IceTests.OtherTests testTwo] : XCTAssertEqual failed: ("41") is not equal to ("42")
    <unknown>:0: error: -[IceTests.OtherTests testTwo] : failed : caught error: "none"
    Test Case '-[IceTests.OtherTests testTwo]' failed (0.072 seconds).
    Test Case '-[FoeTests.OtherTests testThree]' started.
    Test Case '-[FoeTests.OtherTests testThree]' passed (0.001 seconds).
    Test Case '-[IceTests.OtherTests testSkipped]' started.
    Test Case '-[IceTests.OtherTests testSkipped]' skipped (0.001 seconds).
    Test Case '-[IceTests.OtherTests testThree]' started.
    Test Suite 'OtherTests' failed at 2025-03-28 13:46:14.403.
    \t Executed 3 tests, with 1 failure (0 unexpected) in 0.151 (0.152) seconds
    Test Suite 'Selected tests' failed at 2025-03-28 13:46:14.404.
    \t Executed 3 tests, with 1 failure (0 unexpected) in 0.151 (0.153) seconds
    """

  @Test(arguments: [1, 7, 100_000]) func readsWhateverThePieces(piece: Int) {
    let names = ["testOne", "testTwo", "testThree", "testSkipped"].map { "OtherTests/\($0)" }
    let results = read(Self.output, listed: Set(names), piece: piece)
    #expect(
      results.finished == [
        "IceTests.OtherTests/testOne": .passed, "IceTests.OtherTests/testTwo": .failed,
        "IceTests.OtherTests/testSkipped": .skipped,
      ])
    // Another module's case of the same name is not it.
    #expect(results.running == ["IceTests.OtherTests/testThree"])
    #expect(
      results.failures == [
        CaseFailure(
          testCase: "IceTests.OtherTests/testTwo",
          message: "XCTAssertEqual failed: (\"41\") is not equal to (\"42\")", file: "/a b/c:d.swift",
          line: 11),
        CaseFailure(
          testCase: "IceTests.OtherTests/testTwo", message: "failed : caught error: \"none\"", file: nil,
          line: nil),
      ])
    #expect(results.hasEnded)
  }

  /// Listed and printed with or without what Objective-C adds to the names of methods that throw or wait.
  @Test(arguments: [
    ("testIt", "testIt"), ("testIt", "testItAndReturnError:"), ("testItAndReturnError:", "testIt"),
    ("testItAndReturnError", "testItAndReturnError:"), ("testIt", "testItWithCompletionHandler:"),
  ])
  func objectiveCsWordsAreNoPartOfAName(listed: String, printed: String) {
    let results = read(
      """
      Test Case '-[IceTests.T \(printed)]' started.
      Test Case '-[IceTests.T \(printed)]' passed (0.1 seconds).

      """, listed: ["T/\(listed)"])
    #expect(results.finished == ["IceTests.T/\(listed)": .passed])
  }

  @Test func linuxsWordsSayNothingHere() {
    let results = read("Test Case 'T.testIt' passed (0.1 seconds)\n", listed: ["T/testIt"])
    #expect(results.finished.isEmpty)
  }
}
