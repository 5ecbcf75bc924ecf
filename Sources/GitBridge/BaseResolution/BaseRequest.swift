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

/// The base as a commit of a repository.
package enum ResolvedBase: Hashable, Sendable {
  package struct Commit: Hashable, Sendable {
    /// The revision as the user or the host named it.
    package let reference: String
    package let commit: CommitID
    /// The start of the difference: the merge base, or the base commit itself.
    package let mergeBase: CommitID
    /// See `BaseChoice.source`.
    package let source: String
  }

  case commit(Commit)
  case everything(BaseFallback)
}

extension Repository {
  /// Finds the chosen base. `head` is the commit to compare with the base, or the one below the work tree. nil stands
  /// for HEAD.
  package func resolveBase(_ choice: BaseChoice, head: CommitID? = nil) throws(Failure) -> ResolvedBase {
    guard case .revisions(let revisions) = choice.target else {
      if case .everything(let fallback) = choice.target { return .everything(fallback) }
      return .everything(Self.noCommits)
    }
    let head = if let head { head } else { try headCommit() }
    guard let (reference, commit) = try firstExisting(revisions, choice, head: head) else {
      guard head != nil || choice.isAskedFor else { return .everything(Self.noCommits) }
      return try absent(revisions, choice)
    }
    guard let head else { return .everything(Self.noCommits) }
    guard let (reference, commit, start) = try start(reference, commit, choice, head: head) else {
      return .everything(noMergeBase(reference))
    }
    if start == head, choice.isOnCI, !choice.isAskedFor { return .everything(Self.baseIsHead(reference)) }
    if start == head, !choice.isAskedFor, situation.operation == .bisect {
      return .everything(Self.bisecting(reference))
    }
    return .commit(
      ResolvedBase.Commit(reference: reference, commit: commit, mergeBase: start, source: choice.source))
  }

  /// Returns the base and the start of the difference, or nil when the two have no common ancestor.
  private func start(
    _ reference: String, _ commit: CommitID, _ choice: BaseChoice, head: CommitID
  ) throws(Failure) -> (reference: String, commit: CommitID, start: CommitID)? {
    guard choice.usesMergeBase else { return (reference, commit, commit) }
    if let found = try mergeBase(commit, head) { return (reference, commit, found) }
    // The base branch went on. The shallow history ends before the commit that the host merged into.
    guard isShallow, let (parent, merged) = try mergedInto(choice.hostMerge, head: head) else { return nil }
    return (parent, merged, merged)
  }

  private func firstExisting(
    _ revisions: [String], _ choice: BaseChoice, head: CommitID?
  ) throws(Failure) -> (String, CommitID)? {
    for revision in revisions {
      do throws(Failure) {
        return (revision, try resolve(revision))
      } catch {
        if error.isGit(.unknownRevision, .missingObject) { continue }
        throw error
      }
    }
    return try head.flatMap { head throws(Failure) in try mergedInto(choice.hostMerge, head: head) }
  }

  /// Returns the commit that the host merged into, when head is the host's merge.
  private func mergedInto(_ merge: HostMerge?, head: CommitID) throws(Failure) -> (String, CommitID)? {
    guard let merge, head.description == merge.commit else { return nil }
    let parents = try parents(of: head)
    guard parents.count == 2, merge.mergedCommit == nil || parents[1].description == merge.mergedCommit,
      has(parents[0])
    else { return nil }
    return ("\(head)^1", parents[0])
  }

  private func absent(_ revisions: [String], _ choice: BaseChoice) throws(Failure) -> ResolvedBase {
    let named = revisions.map { "'\($0)'" }.joined(separator: ", ")
    guard case .selectsEverything(let code) = choice.absence else {
      let message =
        revisions.count == 1
        ? "the revision \(named) (from \(choice.source)) does not exist in this repository"
        : "no base found: none of \(named) exists"
      throw Failure.git(.unknownRevision, message, situation: situation)
    }
    return .everything(
      BaseFallback(
        code: code, message: "the base \(named) from \(choice.source) is not in this clone",
        hints: fetchHints(revisions) + unshallowHint))
  }
}

// MARK: Words

extension Repository {
  private static func fetchable(_ revision: String) -> String {
    let prefix = "refs/remotes/origin/"
    return revision.hasPrefix(prefix) ? String(revision.dropFirst(prefix.count)) : revision
  }

  private func fetchHints(_ revisions: [String]) -> [String] {
    guard let remote = situation.remote else { return ["name a base in this clone with --base"] }
    return revisions.map { "git fetch \(remote) \(Self.fetchable($0))" }
  }

  private var unshallowHint: [String] {
    guard isShallow else { return [] }
    return situation.remote.map { ["git fetch --unshallow \($0)"] } ?? []
  }

  private func noMergeBase(_ reference: String) -> BaseFallback {
    BaseFallback(
      code: "no-merge-base",
      message: isShallow
        ? "'\(reference)' and head have no common ancestor in this shallow clone"
        : "'\(reference)' and head have no common ancestor",
      hints: unshallowHint)
  }

  private static func baseIsHead(_ reference: String) -> BaseFallback {
    BaseFallback(
      code: "base-is-head", message: "the base '\(reference)' is head itself, so nothing would be tested",
      hints: ["name the base with --base, or use --base last-green"])
  }

  /// Without this fallback `git bisect run ambit test` would call every commit good.
  private static func bisecting(_ reference: String) -> BaseFallback {
    BaseFallback(
      code: "bisecting",
      message: "a bisect is running and '\(reference)' contains this commit, so nothing would be tested",
      hints: ["use --base HEAD~1 to test only the changes of this commit"])
  }

  private static var noCommits: BaseFallback {
    BaseFallback(
      code: "no-commits", message: "the current branch has no commit yet",
      hints: ["make a first commit; until then everything is selected"])
  }
}
