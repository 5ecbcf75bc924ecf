import Names
import Reports
import Runner
import Support

/// What a run of tasks shows about their definitions, once for each task.
enum TaskAdvice {
  static func warnings(on report: TaskRunReport, unignored: Set<String>) -> [Warning] {
    // What stands for a run was told of when it ran.
    let byTask = Dictionary(grouping: report.tasks.filter { $0.isRun }, by: \.id.task)
    let told = unignored.sorted().map(Self.unignored)
    return told
      + byTask.keys.sorted().flatMap { task -> [Warning] in
        let reports = byTask[task] ?? []
        return [
          undeclared(reports, \.undeclaredReads, code: "undeclared-read") { id, path in
            ("\(id) reads \(path), which it does not declare", "\"inputs\"")
          },
          undeclared(reports, \.undeclaredWrites, code: "undeclared-write") { id, path in
            ("\(id) writes \(path), which it does not declare, so that its result is not kept", "\"outputs\"")
          },
          unrecorded(reports),
        ].compactMap { $0 }
      }
  }

  private static func undeclared(
    _ reports: [TaskReport], _ paths: (TaskReport) -> [RelativePath], code: String,
    _ words: (TaskID, String) -> (message: String, key: String)
  ) -> Warning? {
    guard let first = reports.first(where: { !paths($0).isEmpty }), let path = paths(first).first else {
      return nil
    }
    let others = Set(reports.flatMap(paths)).count - 1
    let (message, key) = words(first.id, "\"\(path)\"" + (others > 0 ? " and \(others) more" : ""))
    return Warning(
      code: code, message: message,
      hints: [
        "say so in workspace.json, in \(key) of \"tasks.\(first.id.task)\": \"\(pattern(path, for: first.id))\""
      ])
  }

  /// The path as the task would declare it.
  private static func pattern(_ path: RelativePath, for id: TaskID) -> String {
    let inside = path.relative(to: id.place.package)?.description
    // A name without a slash would be meant at any depth.
    return inside.map { $0.contains("/") ? $0 : "/\(path)" } ?? "/\(path)"
  }

  /// Not of what is told of otherwise.
  private static func unrecorded(_ reports: [TaskReport]) -> Warning? {
    let silent = reports.filter { $0.unrecorded != nil && $0.undeclaredWrites.isEmpty }
    guard let first = silent.first, let reason = first.unrecorded else { return nil }
    let others = silent.count > 1 ? " and \(silent.count - 1) more" : ""
    return Warning(code: "unrecorded-task", message: "nothing is kept of \(first.id)\(others): \(reason)")
  }

  private static func unignored(_ task: String) -> Warning {
    Warning(
      code: "unignored-output",
      message: "Git does not ignore the outputs of the task \"\(task)\", so that they count as changes",
      hints: ["add them to .gitignore"])
  }
}
