import Base
import Runner
import Session

/// Warnings about the definitions of tasks that a run showed, once for each task.
enum TaskAdvice {
  static func warnings(on report: TaskRunReport, unignored: Set<String>) -> [Warning] {
    // A cached result had its warnings when it ran.
    let byTask = Dictionary(grouping: report.tasks.filter(\.isRun), by: \.id.task)
    let seen = byTask.sorted { $0.key < $1.key }.flatMap { _, reports in
      [reads(reports), writes(reports), unrecorded(reports)].compactMap { $0 }
    }
    return unignored.sorted().map(Self.unignored) + seen
  }

  private static func reads(_ reports: [TaskReport]) -> Warning? {
    guard let (id, path, words) = first(of: reports, \.undeclaredReads) else { return nil }
    return Warning(
      code: "undeclared-read", message: "\(id) reads \(words), which it does not declare",
      hints: [
        "add it to \"inputs\" of \"tasks.\(id.task)\" in workspace.json: \"\(pattern(path, for: id))\""
      ])
  }

  /// A task that runs each time may write anything.
  private static func writes(_ reports: [TaskReport]) -> Warning? {
    guard let (id, path, words) = first(of: reports.filter { $0.unrecorded != nil }, \.undeclaredWrites)
    else {
      return nil
    }
    return Warning(
      code: "undeclared-write",
      message: "\(id) writes \(words), which it does not declare, so its result is not cached",
      hints: [
        "add it to \"outputs\" of \"tasks.\(id.task)\" in workspace.json: \"\(pattern(path, for: id))\"",
        "for a task that rewrites sources, set \"cache\": false",
      ])
  }

  private static func first(
    of reports: [TaskReport], _ paths: (TaskReport) -> [RelativePath]
  ) -> (TaskID, RelativePath, String)? {
    guard let report = reports.first(where: { !paths($0).isEmpty }), let path = paths(report).first else {
      return nil
    }
    let others = Set(reports.flatMap(paths)).count - 1
    return (report.id, path, "\"\(path)\"" + (others > 0 ? " and \(others) more" : ""))
  }

  /// Returns the path as the task would declare it.
  private static func pattern(_ path: RelativePath, for id: TaskID) -> String {
    guard let inside = path.relative(to: id.place.package)?.description, inside.contains("/") else {
      // A name without a slash would match at any depth.
      return "/\(path)"
    }
    return inside
  }

  /// Leaves out tasks that `writes` reports.
  private static func unrecorded(_ reports: [TaskReport]) -> Warning? {
    let silent = reports.filter { $0.unrecorded != nil && $0.undeclaredWrites.isEmpty }
    guard let first = silent.first, let reason = first.unrecorded else { return nil }
    let others = silent.count > 1 ? " and \(silent.count - 1) more" : ""
    return Warning(
      code: "unrecorded-task", message: "no result is cached for \(first.id)\(others): \(reason)")
  }

  private static func unignored(_ task: String) -> Warning {
    Warning(
      code: "unignored-output",
      message: "Git does not ignore the outputs of the task \"\(task)\", so they count as changes",
      hints: ["add them to .gitignore"])
  }
}
