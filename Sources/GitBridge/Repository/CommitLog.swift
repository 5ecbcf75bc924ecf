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

/// The number of recent commits, and how complete the list was.
package struct RecentCommits: Sendable, Hashable {
  package var days: Int
  /// The number of commits that were read. Merges are left out, since they only join changes of other commits.
  package var count = 0
  /// True when the clone lacks some of the commits, or their changes.
  package var isCut = false
  /// True when the limit left out some commits.
  package var isLimited = false
}

extension Repository {
  private static let secondsOfDay = 86_400

  /// Calls `visit` with the files that each commit changed, the youngest commit first. The commits are `head` and its
  /// ancestors that are at most `days` days older. Days count from `head` and not from now, so that the answer for a
  /// commit never changes.
  package func recentCommits(
    upTo head: CommitID, days: Int, atMost limit: Int,
    _ visit: (_ number: Int, _ files: [RelativePath]) -> Void
  ) throws(Failure) -> RecentCommits {
    var recent = RecentCommits(days: days)
    guard let newest = try handle.commit(head)?.time else { return recent }
    var walk = try AncestorWalk(history, from: head)
    while let id = try walk.next(), let commit = try handle.commit(id) {
      if commit.time < newest - days * Self.secondsOfDay { break }
      guard commit.parents.count < 2 else { continue }
      guard recent.count < limit else {
        recent.isLimited = true
        break
      }
      let files = try files(changedBy: commit, id)
      if files == nil { recent.isCut = true }
      visit(recent.count, files ?? [])
      recent.count += 1
    }
    return recent
  }

  /// Returns nil when the clone lacks the commit's parent.
  func files(changedBy commit: CommitHeader, _ id: CommitID) throws(Failure) -> [RelativePath]? {
    do throws(Failure) {
      let isBoundary = try history.parents(of: id).count < commit.parents.count
      if isBoundary { return nil }
      var comparison = TreeComparison(handle: handle)
      try comparison.compare(try treeID(of: commit.parents.first), commit.tree)
      return comparison.differences.map(\.path)
    } catch {
      guard error.isGit(.missingObject) else { throw error }
      return nil
    }
  }
}

/// The clone that has a folder's history: the repository itself, or a submodule that is checked out.
package struct FolderHome: Sendable {
  package let repository: Repository
  /// The commit of the clone that belongs to the outer repository's commit.
  package let commit: CommitID
  /// The clone's folder, relative to the outermost repository.
  package let root: RelativePath
  /// The folder, relative to the clone.
  package let folder: RelativePath
}

/// Finds the homes of a commit's folders. Each submodule is opened once.
package struct FolderHomes {
  private let outer: FolderHome
  private var submodules: [RelativePath: FolderHome?] = [:]

  package init(_ repository: Repository, at commit: CommitID) {
    outer = FolderHome(repository: repository, commit: commit, root: .root, folder: .root)
  }

  package mutating func home(of folder: RelativePath) throws(Failure) -> FolderHome {
    var home = outer
    var tree = try outer.repository.treeID(of: outer.commit)
    var walked = RelativePath.root
    for component in folder.components {
      walked = walked.appending(RelativePath(component))
      guard let folderID = tree,
        let entry = try home.repository.handle.tree(folderID).entry(named: component)
      else { break }
      tree = entry.kind == .folder ? entry.id : nil
      guard entry.kind == .absentSubmodule, let inner = try submodule(entry, at: walked, in: home) else {
        continue
      }
      home = inner
      tree = try inner.repository.treeID(of: inner.commit)
    }
    return FolderHome(
      repository: home.repository, commit: home.commit, root: home.root,
      folder: folder.relative(to: home.root) ?? .root)
  }

  private mutating func submodule(
    _ entry: TreeEntry, at path: RelativePath, in home: FolderHome
  ) throws(Failure) -> FolderHome? {
    if let known = submodules[path] { return known }
    let commit = CommitID(entry.id)
    var found: FolderHome?
    if let place = path.relative(to: home.root), let inner = try home.repository.submodule(at: place),
      inner.has(commit)
    {
      found = FolderHome(repository: inner, commit: commit, root: path, folder: .root)
    }
    submodules[path] = .some(found)
    return found
  }
}
