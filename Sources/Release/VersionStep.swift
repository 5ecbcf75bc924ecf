package import Manifests

/// From one version to the next.
package enum VersionStep: String, Sendable, Hashable, CaseIterable {
  case first, patch, minor, major

  /// Before 1.0 nothing is promised for good: the minor number says what breaks, and the patch number all else.
  package init?(_ effect: ReleaseEffect, after last: SemanticVersion) {
    switch effect {
    case .none: return nil
    case .inside: self = .patch
    case .added: self = last.major == 0 ? .patch : .minor
    case .breaking, .unknown: self = last.major == 0 ? .minor : .major
    }
  }

  package func next(after last: SemanticVersion) -> SemanticVersion {
    switch self {
    case .first: last
    case .patch: last.nextPatch
    case .minor: last.nextMinor
    case .major: last.nextMajor
    }
  }
}
