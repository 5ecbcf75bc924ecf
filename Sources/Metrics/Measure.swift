import Coverage
import Imports

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
