import Graph
import SwiftSources

/// All measured values of one revision.
struct MetricsContext: Sendable {
  let graph: WorkspaceGraph
  let coupling: Coupling
  let facts: Indexed<ModuleIndex, ModuleFacts>

  /// Returns the values of these modules together. Edges to all other modules of the workspace count.
  func measures(of modules: [ModuleIndex]) -> Measures {
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
struct ModuleFacts: Sendable, Hashable {
  var sources: SourceFacts
  /// The layers and teams of the module, which name its groups.
  var layers: [String]
  var teams: [String]
  /// The seconds of a test module's last passes.
  var seconds: Double?
  /// The seconds of processor time that recent compilations took.
  var buildSeconds: Double?
  /// The numbers of the commits that changed the module; nil without a history.
  var commits: [Int]?
  /// The coverage; nil when it is not known.
  var coverage: LineCoverage?

  init(
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
