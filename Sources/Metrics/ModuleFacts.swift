package import Coverage
package import Imports

/// What is known of one module by itself.
package struct ModuleFacts: Sendable, Hashable {
  package var sources: SourceFacts
  /// Where a group has its name from.
  package var layers: [String]
  package var teams: [String]
  /// What its last passes took, of a test module.
  package var seconds: Double?
  /// What compiling it took of late, in seconds of processor time.
  package var buildSeconds: Double?
  /// The numbers of the commits that changed it; nil where there is no history.
  package var commits: [Int]?
  /// nil where it is not known.
  package var coverage: LineCoverage?

  package init(
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
