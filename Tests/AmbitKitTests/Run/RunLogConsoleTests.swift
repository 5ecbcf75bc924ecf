import Names
import Support
import TestSupport
import Testing

@testable import AmbitKit
@testable import Runner

@Suite("A run in a log")
struct RunLogConsoleTests {
  private func plain(_ detail: RunDetail) -> PlainRunConsole {
    PlainRunConsole(RunMoments.outline(["A", "B"]), detail: detail, color: false, now: .zero)
  }

  private func gitHub(_ detail: RunDetail = .results) -> GitHubRunConsole {
    GitHubRunConsole(
      RunMoments.outline(["A", "B"]), detail: detail, folder: "ios", now: .zero, makeToken: { "5ec7e7" })
  }

  private static let mixed =
    RunMoments.build("A") + RunMoments.test("A", log: "fine\n")
    + RunMoments.test("B", .failed, log: "oh\nno\n")

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
      RunMoments.told(plain(detail), Self.mixed).split(separator: "\n").map(String.init) == expected)
  }

  @Test("who wants only failures is spared the library's account of them")
  func quietLogs() {
    let log = "◇ Test x() started.\nmine\n"
    let moments = RunMoments.test("B", .failed, log: log)
    #expect(RunMoments.told(plain(.failures), moments).hasSuffix("failed  1.0 s\n    mine\n"))
    #expect(RunMoments.told(plain(.results), moments).contains("◇"))
  }

  @Test("logs of tests that run side by side never mix")
  func sideBySide() {
    let (a, b) = (RunMoments.id("A"), RunMoments.id("B"))
    var moments: [RunMoment] = [.testStarted(a, attempt: 1), .testStarted(b, attempt: 1)]
    for index in 0..<50 {
      moments += [
        .testOutput(a, RunMoments.bytes("a\(index)\n")), .testOutput(b, RunMoments.bytes("b\(index)\n")),
      ]
    }
    moments += [.testEnded(RunMoments.report("B", .failed)), .testEnded(RunMoments.report("A", .failed))]
    let lines = RunMoments.told(plain(.results), moments).split(separator: "\n")
    let logs = lines.filter { $0.hasPrefix("    ") }.map { $0.trimmingPrefix("    ") }
    #expect(logs == (0..<50).map { "b\($0)" } + (0..<50).map { "a\($0)" })
  }

  @Test("an error is shown at once, while it is made sure that it is one")
  func doubts() {
    let core = ModuleID(package: "A", name: "Core")
    let error = BuildDiagnostic(file: "A/Core.swift", line: 1, message: "no", module: core)
    let moments: [RunMoment] = [.confirming(core, [error]), .startedOver("main")]
    let expected = """
      building //A:Core again from nothing, to be sure
          A/Core.swift:1: error: no
      older outputs were to blame: building from nothing

      """
    #expect(RunMoments.told(plain(.results), moments) == expected)
    #expect(RunMoments.told(plain(.failures), moments) == expected)
  }

  @Test("an error that several builds meet counts for the first")
  func errors() {
    let error = BuildDiagnostic(file: "Core/A.swift", line: 1, message: "no")
    let unclear = BuildDiagnostic(message: "no such module")
    let moments =
      RunMoments.failedBuild("A", [error]) + RunMoments.failedBuild("B", [error])
      + RunMoments.failedBuild("C", [unclear])
    #expect(
      RunMoments.told(plain(.failures), moments) == """
        ✗ //A does not build: 1 error
        ✗ //B does not build, for the same reason
        ✗ //C does not build: 1 error
            error: no such module

        """)
    let needs = PackageReport(
      folder: "D", outcome: .buildFailed, errors: [BuildDiagnostic(message: "needs A")])
    let log = RunMoments.bytes("/w/Core/A.swift:1:1: error: no\n")
    #expect(
      RunMoments.told(plain(.failures), [.buildOutput("//D", log), .packageBuilt(needs)])
        == "✗ //D does not build: 1 error\n", "what the summary shows anyway is not shown twice")
  }

  @Test("a log is never silent for long, and says what takes its time")
  func heartbeat() {
    var console = plain(.results)
    let output = RunMoment.buildOutput("//A", RunMoments.bytes("[3/9] Linking\n"))
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
    let started = { (names: [String]) in RunMoment.buildStarted("main", names.map { RelativePath($0) }) }
    let group = [RunMoment.buildOutput("main", [65]), .buildOutput("main", [66])]
    #expect(RunMoments.told(plain(.results), [started(["A", "B", "C"])] + group) == "building 3 packages\n")
    #expect(RunMoments.told(plain(.results), [started(["C"])] + group) == "building //C\n")
  }

  @Test("whoever waits is told why, and second attempts are mentioned")
  func waiting() {
    let text = RunMoments.told(
      plain(.results),
      [.waiting("another run holds the folder"), .testStarted(RunMoments.id("A"), attempt: 2)])
    #expect(text == "another run holds the folder\nattempt 2 //A:ATests\n")
  }

  @Test("GitHub folds logs, obeys nothing in them, and shows each problem at its line")
  func annotations() {
    let moments =
      RunMoments.test("A")
      + RunMoments.test("B", .failed, log: "::error::gotcha\n::endgroup::\n##[add-path]x\n")
    let text = RunMoments.told(gitHub(), moments)
    let commands = GitHubRunner.commands(in: text)
    #expect(commands.map(\.name) == ["group", "stop-commands", "5ec7e7", "endgroup", "error"])
    #expect(commands.last?.properties["file"] == "ios/B/Tests/X.swift")
    #expect(commands.last?.properties["line"] == "7")
    #expect(commands.last?.properties["title"] == "//B:BTests BTests.x()")
    #expect(commands.last?.message == "Expectation failed: 1 == 2\n::error::gotcha")
    #expect(text.hasPrefix("✓ //A:ATests  3 tests  1.0 s\n"))
  }

  @Test("GitHub gets no more annotations than it keeps, and warnings for what is flaky")
  func limits() {
    var flaky = RunMoments.report("F", .flaky)
    flaky.attempts = 2
    let flakyText = RunMoments.told(gitHub(), [.testEnded(flaky)])
    #expect(GitHubRunner.commands(in: flakyText).map(\.name) == ["warning"])
    let many = (0..<80).flatMap { RunMoments.test("M\($0)", .failed) }
    let commands = GitHubRunner.commands(in: RunMoments.told(gitHub(.failures), many))
    #expect(commands.count { $0.name == "error" } == 50)
  }
}
