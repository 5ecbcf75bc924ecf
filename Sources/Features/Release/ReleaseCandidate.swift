import Base
import SwiftSources

/// A package with everything that decides if it has to be released.
struct ReleaseCandidate: Sendable, Hashable {
  /// A package of the workspace that the candidate depends on.
  struct Need: Sendable, Hashable {
    /// The index of that package among the candidates.
    let candidate: Int
    /// The required versions; nil when the package is used from its folder.
    let requirement: PackageDependency.Requirement?
    /// True when the interface of the candidate mentions that of the other package.
    let isExposed: Bool

    init(_ candidate: Int, _ requirement: PackageDependency.Requirement?, isExposed: Bool) {
      self.candidate = candidate
      self.requirement = requirement
      self.isExposed = isExposed
    }
  }

  let folder: RelativePath
  let name: String
  /// The version of the last release; nil when there is none.
  let last: SemanticVersion?
  /// The newest preview of a coming release.
  let preview: SemanticVersion?
  let causes: [ReleaseCause]
  let needs: [Need]

  init(
    folder: RelativePath, name: String, last: SemanticVersion?, preview: SemanticVersion? = nil,
    causes: [ReleaseCause], needs: [Need]
  ) {
    self.folder = folder
    self.name = name
    self.last = last
    self.preview = preview
    self.causes = causes
    self.needs = needs
  }
}
