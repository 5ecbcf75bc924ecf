import Testing

@testable import Base
@testable import Runner

@Suite struct TestListingTests {
  @Test func tellsTheLibrariesApart() {
    let listing = TestListing(
      """
      CoreTests.A/testOne
      CoreTests.A/testTwo
      CoreTests.S/Inner/`raw name`()
      CoreTests.top()
      CoreTests.S/p(_:)/O.swift:10:15
      CoreTests.S/p(_:)/O.swift:10:61
      Core.Box/stray()

      """)
    #expect(listing.xctest == ["CoreTests": ["A/testOne", "A/testTwo"]])
    #expect(
      listing.swiftTesting == [
        "CoreTests": ["S/Inner/`raw name`()", "top()", "S/p(_:)"], "Core": ["Box/stray()"],
      ])
    #expect(listing.strays(testModules: ["CoreTests"]) == ["Core"])
  }
}

@Suite struct XCTestOutputTests {
  private func read(_ text: String, listed: Set<String>, piece: Int = 1000) -> CaseResults {
    var parser = XCTestOutput(module: "M", listed: listed, layout: .linux)
    return parser.results(of: text, inPiecesOf: piece)
  }

  private static let output = """
    Test Suite 'Selected tests' started at 2026-01-01 00:00:00.000
    Test Case 'A.testOne' started at 2026-01-01 00:00:00.000
    printed without endTest Case 'A.testOne' passed (0.1 seconds)
    Test Case 'A.testTwo' started at 2026-01-01 00:00:00.000
    /a b/c:d.swift:12: error: A.testTwo : XCTAssertEqual failed : ("1")
    Test Case 'A.testTwo' failed (0.1 seconds)
    Test Case 'B.unlisted' started at 2026-01-01 00:00:00.000
    Test Case 'A.testThree' started at 2026-01-01 00:00:00.000
    Test Suite 'Selected tests' failed at 2026-01-01 00:00:00.000
    """

  @Test(arguments: [1, 7, 100_000]) func readsWhateverThePieces(piece: Int) {
    let results = read(Self.output, listed: ["A/testOne", "A/testTwo", "A/testThree"], piece: piece)
    #expect(results.finished == ["M.A/testOne": .passed, "M.A/testTwo": .failed])
    #expect(results.running == ["M.A/testThree"])
    #expect(
      results.failures == [
        CaseFailure(
          testCase: "M.A/testTwo", message: "XCTAssertEqual failed : (\"1\")", file: "/a b/c:d.swift",
          line: 12)
      ])
    #expect(results.hasEnded)
  }

  @Test func aRunThatOnlyStartedHasNotEnded() {
    #expect(!read("Test Suite 'Selected tests' started at 2026\n", listed: []).hasEnded)
  }
}

@Suite struct VerdictTests {
  private func verdict(
    _ status: ProcessStatus, listed: Set<String> = ["M.a"], hasEnded: Bool = true,
    hasForeignFailure: Bool = false,
    tail: String = "", _ finished: [String: CaseResults.Outcome] = ["M.a": .passed], running: [String] = []
  ) -> ModuleReport.Outcome {
    var results = CaseResults()
    results.finished = finished
    results.running = running
    results.hasEnded = hasEnded
    results.hasForeignFailure = hasForeignFailure
    return Verdict(
      module: "M", listed: listed, results: results, status: status, log: Array(tail.utf8), timeout: nil
    )
    .outcome
  }

  @Test func nothingButACompleteRunPasses() {
    #expect(verdict(.exited(0)) == .passed)
    #expect(verdict(.exited(0), ["M.a": .skipped]) == .passed)
    #expect(verdict(.exited(0), hasEnded: false) == .crashed)
    #expect(verdict(.exited(0), [:]) == .crashed)
    #expect(verdict(.exited(0), listed: ["M.a", "M.b"]) == .crashed)
    #expect(verdict(.exited(0), running: ["M.b"]) == .crashed)
    #expect(verdict(.exited(0), ["M.a": .failed]) == .failed)
    #expect(verdict(.exited(1), ["M.a": .failed]) == .failed)
    #expect(verdict(.exited(1)) == .failed)
    #expect(verdict(.exited(1), hasForeignFailure: true) == .passed)
    #expect(verdict(.signalled(11), hasForeignFailure: true) == .failed)
    let report = "==123==ERROR: AddressSanitizer: heap-use-after-free on address 0x1"
    #expect(verdict(.exited(1), hasForeignFailure: true, tail: report) == .crashed)
    #expect(verdict(.signalled(11), [:], running: ["M.a"]) == .crashed)
    #expect(verdict(.timedOut) == .timedOut)
    #expect(verdict(.timedOut, ["M.a": .failed]) == .timedOut)
  }

  @Test func aCrashNamesSignalAndCase() {
    var results = CaseResults()
    results.running = ["M.a"]
    let verdict = Verdict(
      module: "M", listed: ["M.a"], results: results, status: .exited(1),
      log: Array("error: Process 'x' exited with unexpected signal code 11".utf8), timeout: nil)
    #expect(
      verdict.failures == [
        CaseFailure(testCase: "M.a", message: "the process died of signal 11 (SIGSEGV) before the test ended")
      ])
  }

  @Test func theWorseOfTwoLibrariesCounts() {
    let passed = Verdict.nothingToDo
    let crashed = Verdict(
      module: "M", listed: ["M.a"], results: CaseResults(), status: .exited(0), log: [], timeout: nil)
    #expect(passed.joined(with: crashed).outcome == .crashed)
    #expect(crashed.joined(with: passed).outcome == .crashed)
    #expect(passed.joined(with: passed).outcome == .passed)
  }
}

@Suite struct BuildDiagnosticTests {
  @Test func errorsAreFoundOnce() {
    let output = """
      [1/3] Compiling A
      /w/a b.swift:3:5: error: cannot find 'x' in scope
       |- error: cannot find 'x' in scope
      /w/a b.swift:3:5: error: cannot find 'x' in scope
      /w/h.h:9:1: fatal error: 'y.h' file not found
      /w/a.swift:4:5: warning: error: is only a word here
      error: emit-module command failed with exit code 1
      """
    #expect(
      BuildDiagnostic.errors(in: output) == [
        BuildDiagnostic(file: "/w/a b.swift", line: 3, column: 5, message: "cannot find 'x' in scope"),
        BuildDiagnostic(file: "/w/h.h", line: 9, column: 1, message: "'y.h' file not found"),
      ])
  }

  @Test(arguments: [
    ("error: no such module", "no such module"), ("something odd", "something odd"),
    ("", "the build failed without output"),
  ])
  func thereIsAlwaysAReason(output: String, message: String) {
    #expect(BuildDiagnostic.errors(in: output) == [BuildDiagnostic(message: message)])
  }
}

@Suite struct EventStreamTests {
  private static func test(_ id: String, in file: String) -> String {
    #"{"kind":"test","payload":{"kind":"function","id":"\#(id)","sourceLocation":{"fileID":"\#(file)"}}}"#
  }

  private static func event(_ kind: String, _ id: String) -> String {
    #"{"kind":"event","payload":{"kind":"\#(kind)","testID":"\#(id)","issue":{"isFailure":true},"messages":[]}}"#
  }

  private static func stream(_ lines: [String]) -> EventStream {
    EventStream(of: Array(lines.joined(separator: "\n").utf8), module: "A", others: ["B"])
  }

  private static let declared = [
    test("A.own()", in: "A/F.swift"), test("B.theirs()", in: "B/F.swift"),
    test("L.inside()", in: "L/F.swift"),
    test("L.Box/stray()", in: "A/F.swift"),
  ]

  /// Overloads share a name.
  @Test func aSkippedOverloadSaysNothingOfAnother() {
    let ids = ["A.own()/F.swift:1:2", "A.own()/F.swift:2:2"]
    let tests = ids.map { Self.test($0, in: "A/F.swift") }
    let results = Self.stream(
      tests + [
        Self.event("testSkipped", ids[0]), Self.event("testStarted", ids[1]), Self.event("testEnded", ids[1]),
      ]
    ).results
    #expect(results.finished == ["A.own()": .passed])
    let cancelled = Self.stream(
      tests + [Self.event("testCancelled", ids[0]), Self.event("testEnded", ids[0])]
    ).results
    #expect(cancelled.finished == ["A.own()": .skipped])
  }

  @Test func whatStandsInALibraryIsEveryTestModules() {
    let stream = Self.stream(Self.declared)
    #expect(stream.declared == ["A.own()", "L.inside()", "L.Box/stray()"] && !stream.isEmpty)
    #expect(Self.stream([]).isEmpty)
  }

  @Test(arguments: [("A.own()", true), ("L.inside()", true), ("B.theirs()", false), ("A.unheardOf()", true)])
  func onlyAnotherTestModulesFailureIsForeign(id: String, isMine: Bool) {
    let results = Self.stream(Self.declared + [Self.event("issueRecorded", id)]).results
    #expect(results.failures.isEmpty != isMine && results.hasForeignFailure != isMine)
  }
}
