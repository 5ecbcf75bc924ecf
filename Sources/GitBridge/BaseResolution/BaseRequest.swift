package import Base

/// The values that decide which base a change is compared with.
package struct BaseRequest: Sendable {
  /// The value of `--base`.
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

/// The reason why everything is selected instead of a difference.
package struct BaseFallback: Hashable, Sendable {
  /// `no-merge-base`, `before-unreachable`, `base-not-fetched`, `base-is-head`, `bisecting` or `no-commits`.
  package let code: String
  package let message: String
  package var hints: [String] = []
}

/// The base to compare with, before the repository was read.
package struct BaseChoice: Hashable, Sendable {
  package enum Target: Hashable, Sendable {
    /// The first revision that exists is the base.
    case revisions([String])
    case everything(BaseFallback)
  }

  /// The reaction when none of the revisions exists.
  package enum Absence: Hashable, Sendable {
    /// The user named the base, so its absence is an error.
    case fails
    /// The CI host named the base but the clone lacks it, so everything is selected.
    case selectsEverything(code: String)
  }

  package let target: Target
  /// The origin of the choice, for people: `--base`, `$AMBIT_BASE`, `GitHub Actions (push)`.
  package let source: String
  /// True when the difference starts where head left the base (`...` in Git), false when it starts at the base itself.
  package var usesMergeBase: Bool = true
  /// True when the user asked for this base. A base equal to head is then taken as it is.
  package var isAskedFor: Bool = false
  package var isOnCI: Bool = false
  package var absence: Absence = .fails
  package var hostMerge: HostMerge?
}

/// A merge of a pull request into its base that the CI host made for testing. Its first parent is the base.
package struct HostMerge: Hashable, Sendable {
  /// The merge commit. Head must be this commit.
  package let commit: String
  /// The merge's second parent, when the host tells it. Another parent means that somebody else made the merge.
  package let mergedCommit: String?
}

extension BaseRequest {
  /// Returns the base that counts. The order is: the flag, `$AMBIT_BASE`, the CI host's variables, the workspace's
  /// default, the usual branch names.
  package func choose() throws(Failure) -> BaseChoice {
    let host = CIHost(environment: environment, event: gitHubEvent)
    let isOnCI = host.isOnCI
    if let base { return try named(base, source: "--base", isOnCI: isOnCI) }
    if let base = host.variable("AMBIT_BASE") {
      return try named(base, source: "$AMBIT_BASE", isOnCI: isOnCI)
    }
    if let choice = host.choice() { return usesMergeBase ? choice : choice.withoutMergeBase }
    if let defaultBase {
      return BaseChoice(
        target: .revisions([defaultBase]), source: "defaultBase of workspace.json",
        usesMergeBase: usesMergeBase,
        isOnCI: isOnCI)
    }
    return BaseChoice(
      target: .revisions(["refs/remotes/origin/HEAD", "origin/main", "origin/master", "main", "master"]),
      source: "the usual names", usesMergeBase: usesMergeBase, isOnCI: isOnCI)
  }

  private func named(_ base: String, source: String, isOnCI: Bool) throws(Failure) -> BaseChoice {
    guard base == "last-green" else {
      return BaseChoice(
        target: .revisions([base]), source: source, usesMergeBase: usesMergeBase, isAskedFor: true,
        isOnCI: isOnCI)
    }
    guard let commit = environment["AMBIT_LAST_GREEN"], !commit.isEmpty else {
      throw Failure.git(.unsetVariable, "the base 'last-green' needs $AMBIT_LAST_GREEN, which is not set")
    }
    // The last green commit itself is the base, even when history was rewritten since.
    return BaseChoice(
      target: .revisions([commit]), source: "$AMBIT_LAST_GREEN", usesMergeBase: false, isAskedFor: true,
      isOnCI: isOnCI, absence: .selectsEverything(code: "before-unreachable"))
  }
}

extension BaseChoice {
  var withoutMergeBase: BaseChoice {
    BaseChoice(
      target: target, source: source, usesMergeBase: false, isAskedFor: isAskedFor, isOnCI: isOnCI,
      absence: absence, hostMerge: hostMerge)
  }
}
