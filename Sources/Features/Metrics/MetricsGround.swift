package import Graph
package import SwiftSources

/// All measured values of one revision.
package struct MetricsGround: Sendable {
  package let graph: WorkspaceGraph
  package let coupling: Coupling
  package let facts: Indexed<ModuleIndex, ModuleFacts>

  package init(graph: WorkspaceGraph, coupling: Coupling, facts: Indexed<ModuleIndex, ModuleFacts>) {
    self.graph = graph
    self.coupling = coupling
    self.facts = facts
  }

  /// Returns the values of these modules together. Edges to all other modules of the workspace count.
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

  private func isTest(_ module: ModuleIndex) -> Bool { graph.modules[module].kind.isTest }

  private func elsewhere(
    _ inside: Set<ModuleIndex>, _ modules: [ModuleIndex], _ neighbours: Indexed<ModuleIndex, [ModuleIndex]>
  ) -> Int {
    Set(modules.flatMap { neighbours[$0] }).count { !inside.contains($0) && !isTest($0) }
  }

  /// Returns the sum of the known times.
  private func sum(of modules: [ModuleIndex], _ seconds: KeyPath<ModuleFacts, Double?>) -> Double? {
    let known = modules.compactMap { facts[$0][keyPath: seconds] }
    return known.isEmpty ? nil : known.reduce(0, +)
  }

  /// Returns the joint coverage; nil unless it is known for all modules.
  private func coverage(of modules: [ModuleIndex]) -> LineCoverage? {
    let known = modules.compactMap { facts[$0].coverage }
    return known.count < modules.count || known.isEmpty ? nil : known.reduce(LineCoverage(), +)
  }

  private func changes(of modules: [ModuleIndex]) -> Int? {
    let known = modules.compactMap { facts[$0].commits }
    return known.isEmpty ? nil : Set(known.joined()).count
  }
}

/// The known values of one module.
package struct ModuleFacts: Sendable, Hashable {
  package var sources: SourceFacts
  /// The layers and teams of the module, which name its groups.
  package var layers: [String]
  package var teams: [String]
  /// The seconds of a test module's last passes.
  package var seconds: Double?
  /// The seconds of processor time that recent compilations took.
  package var buildSeconds: Double?
  /// The numbers of the commits that changed the module; nil without a history.
  package var commits: [Int]?
  /// The coverage; nil when it is not known.
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
