package import Base

/// The request for a plan.
package struct RunRequest: Sendable {
  package var action: RunPlan.Action
  package var affected: Set<ModuleID>
  /// The affected test modules to run. nil means all.
  package var tests: Set<ModuleID>?
  /// Other modules that a run of tests has to build, even when no test needs them.
  package var builds: Set<ModuleID> = []
  /// The packages without a readable manifest that the run has to report.
  package var unknown: Set<RelativePath> = []
  package var inputs: [ModuleID: SHA256Digest] = [:]
  package var expectedSeconds: [ModuleID: Double] = [:]
  /// Test modules that did not pass in their last run. They start first, since they are most likely to fail again.
  package var failedBefore: Set<ModuleID> = []

  package init(_ action: RunPlan.Action, affected: Set<ModuleID>, tests: Set<ModuleID>? = nil) {
    self.action = action
    self.affected = affected
    self.tests = tests
  }
}

extension RunPlan {
  /// Plans the packages that hold affected modules, or test modules to run.
  package init(
    _ request: RunRequest, in workspace: RunWorkspace, scratchRoot: String, by swift: SwiftCommands
  ) {
    let choice = RunChoice(request, in: workspace)
    let grouping = RunGrouping(workspace, scratchRoot: scratchRoot, settings: swift.settings)
    let groups = grouping.groups(of: choice.runs)
    self.init(
      action: request.action, scratchRoot: scratchRoot, swift: swift, groups: groups,
      commands: PlannedCommands(groups, request.action, swift), excused: choice.excused,
      excusedPackages: choice.excusedPackages, unjudged: choice.unjudged, inputs: request.inputs,
      expectedSeconds: request.expectedSeconds, failedBefore: request.failedBefore)
  }
}

/// The value of `--filter`: a regular expression that is found anywhere in `Module.Suite/case`.
package struct CaseFilter: Sendable, Equatable, Codable {
  package let pattern: String

  package init(_ pattern: String) throws(RunError) {
    do {
      _ = try Regex(pattern)
    } catch {
      throw RunError(
        code: "invalid-filter", "the filter \"\(pattern)\" is not a regular expression: \(error)")
    }
    self.pattern = pattern
  }

  /// Returns the matching names. Each call makes its own `Regex`, since threads cannot share one.
  func wanted(_ names: [String]) -> Set<String> {
    guard let regex = try? Regex(pattern) else { return Set(names) }
    return Set(names.filter { $0.contains(regex) })
  }
}
