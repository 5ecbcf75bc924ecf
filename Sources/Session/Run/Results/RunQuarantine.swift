import Base
import GitBridge
import Graph
import Reports
import Runner

extension Session {
  /// The lines of `test.quarantine` at the other side of the comparison.
  func quarantineBase(_ source: ChangeSource, _ changes: [FileChange]) -> Quarantine.Base {
    guard !workspace.config.quarantine.isEmpty else { return .absent }
    guard source.fallback == nil else { return .unreadable }
    guard let tree = source.baseTree else {
      // A list of files has no base, and the earlier lines of a changed file are unknown.
      return changes.contains { $0.path == workspace.location.configuration } ? .unreadable : .absent
    }
    return quarantineBase(in: tree)
  }

  /// The lines that a run is compared with. A shard follows its plan, which may compare with an older commit than the
  /// shard does, such as the last green one. Without a known base no line counts.
  func quarantineBase(_ outcome: Selected, _ plan: PlanFile?) -> Quarantine.Base {
    guard let plan, !outcome.config.quarantine.isEmpty else { return outcome.quarantineBase }
    guard !plan.hasUnknownBase else { return .unreadable }
    guard let base = plan.base else { return outcome.quarantineBase }
    guard let commit = CommitID(base), let tree = try? workspace.repository.tree(of: commit) else {
      return .unreadable
    }
    return quarantineBase(in: tree)
  }

  private func quarantineBase(in tree: any FileTree) -> Quarantine.Base {
    guard let config = try? workspace.config(in: tree) else { return .unreadable }
    return .lines(config.quarantine)
  }
}

extension Quarantine {
  /// The warnings about lines that do not count, as far as they may concern the tests of the run.
  func warnings(about tests: [ModuleID]) -> [Warning] {
    let names = Set(tests.map { ModuleNames.compiled($0.name) })
    func concerned(_ lines: [QuarantineLine]) -> [QuarantineLine] {
      lines.filter { line in names.contains { line.cases.mayMatch(module: $0) } }
    }
    var warnings: [Warning] = []
    // Another line may put the same cases aside for longer.
    let over = ended.filter { line in !counting.contains { $0.cases == line.cases } }
    if let (line, others) = Self.first(of: concerned(over)) {
      warnings.append(
        Warning(
          code: "quarantine-ended",
          message:
            "the quarantine of \"\(line.cases)\" ended on \(line.until)\(others): its failures count again",
          hints: ["remove the line from workspace.json, or give it a later date in the next change"]))
    }
    if let (line, others) = Self.first(of: concerned(unconfirmed)) {
      warnings.append(
        Warning(
          code: "quarantine-unconfirmed",
          message:
            "the quarantine of \"\(line.cases)\"\(others) does not count in this run: it is not in the base",
          hints: ["it counts once the base has the line"]))
    }
    return warnings
  }

  /// The warnings about lines that match no case, where all cases of their module ran.
  func warnings(about report: RunReport, in graph: WorkspaceGraph) -> [Warning] {
    // Test modules of two packages may have the same name.
    let names = graph.listedModules.filter(\.kind.isTest).map { ModuleNames.compiled($0.id.name) }
    let idle = counting.filter { line in
      guard let name = line.cases.module else { return false }
      let all = names.count { $0 == name }
      if all == 0 { return true }
      let modules = report.modules.filter { ModuleNames.compiled($0.id.name) == name }
      return modules.count >= all
        && modules.allSatisfy { module in
          module.source == .run && [.passed, .failed, .flaky].contains(module.outcome) && module.code == nil
            && !module.caseReports.contains { line.cases.matches($0.name) }
            && !module.quarantined.contains { line.cases.matches($0.name) }
        }
    }
    guard report.filter == nil, let (line, others) = Self.first(of: idle) else { return [] }
    return [
      Warning(
        code: "quarantine-unmatched",
        message: "the quarantine of \"\(line.cases)\"\(others) matches no test case",
        hints: ["correct the pattern in workspace.json, or remove the line"])
    ]
  }

  private static func first(of lines: [QuarantineLine]) -> (QuarantineLine, others: String)? {
    lines.first.map { ($0, lines.count > 1 ? " (and of \(lines.count - 1) more)" : "") }
  }
}
