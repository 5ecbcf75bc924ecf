import Base
package import Runner

/// `--junit FILE` of a run of tasks: a suite for each task, with a case for each place where the task ran.
package enum TaskJUnit {
  package static func text(_ tasks: [TaskReport]) -> String {
    var writer = XMLWriter()
    let names = Set(tasks.map(\.id.task)).sorted()
    writer.element("testsuites", [("name", "ambit")] + counts(tasks, skipped: false)) { writer in
      for name in names { write(name, tasks.filter { $0.id.task == name }, &writer) }
    }
    return writer.text
  }

  private static func write(_ name: String, _ tasks: [TaskReport], _ writer: inout XMLWriter) {
    writer.element("testsuite", [("name", name)] + counts(tasks, skipped: true)) { writer in
      for task in tasks { write(task, &writer) }
    }
  }

  private static func counts(_ tasks: [TaskReport], skipped: Bool) -> [(String, String)] {
    let skips = skipped ? [("skipped", "\(tasks.count { $0.outcome == .skipped })")] : []
    return [
      ("tests", "\(tasks.count)"), ("failures", "\(tasks.count { $0.outcome == .failed })"),
      ("errors", "\(tasks.count { $0.outcome == .crashed || $0.outcome == .timedOut })"),
    ] + skips + [("time", JUnitReport.seconds(tasks.reduce(0) { $0 + ($1.isRun ? $1.seconds : 0) }))]
  }

  private static func write(_ task: TaskReport, _ writer: inout XMLWriter) {
    let attributes = [
      ("classname", task.id.task), ("name", task.id.place.description),
      ("time", JUnitReport.seconds(task.isRun ? task.seconds : 0)),
    ]
    guard !task.outcome.isSuccess else { return writer.element("testcase", attributes) }
    let outcome = task.outcome.rawValue
    writer.element("testcase", attributes) { writer in
      writer.element(
        JUnitSuite.kind(task.outcome).rawValue, [("type", outcome), ("message", task.message ?? outcome)],
        text: JUnitReport.excerpt(of: task.log))
    }
  }
}
