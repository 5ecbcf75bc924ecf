package import Base
package import SwiftSources

/// A package with everything that decides if it has to be released.
package struct ReleaseCandidate: Sendable, Hashable {
  /// A package of the workspace that the candidate depends on.
  package struct Need: Sendable, Hashable {
    /// The index of that package among the candidates.
    package let candidate: Int
    /// The required versions; nil when the package is used from its folder.
    package let requirement: PackageDependency.Requirement?
    /// True when the interface of the candidate mentions that of the other package.
    package let isExposed: Bool

    package init(_ candidate: Int, _ requirement: PackageDependency.Requirement?, isExposed: Bool) {
      self.candidate = candidate
      self.requirement = requirement
      self.isExposed = isExposed
    }
  }

  package let folder: RelativePath
  package let name: String
  /// The version of the last release; nil when there is none.
  package let last: SemanticVersion?
  /// The newest preview of a coming release.
  package let preview: SemanticVersion?
  package let causes: [ReleaseCause]
  package let needs: [Need]

  package init(
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
