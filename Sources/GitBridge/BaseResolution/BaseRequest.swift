/// Everything that decides which base a change is compared with, as values.
package struct BaseRequest: Sendable {
  /// `--base`.
  package let base: String?
  /// False for `--no-merge-base`.
  package let usesMergeBase: Bool
  package let environment: [String: String]
  /// The bytes of the file that `GITHUB_EVENT_PATH` names.
  package let gitHubEvent: [UInt8]?
  /// `defaultBase` of workspace.json.
  package let defaultBase: String?

  package init(
    base: String? = nil, usesMergeBase: Bool = true, environment: [String: String] = [:],
    gitHubEvent: [UInt8]? = nil, defaultBase: String? = nil
  ) {
    self.base = base
    self.usesMergeBase = usesMergeBase
    self.environment = environment
    self.gitHubEvent = gitHubEvent
    self.defaultBase = defaultBase
  }
}

/// Why everything is selected instead of a difference.
package struct BaseFallback: Hashable, Sendable {
  /// `no-merge-base`, `before-unreachable`, `base-not-fetched`, `base-is-head`, `bisecting` or `no-commits`.
  package let code: String
  package let message: String
  package var hints: [String] = []
}

/// Which base to compare with, before any repository was asked.
package struct BaseChoice: Hashable, Sendable {
  package enum Target: Hashable, Sendable {
    /// The first of these that exists.
    case revisions([String])
    case everything(BaseFallback)
  }

  /// What to do when none of the revisions exists.
  package enum Absence: Hashable, Sendable {
    /// Somebody named it: an error.
    case fails
    /// The host named it but the clone does not have it: select everything.
    case selectsEverything(code: String)
  }

  package let target: Target
  /// Where the choice comes from, for people: `--base`, `$AMBIT_BASE`, `GitHub Actions (push)`.
  package let source: String
  /// Three-dot: the difference starts where head left the base, not at the base itself.
  package var usesMergeBase: Bool = true
  /// Whether a person asked for this base; a base equal to head then means what it says.
  package var isAskedFor: Bool = false
  package var isOnCI: Bool = false
  package var absence: Absence = .fails
  package var hostMerge: HostMerge?
}

/// A merge of a pull request into its base that the host made to be tested: its first parent is the base.
package struct HostMerge: Hashable, Sendable {
  /// Head has to be this commit ...
  package let commit: String
  /// ... and its second parent, when the host tells, this one: otherwise it is a merge of somebody else's.
  package let mergedCommit: String?
}
