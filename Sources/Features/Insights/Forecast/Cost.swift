package import Base
package import Graph

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

/// What it costs to build each module and to run its tests: as it took of late, else estimated from lines. Of builds that
/// is processor time where any module was timed, and a share of what whole builds took where none was.
package struct ModuleCosts: Sendable {
  /// What is known of a module of today.
  package struct Facts: Sendable, Hashable {
    package var kind: ModuleKind
    package var lines: Int
    /// What its last passes took, of a test module.
    package var seconds: Double?
    /// What compiling it took of late.
    package var buildSeconds: Double?

    package init(kind: ModuleKind, lines: Int, seconds: Double? = nil, buildSeconds: Double? = nil) {
      self.kind = kind
      self.lines = lines
      self.seconds = seconds
      self.buildSeconds = buildSeconds
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
  /// Modules whose compilation was timed, and all.
  package let timedBuilds: Int
  package let modules: Int
  private let costs: [ModuleID: Cost]
  /// Of a module that is no longer there.
  private let usual: Cost

  /// `buildSeconds` is what a module took in the builds that are remembered; nil where there are none.
  package init(_ facts: [ModuleID: Facts], buildSeconds: Double?) {
    // In order, so that the same numbers have the same sum.
    let modules = facts.sorted { $0.key < $1.key }
    let testModules = modules.map(\.value).filter(\.kind.isTest)
    let known = testModules.compactMap { facts in facts.seconds.map { (seconds: $0, lines: facts.lines) } }
    let counted = known.filter { $0.lines > 0 }
    let knownLines = counted.reduce(0) { $0 + $1.lines }
    let rate = knownLines > 0 ? counted.reduce(0) { $0 + $1.seconds } / Double(knownLines) : nil
    isTestGuessed = rate == nil
    testSecondsOfLine = rate ?? Self.guessedTestSecondsOfLine
    timed = known.count
    tests = testModules.count
    let built = modules.map(\.value).compactMap { facts in
      facts.buildSeconds.map { (seconds: $0, lines: facts.lines) }
    }
    timedBuilds = built.count
    self.modules = facts.count
    let builtSeconds = built.reduce(0) { $0 + $1.seconds }
    let builtLines = built.reduce(0) { $0 + $1.lines }
    let lines = facts.values.reduce(0) { $0 + $1.lines }
    // What was measured is in another unit than what builds took, so that it alone says what a line takes.
    let ofModule = built.isEmpty ? buildSeconds : builtSeconds / Double(built.count)
    isBuildGuessed = ofModule == nil
    buildSecondsOfModule = ofModule ?? Self.guessedBuildSecondsOfModule
    let secondsOfLine =
      builtLines > 0
      ? builtSeconds / Double(builtLines)
      : lines > 0 ? buildSecondsOfModule * Double(facts.count) / Double(lines) : 0
    let testSecondsOfLine = testSecondsOfLine
    let costs = facts.mapValues { facts in
      Cost(
        tests: !facts.kind.isTest ? 0 : facts.seconds ?? Double(facts.lines) * testSecondsOfLine,
        builds: facts.buildSeconds ?? Double(facts.lines) * secondsOfLine)
    }
    self.costs = costs
    let testSeconds = modules.reduce(0) { $0 + (costs[$1.key]?.tests ?? 0) }
    usual = Cost(
      tests: testModules.isEmpty ? 0 : testSeconds / Double(testModules.count), builds: buildSecondsOfModule)
  }

  package func cost(of module: ModuleID, _ kind: ModuleKind) -> Cost {
    costs[module] ?? Cost(tests: kind.isTest ? usual.tests : 0, builds: usual.builds)
  }
}
