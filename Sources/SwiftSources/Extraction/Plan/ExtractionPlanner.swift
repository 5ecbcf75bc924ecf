package import Base

/// Plans an extraction from values alone.
package struct ExtractionPlanner: Sendable {
  private let context: ExtractionContext
  private let module: ExtractionModule
  private let graph: FileGraph

  package init(_ context: ExtractionContext, _ module: ExtractionModule) {
    self.context = context
    self.module = module
    graph = context.graph(of: module)
  }

  /// - `package`: the folder of the new package.
  package func plan(
    _ name: String, moving moved: Set<RelativePath>, package folder: RelativePath
  ) -> ExtractionPlan {
    var plan = ExtractionPlan(name: name, module: module.id)
    plan.files = moved.sorted()
    let stays = Set(graph.files).subtracting(moved)
    plan.uses = graph.links(from: moved, to: stays)
    plan.usedBy = graph.links(from: stays, to: moved)
    plan.position =
      switch (plan.usedBy.isEmpty, plan.uses.isEmpty) {
      case (true, true): .apart
      case (false, true): .below
      case (true, false): .above
      case (false, false): .cycle
      }
    if plan.position == .cycle {
      plan.moveFirst = graph.bottomUp(graph.closure(of: moved).subtracting(moved))
      plan.obstacles.append(.cycle)
    }
    let tests = CompanionTests(context, module, moved: moved)
    (plan.tests, plan.testModule) = (tests.files.sorted(), tests.module?.id)
    let split = ModuleSplit(context: context, module: module, name: name, moved: moved, tests: tests.files)
    (plan.widenings, plan.initializers) = AccessSearch(split).found()
    (plan.needs, plan.testNeeds) = split.needs(plan.position)
    plan.importers = split.importers(plan.position)
    plan.unneeded = split.unneeded()
    plan.dependents = split.dependents(plan.importers)
    plan.obstacles += split.obstacles(plan, in: folder)
    plan.notes = split.notes()
    return plan
  }
}

/// The reason why an extraction cannot be planned.
package struct ExtractionError: Error, Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case invalidName = "invalid-name"
    case nameTaken = "name-taken"
    case invalidPath = "invalid-path"
    case noSources = "no-sources"
    case severalModules = "several-modules"
    case wholeModule = "whole-module"
    case wrongKind = "not-a-library"
    case notIndexed = "not-indexed"
    case staleIndex = "stale-index"
  }

  package let kind: Kind
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
