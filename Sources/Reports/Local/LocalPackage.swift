package import Support

/// A dependency that manifests take from a working copy for the time being.
package struct LocalPackage: Sendable, Hashable {
  package let identity: String
  /// Where its releases come from.
  package let location: String
  /// The version or commit that was pinned before; nil where none was.
  package let reference: String?
  /// Relative to the workspace.
  package let folder: RelativePath
  /// The manifests that name it, relative to the workspace.
  package let manifests: [RelativePath]
  package let copy: WorkingCopyState

  package init(
    identity: String, location: String, reference: String?, folder: RelativePath, manifests: [RelativePath],
    copy: WorkingCopyState
  ) {
    self.identity = identity
    self.location = location
    self.reference = reference
    self.folder = folder
    self.manifests = manifests
    self.copy = copy
  }
}

/// What Git says of a working copy.
package struct WorkingCopyState: Sendable, Hashable {
  /// nil when its HEAD is on none.
  package var branch: String?
  package var commit: String?
  /// Commits since the release; nil when that cannot be counted, and `problem` says why.
  package var ahead: Int?
  /// Commits of the release that it lacks.
  package var behind: Int?
  /// Files that differ from its last commit.
  package var uncommitted = 0
  /// Whether no remote is known to have its last commit.
  package var isUnpushed = false
  /// What cannot be told, in a sentence.
  package var problem: String?

  package init() {}

  package init(problem: String) { self.problem = problem }

  /// What leaving the copy leaves behind; empty when a release may have all of it.
  package var unpublished: [String] {
    (uncommitted > 0 ? ["\(uncommitted) uncommitted \(uncommitted == 1 ? "change" : "changes")"] : [])
      + (isUnpushed ? ["commits that no remote is known to have"] : [])
  }
}
