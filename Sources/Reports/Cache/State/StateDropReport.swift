package import BuildState
package import Support

/// What `ambit cache state drop` did.
package struct StateDropReport: Equatable, Sendable {
  package let dropped: [BuildStateEntry]
  /// What could not be taken out.
  package let kept: [BuildStateEntry]
  package let freedBytes: Int
  package let warnings: [Warning]

  package init(
    dropped: [BuildStateEntry], kept: [BuildStateEntry] = [], freedBytes: Int, warnings: [Warning] = []
  ) {
    self.dropped = dropped
    self.kept = kept
    self.freedBytes = freedBytes
    self.warnings = warnings
  }
}
