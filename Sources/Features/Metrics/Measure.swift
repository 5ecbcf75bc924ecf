package import SwiftSources

/// What can be measured, by the names that JSON, `--sort` and gates have for it.
package enum Measure: String, Sendable, Hashable, CaseIterable {
  case modules, testModules, files, lines, code, comment, blank, testLines, testCode, tests
  case coverage, fanIn, fanOut, instability, depth
  case dependents, dependentTests, dependentSeconds, testSeconds, buildSeconds, changes

  package func value(in measures: Measures) -> Double? {
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

  /// Whether it has a fraction.
  package var isFractional: Bool {
    switch self {
    case .coverage, .instability, .dependentSeconds, .testSeconds, .buildSeconds: true
    default: false
    }
  }
}

/// The numbers of a module, or of several taken together.
package struct Measures: Sendable, Hashable {
  /// Those that are no tests, and those that are.
  package var modules = 0
  package var testModules = 0
  package var sources = SourceFacts()
  package var testSources = SourceFacts()
  /// Modules elsewhere that need one of these directly, and that one of these needs; tests count on neither side.
  package var fanIn = 0
  package var fanOut = 0
  /// The longest chain of modules below.
  package var depth = 0
  /// Modules elsewhere that a change may reach, however far, and the test modules that it reaches anywhere.
  package var dependents = 0
  package var dependentTests = 0
  /// What those tests take; nil while nobody knows of any of them.
  package var dependentSeconds: Double?
  /// What its own tests take.
  package var testSeconds: Double?
  /// What compiling them takes, in seconds of processor time; nil while nobody knows of any of them.
  package var buildSeconds: Double?
  /// Commits that changed one of the files; nil where there is no history to look at.
  package var changes: Int?
  package var coverage: LineCoverage?

  package init() {}

  package var code: Int { sources.lines.code }
  package var testCode: Int { testSources.lines.code }
  package var tests: Int { testSources.tests }

  /// How much it stands on others rather than they on it: 0 is what everything rests on, 1 what rests on everything.
  package var instability: Double? {
    fanIn + fanOut > 0 ? Double(fanOut) / Double(fanIn + fanOut) : nil
  }
}
