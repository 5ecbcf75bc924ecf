import Platform
import Testing

@testable import Runner

/// As the runtime of Swift 6.3 prints it on Linux.
private func backtrace(_ frames: [String], headline: String = "Illegal instruction at 0x00007f018536df7f")
  -> String
{
  """

  *** Signal 4: Backtracing from 0x7f018536df7f... done ***

  *** Program crashed: \(headline) ***

  Platform: x86_64 Linux (Debian GNU/Linux 12 (bookworm))

  Thread 0 "CorePackageTest":

    0      0x00007f0183c92301 sigsuspend + 65 in libc.so.6
    1 [ra] 0x00007f01850bdc29 OtherTests.other() + 8 in Tests.xctest at /w/Tests/Other.swift:9:1
  ...

  Thread 4 "oot.default-qos" crashed:

  \(frames.joined(separator: "\n"))
  ...

  Registers:

  rax 0x0000000000000000  0

  Backtrace took 0.02s

  """
}

@Suite struct CrashAccountTests {
  private func account(_ text: String) -> CrashAccount { CrashAccount(of: Array(text.utf8)) }

  @Test func theThreadThatCrashedIsRead() {
    let crash = account(
      "noise\nSwift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range\n✔ Test other() passed\n"
        + backtrace([
          "0                  0x00007f018536df7f closure #1 in _assertionFailure(_:_:file:line:flags:) + 623 in libswiftCore.so",
          "1 [ra] [system]    0x000055f2061bcf4c implicit closure #1 in A.b() + 27 in T.xctest at /w/made.swift:3",
          "2 [ra]             0x000055bb4c7f67e1 third(_:) + 32 in T.xctest at /w/my in/Crash at once.swift:1:51",
          "3 [ra] [inlined]   0x000055bb4c825a33 closure #1 in Crashing.indexes() + 146 in T.xctest at /w/Tests/T.swift:5:39",
          "4 [async] [thunk]  0x000055bb4c826c20 partial apply for f() in T.xctest at //<compiler-generated>",
          "5 [ra]             0x000055bb4c825a33 lineOnly() + 1 in T.xctest at /w/Tests/T.swift:7",
        ]))
    #expect(crash.cause == "Fatal error: Index out of range")
    #expect(
      crash.frames == [
        CallFrame(function: "third(_:)", file: "/w/my in/Crash at once.swift", line: 1),
        CallFrame(function: "closure #1 in Crashing.indexes()", file: "/w/Tests/T.swift", line: 5),
        CallFrame(function: "lineOnly()", file: "/w/Tests/T.swift", line: 7),
      ])
    #expect(crash.functions.count == 6)
    #expect(!crash.functions.contains { $0.contains("OtherTests") })
  }

  @Test(arguments: [
    ("Core/A.swift:3: Fatal error: n is 'odd': why", "Fatal error: n is 'odd': why"),
    ("Fatal error: in a release build", "Fatal error: in a release build"),
    ("Core/A.swift:3: Precondition failed", "Precondition failed"),
    ("Core/A.swift:9: Assertion failed: sorted", "Assertion failed: sorted"),
    ("xctest: main.c:3: check: Assertion `x > 3' failed.", "Assertion `x > 3' failed."),
    (
      "terminate called after throwing an instance of 'std::bad_alloc'",
      "terminate called after throwing an instance of 'std::bad_alloc'"
    ),
    (
      "==123==ERROR: AddressSanitizer: heap-use-after-free on address 0x1",
      "ERROR: AddressSanitizer: heap-use-after-free on address 0x1"
    ),
    ("free(): invalid pointer", "free(): invalid pointer"),
  ])
  func lastWordsAreKnown(line: String, cause: String) {
    #expect(account("before\n\(line)\nafter\n").cause == cause)
  }

  @Test(arguments: [
    "the words Fatal error stand in the middle", "/w/A.swift:3: error: T.test : Fatal error: not ours", "",
    "Program crashed: maybe", "*** Program crashed: Illegal instruction at 0x1 ***",
  ])
  func otherWordsAreNone(line: String) { #expect(account("\(line)\n").cause == nil) }

  @Test func withoutWordsTheHeadlineCounts() {
    let crash = account(backtrace([], headline: "Bad pointer dereference at 0x0000000000000000"))
    #expect(crash.cause == "Bad pointer dereference at 0x0000000000000000")
  }

  /// Whatever is printed, nothing ends the program that reads it.
  @Test func nothingThatIsPrintedDoesHarm() {
    var random = SystemRandomNumberGenerator()
    let pieces = [
      "Thread 1 \"x\" crashed:\n", "\n", " 1 [ra] 0x12 ", "f() + 3 in x", " at /a:1:2", " at /:", ":::", "[",
      "]", "0x",
      "Fatal error", ": ", "\u{301}", "*** Program crashed: ", " ***\n", "\r\n", "-1", "99999999999999999999",
    ]
    for _ in 0..<2000 {
      var bytes = (0..<12).flatMap { _ in Array((pieces.randomElement(using: &random) ?? "").utf8) }
      if bytes.count > 3 {
        bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      _ = CrashAccount(of: bytes)
    }
  }
}

@Suite struct BlameTests {
  private func verdict(running: [String], functions: [String], status: ProcessStatus = .signalled(4))
    -> Verdict
  {
    var results = CaseResults()
    results.running = running
    results.finished = ["M.S/done()": .passed]
    let frames = functions.enumerated().map {
      " \($0) [ra] 0x12 \($1) + 3 in T.xctest at /w/A.swift:\($0 + 1):2"
    }
    return Verdict(
      module: "M", listed: Set(running + ["M.S/done()"]), results: results, status: status,
      log: Array(("M/A.swift:1: Fatal error: no\n" + backtrace(frames)).utf8), timeout: .seconds(1))
  }

  @Test func theCaseOnTheStackIsToBlameAndTheOthersWereUnderWay() throws {
    let verdict = verdict(
      running: ["M.S/a()", "M.S/b(x:)", "M.Outer/S/a()"],
      functions: ["trap()", "closure #1 in closure #2 in S.b(x:)", "Runner.run()"])
    #expect(verdict.outcome == .crashed)
    let failure = try #require(verdict.failures.first)
    #expect(verdict.failures.count == 1)
    #expect(failure.testCase == "M.S/b(x:)")
    #expect(failure.message == "Fatal error: no")
    #expect(failure.inFlight == ["M.S/a()", "M.Outer/S/a()"])
    #expect(verdict.cases.mapValues(\.outcome) == ["M.S/done()": .passed, "M.S/b(x:)": .failed])
  }

  @Test(arguments: [
    ["trap()"], ["S.a()", "S.b()"], ["XS.a()"], ["S.a().nested"],
  ])
  func withoutOneOnTheStackNobodyIs(functions: [String]) throws {
    let verdict = verdict(running: ["M.S/a()", "M.S/b()"], functions: functions)
    let failure = try #require(verdict.failures.first)
    #expect(verdict.failures.count == 1)
    #expect(failure.testCase == "M")
    #expect(failure.inFlight == ["M.S/a()", "M.S/b()"])
    #expect(verdict.counts.failed == 0)
  }

  @Test func whatRunsAloneIsToBlame() {
    let verdict = verdict(running: ["M.Old/testIt"], functions: ["Old.testElse()"])
    #expect(verdict.failures.map(\.testCase) == ["M.Old/testIt"])
    #expect(verdict.failures.map(\.inFlight) == [[]])
  }

  /// A test may print such words and be killed for something else.
  @Test func aSignalThatIsNoTrapIsToldAsWell() {
    #expect(
      verdict(running: ["M.a"], functions: [], status: .signalled(9)).failures.map(\.message)
        == ["Fatal error: no\nthe process died of signal 9 (SIGKILL) before the test ended"])
  }

  @Test func ofSeveralThatRanOutOfTimeNoneIsSaidToHaveFailed() {
    let verdict = verdict(running: ["M.S/a()", "M.S/b()"], functions: ["S.a()"], status: .timedOut)
    #expect(verdict.outcome == .timedOut)
    #expect(verdict.failures.map(\.testCase) == ["M"])
    #expect(verdict.failures.map(\.inFlight) == [["M.S/a()", "M.S/b()"]])
  }

  @Test func whatNeverRanIsNamed() {
    let verdict = Verdict(
      module: "M", listed: ["M.a", "M.b", "M.c", "M.d"], results: CaseResults(), status: .exited(0), log: [],
      timeout: nil)
    #expect(
      verdict.failures.map(\.message)
        == ["the process ended with exit code 0 before the test ended\nnot run: M.a, M.b, M.c and 1 more"])
  }
}
