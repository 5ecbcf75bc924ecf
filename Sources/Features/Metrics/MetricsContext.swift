import Base
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
  var sources: SourceFacts = SourceFacts()
  /// The layers and teams of the module, which name its groups.
  var layers: [String] = []
  var teams: [String] = []
  /// The seconds of a test module's last passes.
  var seconds: Double?
  /// The seconds of processor time that recent compilations took.
  var buildSeconds: Double?
  /// The numbers of the commits that changed the module; nil without a history.
  var commits: [Int]?
  /// The coverage; nil when it is not known.
  var coverage: LineCoverage?
}

/// The measures, by their names in JSON, `--sort` and gates.
enum Measure: String, Sendable, Hashable, CaseIterable {
  case modules, testModules, files, lines, code, comment, blank, testLines, testCode, tests
  case coverage, fanIn, fanOut, instability, depth
  case dependents, dependentTests, dependentSeconds, testSeconds, buildSeconds, changes

  /// The measures that are columns of the table, in the order of `--help`.
  static let columns: [Measure] = [
    .lines, .code, .tests, .coverage, .instability, .depth, .dependents, .changes, .testCode, .fanIn, .fanOut,
    .testSeconds, .buildSeconds, .dependentTests, .dependentSeconds,
  ]

  /// The measure's word on a command line, such as `fan-in`.
  var word: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }

  func value(in measures: Measures) -> Double? {
    switch self {
    case .modules: Double(measures.modules)
    case .testModules: Double(measures.testModules)
    case .files: Double(measures.sources.files + measures.testSources.files)
    case .lines: Double(measures.sources.lines.all)
    case .code: Double(measures.sources.lines.code)
    case .comment: Double(measures.sources.lines.comment)
    case .blank: Double(measures.sources.lines.blank)
    case .testLines: Double(measures.testSources.lines.all)
    case .testCode: Double(measures.testSources.lines.code)
    case .tests: Double(measures.testSources.tests)
    case .coverage: measures.coverage?.percent
    case .fanIn: Double(measures.fanIn)
    case .fanOut: Double(measures.fanOut)
    case .instability: measures.instability
    case .depth: Double(measures.depth)
    case .dependents: Double(measures.dependents)
    case .dependentTests: Double(measures.dependentTests)
    case .dependentSeconds: measures.dependentSeconds
    case .testSeconds: measures.testSeconds
    case .buildSeconds: measures.buildSeconds
    case .changes: measures.changes.map { Double($0) }
    }
  }

  /// True when values have a fraction.
  var isFractional: Bool {
    switch self {
    case .coverage, .instability, .dependentSeconds, .testSeconds, .buildSeconds: true
    default: false
    }
  }
}

/// The values of one module, or of several together.
struct Measures: Sendable, Hashable {
  /// The number of modules that are no tests. `testModules` is the number of tests.
  var modules = 0
  var testModules = 0
  var sources = SourceFacts()
  var testSources = SourceFacts()
  /// The number of other modules that need one of these directly. `fanOut` is the number that these need. Tests do not
  /// count.
  var fanIn = 0
  var fanOut = 0
  /// The longest chain of modules below.
  var depth = 0
  /// The number of other modules that a change may reach. `dependentTests` is the number of test modules that it may
  /// reach.
  var dependents = 0
  var dependentTests = 0
  /// The seconds of those tests; nil when no time is known.
  var dependentSeconds: Double?
  /// The seconds of its own tests.
  var testSeconds: Double?
  /// The seconds of processor time to compile them; nil when no time is known.
  var buildSeconds: Double?
  /// The number of commits that changed one of the files; nil without a history.
  var changes: Int?
  var coverage: LineCoverage?

  var code: Int { sources.lines.code }
  var testCode: Int { testSources.lines.code }
  var tests: Int { testSources.tests }

  /// The part of outgoing edges, from 0 to 1. A module with 0 only has dependents; a module with 1 only has
  /// dependencies.
  var instability: Double? {
    fanIn + fanOut > 0 ? Double(fanOut) / Double(fanIn + fanOut) : nil
  }
}

/// The direct and indirect dependencies of all modules in one revision's graph.
///
/// Everything is computed once for the whole graph. As bits, the dependents of ten thousand modules take some megabytes
/// and milliseconds. A walk from each module would take seconds.
struct Coupling: Sendable {
  /// The direct dependencies of each module. `users` has the direct dependents.
  let needed: Indexed<ModuleIndex, [ModuleIndex]>
  let users: Indexed<ModuleIndex, [ModuleIndex]>
  /// The number of modules in the longest chain below each module. The modules of a cycle count once.
  let depth: Indexed<ModuleIndex, Int>
  /// Each module with all its direct and indirect dependents.
  private let reached: Indexed<ModuleIndex, BitSet>

  /// `platforms` has the platforms whose conditional edges count; nil for all. Stand-ins for packages that cannot be
  /// read do not count.
  init(_ graph: WorkspaceGraph, platforms: Set<String>?) {
    var needed = Indexed<ModuleIndex, [ModuleIndex]>(repeating: [], count: graph.modules.count)
    var users = needed
    for (index, module) in graph.modules.numbered where module.kind != .unknown {
      // A test that may start a program is not built upon it.
      for edge in module.edges where edge.counts(on: platforms) && edge.kind != .mayStart {
        guard graph.modules[edge.target].kind != .unknown, edge.target != index else { continue }
        needed[index].append(edge.target)
        users[edge.target].append(index)
      }
    }
    self.needed = needed
    self.users = users
    let knots = StrongComponents.find(needed)
    depth = Self.depths(knots, needed)
    reached = Self.reach(knots, users)
  }

  /// Returns the modules that a change of one of these may reach, themselves included.
  func reach(from modules: some Sequence<ModuleIndex>) -> [ModuleIndex] {
    var bits = BitSet(count: reached.count)
    for module in modules { bits.formUnion(reached[module]) }
    return bits.numbers.map { ModuleIndex($0) }
  }

  /// Returns the depths. The dependencies of a group come before it.
  private static func depths(
    _ knots: [[ModuleIndex]], _ needed: Indexed<ModuleIndex, [ModuleIndex]>
  ) -> Indexed<ModuleIndex, Int> {
    var depth = Indexed<ModuleIndex, Int>(repeating: 0, count: needed.count)
    for knot in knots {
      let inside = knot.count > 1 ? Set(knot) : []
      let below = knot.flatMap { needed[$0] }.filter { !inside.contains($0) }.map { depth[$0] + 1 }.max() ?? 0
      for module in knot { depth[module] = below }
    }
    return depth
  }

  /// Returns the dependents. The dependents of a group come after it.
  private static func reach(
    _ knots: [[ModuleIndex]], _ users: Indexed<ModuleIndex, [ModuleIndex]>
  ) -> Indexed<ModuleIndex, BitSet> {
    var reached = Indexed<ModuleIndex, BitSet>(
      repeating: BitSet(count: users.count), count: users.count)
    for knot in knots.reversed() {
      var bits = BitSet(count: users.count)
      for module in knot {
        bits.insert(module.rawValue)
        for user in users[module] { bits.formUnion(reached[user]) }
      }
      for module in knot { reached[module] = bits }
    }
    return reached
  }
}
