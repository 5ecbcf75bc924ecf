package import Coverage
package import Imports

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
