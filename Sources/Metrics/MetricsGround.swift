import Coverage
import Imports
package import ModuleGraph

/// All that is measured of one revision.
package struct MetricsGround: Sendable {
  package let graph: WorkspaceGraph
  package let coupling: Coupling
  package let facts: Indexed<ModuleIndex, ModuleFacts>

  package init(graph: WorkspaceGraph, coupling: Coupling, facts: Indexed<ModuleIndex, ModuleFacts>) {
    self.graph = graph
    self.coupling = coupling
    self.facts = facts
  }

  /// These modules taken together, held against all others of the workspace.
  package func measures(of modules: [ModuleIndex]) -> Measures {
    let inside = Set(modules)
    let plain = modules.filter { !isTest($0) }
    let tests = modules.filter(isTest)
    var measures = Measures()
    measures.modules = plain.count
    measures.testModules = tests.count
    for module in plain { measures.sources = measures.sources + facts[module].sources }
    for module in tests { measures.testSources = measures.testSources + facts[module].sources }
    measures.fanIn = elsewhere(inside, plain, coupling.users)
    measures.fanOut = elsewhere(inside, plain, coupling.needed)
    measures.depth = modules.map { coupling.depth[$0] }.max() ?? 0
    let reached = coupling.reach(from: modules)
    let reachedTests = reached.filter(isTest)
    measures.dependents = reached.count { !isTest($0) && !inside.contains($0) }
    measures.dependentTests = reachedTests.count
    measures.dependentSeconds = sum(of: reachedTests, \.seconds)
    measures.testSeconds = sum(of: tests, \.seconds)
    measures.buildSeconds = sum(of: modules, \.buildSeconds)
    measures.changes = changes(of: modules)
    measures.coverage = coverage(of: plain)
    return measures
  }

  private func isTest(_ module: ModuleIndex) -> Bool { graph.modules[module].kind == .test }

  private func elsewhere(
    _ inside: Set<ModuleIndex>, _ modules: [ModuleIndex], _ neighbours: Indexed<ModuleIndex, [ModuleIndex]>
  ) -> Int {
    Set(modules.flatMap { neighbours[$0] }).count { !inside.contains($0) && !isTest($0) }
  }

  /// Of those whose time is known.
  private func sum(of modules: [ModuleIndex], _ seconds: KeyPath<ModuleFacts, Double?>) -> Double? {
    let known = modules.compactMap { facts[$0][keyPath: seconds] }
    return known.isEmpty ? nil : known.reduce(0, +)
  }

  /// Of fewer than all modules it would say nothing.
  private func coverage(of modules: [ModuleIndex]) -> LineCoverage? {
    let known = modules.compactMap { facts[$0].coverage }
    return known.count < modules.count || known.isEmpty ? nil : known.reduce(LineCoverage(), +)
  }

  private func changes(of modules: [ModuleIndex]) -> Int? {
    let known = modules.compactMap { facts[$0].commits }
    return known.isEmpty ? nil : Set(known.joined()).count
  }
}
