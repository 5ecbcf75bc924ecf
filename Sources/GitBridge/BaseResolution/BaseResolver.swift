package import Base

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
