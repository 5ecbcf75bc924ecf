package import Base
import CGit2

/// A tag and its commit.
package struct CommitTag: Sendable, Hashable {
  /// The name without `refs/tags/`.
  package let name: String
  package let commit: CommitID
}

extension Repository {
  /// Returns all tags of commits by name, annotated or not. Tags of other objects, and of commits that the clone lacks,
  /// are left out.
  package func tags() throws(Failure) -> [CommitTag] {
    let prefix = "refs/tags/"
    return try handle.withRepository { repository throws(Failure) in
      var iterator: OpaquePointer?
      try LibGit2.check(
        git_reference_iterator_new(&iterator, repository), .unreadable, "cannot read the references")
      defer { git_reference_iterator_free(iterator) }
      var found: [CommitTag] = []
      var next: OpaquePointer?
      while git_reference_next(&next, iterator) == 0, let reference = next {
        defer { git_reference_free(reference) }
        let name = String(cString: git_reference_name(reference))
        var commit: OpaquePointer?
        guard name.hasPrefix(prefix), git_reference_peel(&commit, reference, GIT_OBJECT_COMMIT) == 0,
          let commit
        else { continue }
        defer { git_object_free(commit) }
        found.append(
          CommitTag(
            name: String(name.dropFirst(prefix.count)),
            commit: CommitID(ObjectID(git_object_id(commit).pointee))))
      }
      return found.sorted { $0.name < $1.name }
    }
  }
}
