import Base
import Runner
import Testing

@testable import Features

@Suite("The last lines of a run of tasks")
struct TaskTextTests {
  private var report: TaskRunReport {
    var task = TaskReport(id: TaskID("gen", .package("Packages/Core")), outcome: .failed)
    (task.message, task.log) = ("exit code 3", Array("bad thing\n".utf8))
    return TaskRunReport(outcome: .failed, tasks: [task])
  }

  private func lines(repeatsLogs: Bool) -> [String] {
    TaskText(report: report, repeatsLogs: repeatsLogs).lines(elapsed: .seconds(1)).map(\.plain)
  }

  @Test("the log of a failed task comes once on a terminal, and with the summary in a log")
  func logs() {
    let start = ["", "Failed", "  gen //Packages/Core  exit code 3"]
    let end = ["", "Failed: 1 of 1 task failed, in 1.0 s"]
    #expect(lines(repeatsLogs: false) == start + end)
    #expect(lines(repeatsLogs: true) == start + ["    bad thing"] + end)
  }
}
