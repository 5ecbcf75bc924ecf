package import BuildState

/// What `ambit cache state list` shows.
package struct StateListReport: Equatable, Sendable {
  package struct State: Equatable, Sendable {
    package let entry: BuildStateEntry
    /// Whether its scratch folder would be restored from it now.
    package let isCurrent: Bool

    package init(_ entry: BuildStateEntry, isCurrent: Bool) {
      self.entry = entry
      self.isCurrent = isCurrent
    }
  }

  /// Newest first.
  package let states: [State]
  /// The root of the workspace that is asked from; nil outside of every one.
  package let workspace: String?
  /// What all of them take in the store; they share most of it.
  package let bytes: Int

  package init(_ states: [State], workspace: String?, bytes: Int) {
    self.states = states
    self.workspace = workspace
    self.bytes = bytes
  }
}
