package import Base

/// What a plan is asked for.
package struct RunRequest: Sendable {
  package var action: RunPlan.Action
  package var affected: Set<ModuleID>
  /// The affected test modules that are to be run; nil: all of them.
  package var tests: Set<ModuleID>?
  /// Other modules that a run of tests has to build, whether a test needs them or not.
  package var builds: Set<ModuleID> = []
  /// The packages that nobody can look into, and that the run has to answer for.
  package var unknown: Set<RelativePath> = []
  package var inputs: [ModuleID: SHA256Digest] = [:]
  package var expectedSeconds: [ModuleID: Double] = [:]
  /// Test modules that did not pass when they last ran: what is most likely to fail is told first.
  package var failedBefore: Set<ModuleID> = []

  package init(_ action: RunPlan.Action, affected: Set<ModuleID>, tests: Set<ModuleID>? = nil) {
    self.action = action
    self.affected = affected
    self.tests = tests
  }
}

extension RunPlan {
  /// The plan for the packages that hold affected modules; for tests, test modules to run.
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

/// `--filter`: which test cases to run, by a regular expression found anywhere in `Module.Suite/case`.
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

  /// A `Regex` cannot be shared between threads, so it is made anew for each list.
  func wanted(_ names: [String]) -> Set<String> {
    guard let regex = try? Regex(pattern) else { return Set(names) }
    return Set(names.filter { $0.contains(regex) })
  }
}
