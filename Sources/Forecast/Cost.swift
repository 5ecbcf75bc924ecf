package import ModuleGraph
package import Names

/// Seconds of work.
package struct Cost: Sendable, Hashable {
  package var tests: Double
  package var builds: Double

  package init(tests: Double = 0, builds: Double = 0) {
    self.tests = tests
    self.builds = builds
  }

  package var all: Double { tests + builds }

  package static func += (left: inout Cost, right: Cost) {
    left.tests += right.tests
    left.builds += right.builds
  }

  package static func - (left: Cost, right: Cost) -> Cost {
    Cost(tests: left.tests - right.tests, builds: left.builds - right.builds)
  }
}

/// What it costs to build each module and to run its tests: as it took of late, else estimated from lines.
package struct ModuleCosts: Sendable {
  /// What is known of a module of today.
  package struct Facts: Sendable, Hashable {
    package var kind: ModuleKind
    package var lines: Int
    /// What its last passes took, of a test module.
    package var seconds: Double?

    package init(kind: ModuleKind, lines: Int, seconds: Double? = nil) {
      self.kind = kind
      self.lines = lines
      self.seconds = seconds
    }
  }

  /// Where nothing was ever timed: a guess, and told as one.
  package static let guessedTestSecondsOfLine = 0.005
  package static let guessedBuildSecondsOfModule = 1.0

  /// What a line of a test module that was never timed counts for.
  package let testSecondsOfLine: Double
  /// What a module counts for that is built, when it has as many lines as most.
  package let buildSecondsOfModule: Double
  /// Whether anything was timed to estimate from.
  package let isTestGuessed: Bool
  package let isBuildGuessed: Bool
  /// Test modules whose time is known, and all.
  package let timed: Int
  package let tests: Int
  private let costs: [ModuleID: Cost]
  /// Of a module that is no longer there.
  private let usual: Cost

  /// `buildSeconds` is what a module took in the builds that are remembered; nil where there are none.
  package init(_ facts: [ModuleID: Facts], buildSeconds: Double?) {
    // In order, so that the same numbers have the same sum.
    let modules = facts.sorted { $0.key < $1.key }
    let testModules = modules.map(\.value).filter { $0.kind == .test }
    let known = testModules.compactMap { facts in facts.seconds.map { (seconds: $0, lines: facts.lines) } }
    let knownLines = known.reduce(0) { $0 + $1.lines }
    let rate = knownLines > 0 ? known.reduce(0) { $0 + $1.seconds } / Double(knownLines) : nil
    isTestGuessed = rate == nil
    isBuildGuessed = buildSeconds == nil
    testSecondsOfLine = rate ?? Self.guessedTestSecondsOfLine
    buildSecondsOfModule = buildSeconds ?? Self.guessedBuildSecondsOfModule
    timed = known.count
    tests = testModules.count
    let lines = facts.values.reduce(0) { $0 + $1.lines }
    let secondsOfLine = lines > 0 ? buildSecondsOfModule * Double(facts.count) / Double(lines) : 0
    let testSecondsOfLine = testSecondsOfLine
    let costs = facts.mapValues { facts in
      Cost(
        tests: facts.kind != .test ? 0 : facts.seconds ?? Double(facts.lines) * testSecondsOfLine,
        builds: Double(facts.lines) * secondsOfLine)
    }
    self.costs = costs
    let testSeconds = modules.reduce(0) { $0 + (costs[$1.key]?.tests ?? 0) }
    usual = Cost(
      tests: testModules.isEmpty ? 0 : testSeconds / Double(testModules.count), builds: buildSecondsOfModule)
  }

  package func cost(of module: ModuleID, _ kind: ModuleKind) -> Cost {
    costs[module] ?? Cost(tests: kind == .test ? usual.tests : 0, builds: usual.builds)
  }
}
