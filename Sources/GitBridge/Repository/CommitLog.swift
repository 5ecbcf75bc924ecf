package import Base
import CGit2

/// A commit as a changelog shows it.
package struct LoggedCommit: Sendable, Hashable {
  package let commit: CommitID
  package let subject: String
}

/// The commits that touched folders. Each commit is read once, even when the caller asks about many folders.
package struct CommitLog {
  private struct Touched {
    let subject: String
    /// The changed files. nil when the clone lacks the parent to compare with, so the commit may have touched anything.
    let files: [RelativePath]?
  }

  private let repository: Repository
  /// The commits read so far. The value is nil for a merge, which only joins changes of other commits.
  private var known: [CommitID: Touched?] = [:]

  package init(_ repository: Repository) { self.repository = repository }

  /// Returns the commits that touched `folder`, the youngest first. They are `head` and its ancestors, without `start`
  /// and its ancestors.
  package mutating func commits(
    since start: CommitID?, upTo head: CommitID, touching folder: RelativePath
  ) throws(Failure) -> [LoggedCommit] {
    var found: [LoggedCommit] = []
    for id in try repository.commits(of: head, without: start) {
      guard let touched = try touched(by: id) else { continue }
      if touched.files?.contains(where: { $0.isInside(folder) }) ?? true {
        found.append(LoggedCommit(commit: id, subject: touched.subject))
      }
    }
    return found
  }

  private mutating func touched(by id: CommitID) throws(Failure) -> Touched? {
    if let known = known[id] { return known }
    let touched = try repository.touched(by: id).map { Touched(subject: $0.subject, files: $0.files) }
    known[id] = .some(touched)
    return touched
  }
}

extension Repository {
  fileprivate func touched(by id: CommitID) throws(Failure) -> (subject: String, files: [RelativePath]?)? {
    guard let object = try handle.object(id.object), let header = CommitHeader(object.bytes),
      header.parents.count < 2
    else { return nil }
    return (CommitSubject.of(object.bytes), try files(changedBy: header, id))
  }

  /// Returns the youngest commits first, none before one of its descendants.
  fileprivate func commits(of head: CommitID, without start: CommitID?) throws(Failure) -> [CommitID] {
    if let found = try walk(head, without: start) { return found }
    return try walkPresent(head, without: start)
  }

  /// Returns nil where a shallow clone lacks a commit.
  private func walk(_ head: CommitID, without start: CommitID?) throws(Failure) -> [CommitID]? {
    let isShallow = isShallow
    return try handle.withRepository { repository throws(Failure) in
      var walk: OpaquePointer?
      try LibGit2.check(git_revwalk_new(&walk, repository), .unreadable, "cannot read the history")
      defer { git_revwalk_free(walk) }
      git_revwalk_sorting(walk, GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_TIME.rawValue)
      var id = head.object.gitOid
      try LibGit2.check(
        git_revwalk_push(walk, &id), .missingObject, "the commit \(head) is not in this clone")
      if let start {
        var hidden = start.object.gitOid
        try LibGit2.check(
          git_revwalk_hide(walk, &hidden), .missingObject, "the commit \(start) is not in this clone")
      }
      var found: [CommitID] = []
      while true {
        let code = git_revwalk_next(&id, walk)
        if code == GIT_ITEROVER.rawValue { return found }
        // The library fails at the first commit behind the boundary, whatever it found before.
        if code == GIT_ENOTFOUND.rawValue, isShallow { return nil }
        try LibGit2.check(code, .missingObject, "cannot read the history of the commit \(head)")
        found.append(CommitID(ObjectID(id)))
      }
    }
  }

  /// Does the same as `walk` among the commits that a shallow clone has.
  private func walkPresent(_ head: CommitID, without start: CommitID?) throws(Failure) -> [CommitID] {
    let hidden = try presentAncestors(of: start)
    let all = try presentAncestors(of: head).filter { hidden[$0.key] == nil }
    var children: [CommitID: Int] = [:]
    for header in all.values { for parent in header.parents { children[parent, default: 0] += 1 } }
    var ready = YoungestFirst()
    for (id, header) in all where children[id] == nil { ready.insert(id, time: header.time) }
    var found: [CommitID] = []
    while let next = ready.popFirst() {
      found.append(next)
      for parent in all[next]?.parents ?? [] {
        guard let header = all[parent], let open = children[parent] else { continue }
        children[parent] = open - 1
        if open == 1 { ready.insert(parent, time: header.time) }
      }
    }
    return found
  }

  private func presentAncestors(of commit: CommitID?) throws(Failure) -> [CommitID: CommitHeader] {
    var found: [CommitID: CommitHeader] = [:]
    var queue = commit.map { [$0] } ?? []
    while let next = queue.popLast() {
      guard found[next] == nil, let header = try handle.commit(next) else { continue }
      found[next] = header
      queue += header.parents
    }
    return found
  }
}

extension Repository {
  /// Returns the number of commits that only one of two commits has as itself or as an ancestor. Returns nil when the
  /// clone lacks the history to tell.
  package func distance(from old: CommitID, to new: CommitID) throws(Failure) -> (ahead: Int, behind: Int)? {
    guard !isShallow else { return old == new ? (0, 0) : nil }
    return try handle.withRepository { repository in
      var (ahead, behind) = (0, 0)
      var (newID, oldID) = (new.object.gitOid, old.object.gitOid)
      guard git_graph_ahead_behind(&ahead, &behind, repository, &newID, &oldID) == 0 else { return nil }
      return (ahead, behind)
    }
  }

  /// Returns the commits of all remotes' branches as of the last fetch or push.
  package func remoteBranches() throws(Failure) -> [CommitID] {
    try commits(ofReferencesIn: "refs/remotes/")
  }
}
