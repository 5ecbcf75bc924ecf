import Base
import Graph

/// A number of seconds of work.
struct Cost: Sendable, Hashable {
  var tests: Double
  var builds: Double

  init(tests: Double = 0, builds: Double = 0) {
    self.tests = tests
    self.builds = builds
  }

  var all: Double { tests + builds }

  static func += (left: inout Cost, right: Cost) {
    left.tests += right.tests
    left.builds += right.builds
  }
}

/// The cost of building each module and of running its tests, from recent times, else from the number of lines. Builds
/// count as processor time when any module was timed. Otherwise each module gets a share of the time of whole builds.
struct ModuleCosts: Sendable {
  /// The known facts about a current module.
  struct Facts: Sendable, Hashable {
    var kind: ModuleKind
    var lines: Int
    /// The seconds of a test module's last passes.
    var seconds: Double?
    /// The seconds that recent compilations of the module took.
    var buildSeconds: Double?

    init(kind: ModuleKind, lines: Int, seconds: Double? = nil, buildSeconds: Double? = nil) {
      self.kind = kind
      self.lines = lines
      self.seconds = seconds
      self.buildSeconds = buildSeconds
    }
  }

  /// Guesses for when nothing was ever timed. Reports call them guesses.
  static let guessedTestSecondsOfLine = 0.005
  static let guessedBuildSecondsOfModule = 1.0

  /// The seconds for each line of a test module that was never timed.
  let testSecondsOfLine: Double
  /// The seconds for the build of a module of average size.
  let buildSecondsOfModule: Double
  /// True when no test was timed, so that the estimate is a guess. `isBuildGuessed` is the same for builds.
  let isTestGuessed: Bool
  let isBuildGuessed: Bool
  /// The number of test modules with a known time. `tests` is the number of all.
  let timed: Int
  let tests: Int
  /// The number of modules whose compilation was timed. `modules` is the number of all.
  let timedBuilds: Int
  let modules: Int
  private let costs: [ModuleID: Cost]
  /// The cost of a module that no longer exists.
  private let usual: Cost

  /// `buildSeconds` is the time of a module in the remembered builds; nil when there are none.
  init(_ facts: [ModuleID: Facts], buildSeconds: Double?) {
    // The order is fixed, so that the same numbers have the same sum.
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
    // Measured times have another unit than whole builds. If there are any, only they decide the cost of a line.
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

  func cost(of module: ModuleID, _ kind: ModuleKind) -> Cost {
    costs[module] ?? Cost(tests: kind.isTest ? usual.tests : 0, builds: usual.builds)
  }
}
