import Base
import Graph

/// A number of seconds of work.
struct Cost: Sendable, Hashable {
  var tests: Double = 0
  var builds: Double = 0

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

/// Past commits with the modules that each affected, the newest first.
struct Replay: Sendable, Hashable {
  struct Module: Sendable, Hashable {
    let id: ModuleID
    let kind: ModuleKind
  }

  struct Commit: Sendable, Hashable {
    enum Finding: Sendable, Hashable {
      /// The modules that the commit affects, as indices in the list of that number, in order.
      case reached([Int], list: Int)
      /// The affected modules are not known, for this reason. All tests have to run.
      case unknown(String)
    }

    var id: String
    var parent: String
    /// The time in seconds since 1970.
    var time: Int
    var finding: Finding
    /// The reason why more modules were selected than the change alone affects.
    var note: String?
  }

  /// The lists of all modules at the commits. Most commits share one list.
  var lists: [[Module]] = []
  var commits: [Commit] = []
}

/// The number of test modules that past commits would have run, of all that were there at each.
struct ReplayShare: Sendable, Hashable {
  var commits = 0
  var selected = 0
  var all = 0
  /// The number of commits that affected no test.
  var idle = 0
  /// The number of commits that cannot be judged. For these all tests count.
  var unknown = 0

  /// The selected part of all tests; nil when there was no test.
  var part: Double? { all > 0 ? Double(selected) / Double(all) : nil }

  /// Adds commits. `usual` is the number of tests at a commit that cannot be judged.
  mutating func add(_ replay: Replay, usual: Int) {
    for commit in replay.commits {
      commits += 1
      switch commit.finding {
      case .reached(let places, let list):
        let modules = replay.lists[list]
        let tests = places.count { modules[$0].kind.isTest }
        selected += tests
        all += modules.count { $0.kind.isTest }
        idle += tests == 0 ? 1 : 0
      case .unknown:
        selected += usual
        all += usual
        unknown += 1
      }
    }
  }
}

extension Replay.Module: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(id, kind) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(id: try reader.value(), kind: try reader.value())
  }
}

/// The cost of one commit, and the cost of running everything.
struct CommitForecast: Sendable, Hashable {
  struct Share: Sendable, Hashable {
    var modules = 0
    var tests = 0
    var cost = Cost()

    mutating func add(_ kind: ModuleKind, _ cost: Cost) {
      modules += 1
      if kind.isTest { tests += 1 }
      self.cost += cost
    }

    static func += (left: inout Share, right: Share) {
      left.modules += right.modules
      left.tests += right.tests
      left.cost += right.cost
    }
  }

  var selected = Share()
  var everything = Share()
}

extension CommitForecast {
  /// - `reached`: indices in `modules`.
  init(_ modules: [Replay.Module], reached: [Int], _ costs: ModuleCosts) {
    for module in modules { everything.add(module.kind, costs.cost(of: module.id, module.kind)) }
    for module in reached.map({ modules[$0] }) {
      selected.add(module.kind, costs.cost(of: module.id, module.kind))
    }
  }
}
