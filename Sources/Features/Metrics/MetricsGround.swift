package import Graph
package import SwiftSources

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

/// What is known of one module by itself.
package struct ModuleFacts: Sendable, Hashable {
  package var sources: SourceFacts
  /// Where a group has its name from.
  package var layers: [String]
  package var teams: [String]
  /// What its last passes took, of a test module.
  package var seconds: Double?
  /// What compiling it took of late, in seconds of processor time.
  package var buildSeconds: Double?
  /// The numbers of the commits that changed it; nil where there is no history.
  package var commits: [Int]?
  /// nil where it is not known.
  package var coverage: LineCoverage?

  package init(
    sources: SourceFacts = SourceFacts(), layers: [String] = [], teams: [String] = [], seconds: Double? = nil,
    buildSeconds: Double? = nil, commits: [Int]? = nil, coverage: LineCoverage? = nil
  ) {
    self.sources = sources
    self.layers = layers
    self.teams = teams
    self.seconds = seconds
    self.buildSeconds = buildSeconds
    self.commits = commits
    self.coverage = coverage
  }
}
