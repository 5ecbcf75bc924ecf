import SwiftSources

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

  init() {}

  var code: Int { sources.lines.code }
  var testCode: Int { testSources.lines.code }
  var tests: Int { testSources.tests }

  /// The part of outgoing edges, from 0 to 1. A module with 0 only has dependents; a module with 1 only has
  /// dependencies.
  var instability: Double? {
    fanIn + fanOut > 0 ? Double(fanOut) / Double(fanIn + fanOut) : nil
  }
}
