package import BuildState
package import Support

/// What `ambit cache state save` or `restore` did with each scratch folder of a workspace.
package struct StateScratchReport: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    case restored(StateSummary, seconds: Double)
    case saved(StateSummary, seconds: Double)
    /// Nothing was restored over a folder that is there.
    case present
    /// There is no folder to save.
    case absent
    /// Neither the head nor an ancestor of it has a state that fits; so many there are of the folder all the same.
    case nothingFits(others: Int)
    case failed(Warning)
  }

  package struct Scratch: Equatable, Sendable {
    /// Absolute.
    package let path: String
    package let outcome: Outcome

    package init(_ path: String, _ outcome: Outcome) {
      self.path = path
      self.outcome = outcome
    }
  }

  package let scratches: [Scratch]
  /// The workspace's root.
  package let workspace: String
  /// History ends before its beginning here, so that an ancestor with a state may be out of sight.
  package let isShallow: Bool

  package init(_ scratches: [Scratch], workspace: String, isShallow: Bool = false) {
    self.scratches = scratches
    self.workspace = workspace
    self.isShallow = isShallow
  }

  package var warnings: [Warning] {
    scratches.compactMap { if case .failed(let warning) = $0.outcome { warning } else { nil } }
  }
}
