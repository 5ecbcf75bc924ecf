import Base
import Testing

@testable import Reports
@testable import Runner

@Suite("What was running when a run was stopped")
struct UnfinishedTestsTests {
  private func unfinished(_ log: String) -> [String] {
    UnfinishedModule(id: RunFixtures.id("A", "ATests"), log: log.split(separator: "\n").map(String.init))
      .tests
  }

  @Test("what began and did not end, by what both libraries print")
  func names() {
    #expect(
      unfinished(
        """
        Test Suite 'Selected tests' started at 2026-11-23 14:48:49.503
        Test Case 'Old.testDone' started at 2026-11-23 14:48:49.506
        Test Case 'Old.testDone' passed (0.001 seconds)
        no end of lineTest Case 'Old.testHangs' started at 2026-11-23 14:48:49.507
        """) == ["Old.testHangs"])
    #expect(
      unfinished(
        """
        ◇ Test run started.
        ◇ Suite Parser started.
        ◇ Test reads() started.
        ◇ Test "waits for ever" started.
        ◇ Test counts(_:) started.
        ◇ Test case passing 1 argument n → 1 to counts(_:) started.
        ◇ Test case passing 1 argument n → 2 to counts(_:) started.
        ✔ Test counts(_:) with 2 test cases passed after 0.001 seconds.
        ✘ Test reads() recorded an issue at P.swift:1:1: no
        ✘ Test reads() failed after 0.002 seconds with 1 issue.
        ◇ Test late() started.
        ➜ Test late() skipped: "later"
        """) == ["\"waits for ever\""])
    #expect(unfinished("a Test of words started.\nTest Case 'unfinished") == [])
  }

  @Test(
    "a name may hold the words that end other names",
    arguments: [
      #""works with \"quotes\" and more""#, #""is skipped when late""#, #""a" with "b""#,
      #""passed after all""#,
    ])
  func namesWithWords(_ name: String) {
    for end in [
      " passed after 0.1 seconds.", " with 2 test cases failed after 1 seconds.", " skipped: \"x\"",
    ] {
      let log = "◇ Test \"a\" started.\n◇ Test \(name) started.\n✔ Test \(name)\(end)"
      #expect(unfinished(log) == ["\"a\""], "\(end)")
    }
    #expect(unfinished("◇ Test \(name) started.\n✘ Test \(name) recorded an issue with x") == [name])
  }

  @Test("is said before the summary")
  func text() {
    let hanging = UnfinishedModule(id: RunFixtures.id("A", "ATests"), log: ["◇ Test hangs() started."])
    let silent = UnfinishedModule(id: RunFixtures.id("B", "BTests"), log: [])
    let lines = RunText(
      RunFixtures.report(.stopped, modules: [RunFixtures.module("A", .skipped, attempts: 0)]),
      modules: RunFixtures.sources, unfinished: [hanging, silent], width: nil
    ).lines(elapsed: .seconds(1)).map(\.plain)
    #expect(lines.dropLast() == ["", "Still running", "  //A:ATests  hangs()", "  //B:BTests", ""])
  }
}
