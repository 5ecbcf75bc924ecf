package import Base

/// Why Git gave no answer. Hints are added by whoever shows it.
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
  /// The paths it is about, for `unmerged-paths` all of them.
  package let paths: [RelativePath]
  /// The folder that is to be vouched for, for `dubious-ownership`.
  package let place: String?
  /// How things stand in the repository, where the next step depends on it.
  package private(set) var situation: RepositorySituation?

  package init(_ kind: Kind, _ message: String, paths: [RelativePath] = [], place: String? = nil) {
    self.kind = kind
    self.message = message
    self.paths = paths
    self.place = place
  }

  /// The same, with how things stand.
  func told(_ situation: RepositorySituation) -> GitError {
    var error = self
    error.situation = situation
    return error
  }

  package var code: String { kind.rawValue }
  package var description: String { message }
}
