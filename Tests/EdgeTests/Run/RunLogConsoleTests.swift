import Base
import Graph
import Reports
import TestSupport
import Testing

@testable import Runner
@testable import Session

@Suite("A run in a log")
struct RunLogConsoleTests {
  private func plain(_ detail: RunDetail) -> PlainRunConsole {
    PlainRunConsole(RunEvents.outline(["A", "B"]), detail: detail, color: false, now: .zero)
  }

  private func gitHub(_ detail: RunDetail = .results) -> GitHubRunConsole {
    GitHubRunConsole(
      RunEvents.outline(["A", "B"]), detail: detail, folder: "ios", now: .zero, makeToken: { "5ec7e7" })
  }

  private static let mixed =
    RunEvents.build("A") + RunEvents.test("A", log: "fine\n")
    + RunEvents.test("B", .failed, log: "oh\nno\n")

  @Test(
    "what is told depends on how much is wanted",
    arguments: [
      (
        RunDetail.failures, ["✗ //B:BTests  1 of 4 tests failed  1.0 s", "    oh", "    no"]
      ),
      (
        .results,
        [
          "building //A", "✓ //A:ATests  3 tests  1.0 s", "✗ //B:BTests  1 of 4 tests failed  1.0 s",
          "    oh", "    no",
        ]
      ),
      (
        .everything,
        [
          "building //A", "log of //A", "    [3/9] Compiling A A.swift", "✓ //A:ATests  3 tests  1.0 s",
          "    fine", "✗ //B:BTests  1 of 4 tests failed  1.0 s", "    oh", "    no",
        ]
      ),
    ] as [(RunDetail, [String])])
  func detail(_ detail: RunDetail, _ expected: [String]) {
    #expect(
      RunEvents.told(plain(detail), Self.mixed).split(separator: "\n").map(String.init) == expected)
  }

  @Test("an error that SwiftPM repeats is shown once")
  func repeatedErrors() {
    let text = "error: 'core': Source files for target CoreTests should be located under 'Tests/CoreTests'"
    let report = PackageReport(
      folder: "A", outcome: .buildFailed, errors: [BuildDiagnostic(message: String(text.dropFirst(7)))])
    let output = RunEvent.buildOutput("//A", .stdout, RunEvents.bytes("\(text)\n\(text)\n"))
    let events: [RunEvent] = [.buildStarted("A", ["A"]), output, .packageBuilt(report)]
    let told = RunEvents.told(plain(.results), events)
    #expect(told.ranges(of: text).count == 1, "\(told)")
  }

  @Test("who wants only failures is spared the library's account of them")
  func quietLogs() {
    let log = "◇ Test x() started.\nmine\n"
    let events = RunEvents.test("B", .failed, log: log)
    #expect(RunEvents.told(plain(.failures), events).hasSuffix("failed  1.0 s\n    mine\n"))
    #expect(RunEvents.told(plain(.results), events).contains("◇"))
  }

  @Test("logs of tests that run side by side never mix")
  func sideBySide() {
    let (a, b) = (RunEvents.id("A"), RunEvents.id("B"))
    var events: [RunEvent] = [.moduleStarted(a, attempt: 1), .moduleStarted(b, attempt: 1)]
    for index in 0..<50 {
      events += [
        .testOutput(a, .stdout, RunEvents.bytes("a\(index)\n")),
        .testOutput(b, .stdout, RunEvents.bytes("b\(index)\n")),
      ]
    }
    events += [
      .moduleFinished(RunEvents.report("B", .failed)), .moduleFinished(RunEvents.report("A", .failed)),
    ]
    let lines = RunEvents.told(plain(.results), events).split(separator: "\n")
    let logs = lines.filter { $0.hasPrefix("    ") }.map { $0.trimmingPrefix("    ") }
    #expect(logs == (0..<50).map { "b\($0)" } + (0..<50).map { "a\($0)" })
  }

  @Test("that an error is made sure of is a line for those who look on")
  func doubts() {
    let core = ModuleID(package: "A", name: "Core")
    let error = BuildDiagnostic(file: "A/Core.swift", line: 1, message: "no", module: core)
    let events: [RunEvent] = [.confirming(core, [error]), .startedOver("main")]
    let blame = "build output may be stale: building from scratch\n"
    #expect(
      RunEvents.told(plain(.results), events) == "building //A:Core again from scratch\n\(blame)")
    #expect(RunEvents.told(plain(.failures), events) == blame)
  }

  @Test("what a compiler says is shown when it says it, once for all builds")
  func compilerErrors() {
    let written = Guarded<[String]>([])
    let display = RunDisplay(plain(.results), paths: RunPaths(root: "/w"), now: { .zero }) { text in
      written.with { $0.append(text) }
    }
    let error = "/w/A/Core.swift:1:2: error: no\n"
    for (build, text) in [
      ("main", String(error.prefix(9))), ("main", String(error.dropFirst(9))), ("other", error),
    ] {
      display.handle(.buildOutput(build, .stdout, Array(text.utf8)))
    }
    let lines = written.look { $0 }.joined().split(separator: "\n").filter { $0.hasPrefix("✗") }
    #expect(lines == ["✗ A/Core.swift:1:2  no"])
  }

  @Test("an error that several builds meet counts for the first")
  func errors() {
    let error = BuildDiagnostic(file: "Core/A.swift", line: 1, message: "no")
    let unclear = BuildDiagnostic(message: "no such module")
    let events =
      RunEvents.failedBuild("A", [error]) + RunEvents.failedBuild("B", [error])
      + RunEvents.failedBuild("C", [unclear])
    #expect(
      RunEvents.told(plain(.failures), events) == """
        ✗ //A does not build: 1 error
        ✗ //B does not build, for the same reason
        ✗ //C does not build: 1 error
            error: no such module

        """)
    let needed = BuildDiagnostic(message: "it needs //A:A", module: ModuleID(package: "A", name: "A"))
    #expect(
      RunEvents.told(plain(.failures), RunEvents.failedBuild("B", [needed])) == "",
      "the summary names them in one line")
    let needs = PackageReport(
      folder: "D", outcome: .buildFailed, errors: [BuildDiagnostic(message: "needs A")])
    let log = RunEvents.bytes("/w/Core/A.swift:1:1: error: no\n")
    #expect(
      RunEvents.told(plain(.failures), [.buildOutput("//D", .stdout, log), .packageBuilt(needs)])
        == "✗ //D does not build: 1 error\n", "what the summary shows anyway is not shown twice")
  }

  @Test("a package without a verdict is named with the reason, and is an annotation")
  func noVerdict() {
    let reason = Failure(code: "x", message: "Nope is not there\nadd it")
    let events = [RunEvent.packageBuilt(PackageReport(folder: "A", withoutVerdict: reason))]
    #expect(RunEvents.told(plain(.failures), events) == "! //A has no verdict: Nope is not there\n")
    #expect(
      RunEvents.told(gitHub(), events).contains(
        "::error title=//A has no verdict::Nope is not there%0Aadd it"))
  }

  @Test("a log is never silent for long, and says what takes its time")
  func heartbeat() {
    var console = plain(.results)
    let output = RunEvent.buildOutput("//A", .stdout, RunEvents.bytes("[3/9] Linking\n"))
    #expect(console.handle(output, now: .seconds(1)) == "building //A\n")
    #expect(console.handle(output, now: .seconds(2)) == "")
    #expect(console.tick(now: .seconds(30)) == "")
    #expect(console.tick(now: .seconds(31)) == "Building 0/2  31 s  //A 3/9 Linking\n")
    #expect(console.tick(now: .seconds(32)) == "")
    var quiet = plain(.failures)
    #expect(quiet.tick(now: .seconds(600)) == "")
  }

  @Test("packages that are built together are one build")
  func together() {
    let started = { (names: [String]) in RunEvent.buildStarted("main", names.map { RelativePath($0) }) }
    let group = [RunEvent.buildOutput("main", .stdout, [65]), .buildOutput("main", .stdout, [66])]
    #expect(
      RunEvents.told(plain(.results), [started(["A", "B", "C"])] + group) == "building //A, //B, //C\n")
    #expect(RunEvents.told(plain(.results), [started(["C"])] + group) == "building //C\n")
  }

  @Test("whoever waits is told why, and second attempts are mentioned")
  func waiting() {
    let text = RunEvents.told(
      plain(.results),
      [.waiting("another run holds the folder"), .moduleStarted(RunEvents.id("A"), attempt: 2)])
    #expect(text == "another run holds the folder\nattempt 2 //A:ATests\n")
  }

  @Test("GitHub folds logs, obeys nothing in them, and shows each problem at its line")
  func annotations() {
    let events =
      RunEvents.test("A")
      + RunEvents.test("B", .failed, log: "::error::gotcha\n::endgroup::\n##[add-path]x\n")
    let text = RunEvents.told(gitHub(), events)
    let commands = GitHubRunner.commands(in: text)
    #expect(commands.map(\.name) == ["group", "stop-commands", "5ec7e7", "endgroup", "error"])
    #expect(commands.last?.properties["file"] == "ios/B/Tests/X.swift")
    #expect(commands.last?.properties["line"] == "7")
    #expect(commands.last?.properties["title"] == "//B:BTests BTests.x()")
    #expect(
      commands.last?.message
        == "Expectation failed: 1 == 2\n::error::gotcha\nagain: ambit test //B:BTests --filter '^BTests\\.x\\(\\)$'"
    )
    #expect(text.hasPrefix("✓ //A:ATests  3 tests  1.0 s\n"))
  }

  @Test("GitHub gets no more annotations than it keeps, and warnings for what is flaky")
  func limits() throws {
    var flaky = RunEvents.report("F", .flaky)
    flaky.attempts = 2
    let flakyText = RunEvents.told(gitHub(), [.moduleFinished(flaky)])
    #expect(GitHubRunner.commands(in: flakyText).map(\.name) == ["warning"])
    var held = RunEvents.report("Q", .passed)
    held.quarantined = [
      QuarantinedCase(
        name: "QTests.a()",
        line: QuarantineLine(
          cases: try #require(CasePattern("QTests.a()")), owner: "@q", reason: "bug 12", until: "2027-01-15"),
        outcome: .failed,
        failures: [CaseFailure(testCase: "QTests.a()", message: "no", file: "Q.swift", line: 3)])
    ]
    let heldText = RunEvents.told(gitHub(), [.moduleFinished(held)])
    #expect(GitHubRunner.commands(in: heldText).map(\.name) == ["warning"])
    #expect(heldText.contains("in quarantine until 2027-01-15 (@q): bug 12"))
    let many = (0..<80).flatMap { RunEvents.test("M\($0)", .failed) }
    let commands = GitHubRunner.commands(in: RunEvents.told(gitHub(.failures), many))
    #expect(commands.count { $0.name == "error" } == 50)
  }
}
