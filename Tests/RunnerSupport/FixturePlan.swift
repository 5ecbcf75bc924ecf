package import Base
package import Graph
package import Runner
import TestSupport

/// A plan, with the workspace that it is for.
@dynamicMemberLookup
package struct FixturePlan {
  package let plan: RunPlan
  package let workspace: RunWorkspace
  /// The groups whose scratch folders are said to come from a state.
  package var restored: Set<String> = []
  package var inputs = BuildInputs.unknown

  package init(_ plan: RunPlan, for workspace: RunWorkspace) {
    self.plan = plan
    self.workspace = workspace
  }

  package static func make(
    _ action: RunPlan.Action, affected: Set<ModuleID>, tests: Set<ModuleID>? = nil,
    builds: Set<ModuleID> = [], in workspace: RunWorkspace, scratchRoot: String,
    settings: RunSettings = RunSettings(), swift: String = "/t/swift",
    environment: RunEnvironment = .inherited([:]), expectedSeconds: [ModuleID: Double] = [:]
  ) -> FixturePlan {
    var request = RunRequest(action, affected: affected, tests: tests)
    request.builds = builds
    request.expectedSeconds = expectedSeconds
    let commands = SwiftCommands(swift: swift, settings: settings, environment: environment)
    return FixturePlan(
      RunPlan(request, in: workspace, scratchRoot: scratchRoot, by: commands), for: workspace)
  }

  package subscript<Value>(dynamicMember path: KeyPath<RunPlan, Value>) -> Value { plan[keyPath: path] }

  package func run(
    observer: any RunObserver = NoObserver(), supervisor: ProcessSupervisor = .init()
  ) throws -> RunReport {
    let locks = ScratchLocks(for: plan.swift, supervisor: supervisor) { observer.handle(.waiting($0)) }
    let claim = try ScratchClaim.take(plan.groups, in: plan.scratchRoot, locks)
    let context = RunContext(
      workspace, inputs: inputs, claim: claim, restored: restored,
      interfaces: SharedCache.path.map { CompiledInterfaces(cacheFolder: $0) })
    return try Runner(supervisor: supervisor).run(plan, on: context, observer: observer)
  }
}
