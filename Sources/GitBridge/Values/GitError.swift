package import Base

/// An error about a repository. `Edge` adds hints when it is shown.
package struct GitError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Sendable, CaseIterable {
    case unknownRevision = "unknown-revision"
    case invalidRevision = "invalid-revision"
    case notARepository = "not-a-repository"
    case dubiousOwnership = "dubious-ownership"
    case splitIndex = "split-index"
    case sparseIndex = "sparse-index"
    case unsupportedRepository = "unsupported-repository"
    case unmergedPaths = "unmerged-paths"
    case unreadable, unwritable
    case missingObject = "missing-object"
    case missingSubmoduleCommit = "missing-submodule-commit"
    case corruptRepository = "corrupt-repository"
    case unsetVariable = "unset-variable"
  }

  package let kind: Kind
  /// A sentence that quotes the bad value.
  package let message: String
  /// The paths that the error is about. For `unmerged-paths` these are all unmerged paths.
  package let paths: [RelativePath]
  /// The folder to declare safe, for `dubious-ownership`.
  package let place: String?
  /// The state of the repository, when the next step depends on it.
  package private(set) var situation: RepositorySituation?

  package init(_ kind: Kind, _ message: String, paths: [RelativePath] = [], place: String? = nil) {
    self.kind = kind
    self.message = message
    self.paths = paths
    self.place = place
  }

  /// Returns the same error with the repository's state.
  func told(_ situation: RepositorySituation) -> GitError {
    var error = self
    error.situation = situation
    return error
  }

  package var code: String { kind.rawValue }
  package var description: String { message }
}
