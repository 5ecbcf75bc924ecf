import Base
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
    ("WARNING: ThreadSanitizer: data race (pid=3)", "WARNING: ThreadSanitizer: data race"),
    ("free(): invalid pointer", "free(): invalid pointer"),
  ])
  func lastWordsAreKnown(line: String, cause: String) {
    #expect(account("before\n\(line)\nafter\n").cause == cause)
  }

  private static let memoryError = """
    Test Case 'Old.testFrees' started at 1
    =================================================================
    ==14014==ERROR: AddressSanitizer: heap-use-after-free on address 0x7b0 at pc 0x55a bp 0x7ff sp 0x7fe
    READ of size 4 at 0x7b0 thread T0
        #0 0x55a in memcpy /home/build/llvm-project/memintrinsics.inc:117:5
        #1 0x55a in cbad(int, char const*) /w/my in/CBad.c:3:67
        #2 0x55a in $s3Bad6cfreedSiyF /w/Sources/Bad/Bad.swift:17:35
        #3 0x7fd in $s6XCTest0A4CaseC10invokeTestyyF (/opt/libXCTest.so+0x2b5e1) (BuildId: 94)
        #4 0x55a in $s8OldTests0A0C9testFreesyyF /w/Tests/T.swift:7:23

    0x7b0 is located 0 bytes inside of 12-byte region
    freed by thread T0 here:
        #0 0x55a in free /home/build/llvm-project/asan_malloc_linux.cpp:51:3
    SUMMARY: AddressSanitizer: heap-use-after-free /w/Sources/CBad/CBad.c:3:67 in cbad
    """

  @Test func theStackOfAMemoryErrorIsRead() {
    let crash = account(Self.memoryError)
    #expect(crash.isOfSanitizer)
    #expect(crash.cause == "ERROR: AddressSanitizer: heap-use-after-free on address 0x7b0")
    #expect(
      crash.frames == [
        CallFrame(function: "memcpy", file: "/home/build/llvm-project/memintrinsics.inc", line: 117),
        CallFrame(function: "cbad(int, char const*)", file: "/w/my in/CBad.c", line: 3),
        CallFrame(function: "cfreed()", file: "/w/Sources/Bad/Bad.swift", line: 17),
        CallFrame(function: "Old.testFrees()", file: "/w/Tests/T.swift", line: 7),
      ])
  }

  /// The access itself has no line here; what it ran into has.
  @Test func ofARaceTheFirstStackWithAPlaceIsRead() {
    let crash = account(
      """
      ==================
      WARNING: ThreadSanitizer: Swift access race (pid=14139)
        Modifying access of Swift variable at 0x72 by thread T4:
          #0 $s3Bad4raceSiyF /w/Bad.swift (San.xctest+0x10) (BuildId: 7a)
          #1 $s10Foundation6ThreadC4mainyyF <null> (libFoundation.so+0x37) (BuildId: bb)

        Previous write of size 1 at 0x72 by thread T5:
          #0 $s3Bad4raceSiyF /w/Bad.swift:6:72 (San.xctest+0x10) (BuildId: 7a)

        Location is heap block of size 24 at 0x72 allocated by main thread:
          #0 malloc /home/build/tsan_interceptors_posix.cpp:686:5 (San.xctest+0x83) (BuildId: 7a)
      """)
    #expect(crash.cause == "WARNING: ThreadSanitizer: Swift access race")
    #expect(crash.frames == [CallFrame(function: "race()", file: "/w/Bad.swift", line: 6)])
  }

  @Test func anErrorOfUndefinedBehaviourIsNamedByItsWords() {
    let crash = account("/w/C.c:4:57: runtime error: signed integer overflow\n    #0 0x1 in f /w/C.c:4:57\n")
    #expect(crash.cause == "runtime error: signed integer overflow")
    #expect(crash.frames == [CallFrame(function: "f", file: "/w/C.c", line: 4)])
    #expect(account("python: runtime error: of another\n").cause == nil)
  }

  /// The backtracer reads all memory of a process that crashed, and a sanitizer takes offence at that.
  @Test func whatTheBacktracerDoesIsNoReport() {
    let crash = account(
      "A.swift:1: Fatal error: Index out of range\n"
        + backtrace(["0 [ra] 0x12 f() + 3 in T.xctest at /w/A.swift:1:2"])
        + "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x7 at pc 0x5 bp 0x7 sp 0x7\n"
        + "READ of size 4096 at 0x7 thread T0\n    #0 0x5 in memcpy /b/memintrinsics.inc:117:5\n"
        + "    #1 0x7 in (anonymous namespace)::memserver_read(void*, unsigned long) CrashHandlerLinux.cpp\n")
    #expect(!crash.isOfSanitizer && crash.cause == "Fatal error: Index out of range")
    #expect(crash.frames.map(\.line) == [1])
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
      "Fatal error", "ERROR: AddressSanitizer: ", "\n  #1 f /a:1:2 (", ": ", "\u{301}",
      "*** Program crashed: ", " ***\n", "\r\n", "-1", "99999999999999999999",
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

  /// It was told to go on after a report, and every case passed.
  @Test func aReportThatEndedNothingIsAFailureAllTheSame() throws {
    var results = CaseResults()
    results.finished = ["M.a": .passed]
    results.hasEnded = true
    let log =
      "WARNING: ThreadSanitizer: data race (pid=3)\n  Write of size 8:\n    #0 f /w/A.swift:4:1 (x+0x1)\n"
    let verdict = Verdict(
      module: "M", listed: ["M.a"], results: results, status: .exited(66), log: Array(log.utf8), timeout: nil)
    #expect(verdict.outcome == .crashed)
    let failure = try #require(verdict.failures.first)
    #expect(failure.testCase == "M" && failure.message == "WARNING: ThreadSanitizer: data race")
    #expect(failure.frames.map(\.line) == [4])
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
