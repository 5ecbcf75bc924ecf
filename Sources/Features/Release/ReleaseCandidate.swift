package import Base
package import SwiftSources

/// A package with all that decides whether it has to be released.
package struct ReleaseCandidate: Sendable, Hashable {
  /// A package of the workspace that it is built upon.
  package struct Need: Sendable, Hashable {
    /// By its place among the candidates.
    package let candidate: Int
    /// nil where it is taken from its folder, whatever is released.
    package let requirement: PackageDependency.Requirement?
    /// Whether what the package offers speaks of what the other offers.
    package let isExposed: Bool

    package init(_ candidate: Int, _ requirement: PackageDependency.Requirement?, isExposed: Bool) {
      self.candidate = candidate
      self.requirement = requirement
      self.isExposed = isExposed
    }
  }

  package let folder: RelativePath
  package let name: String
  /// nil where it never was released.
  package let last: SemanticVersion?
  /// The newest preview of a release that is still to come.
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
