package import Manifests
package import Release
package import Support

/// What `ambit release plan` says.
package struct ReleaseReport: Sendable {
  /// A requirement to write into a manifest.
  package struct Edit: Sendable, Hashable {
    package let manifest: RelativePath
    package let dependency: String
    /// As manifests and lockfiles know it.
    package let dependencyIdentity: String
    package let dependencyFolder: RelativePath
    package let old: PackageDependency.Requirement
    package let new: PackageDependency.Requirement

    package init(
      manifest: RelativePath, dependency: String, identity: String, dependencyFolder: RelativePath,
      old: PackageDependency.Requirement, new: PackageDependency.Requirement
    ) {
      (self.manifest, self.dependency, self.dependencyFolder) = (manifest, dependency, dependencyFolder)
      dependencyIdentity = identity
      (self.old, self.new) = (old, new)
    }
  }

  package struct Commit: Sendable, Hashable {
    package let id: String
    package let subject: String

    package init(id: String, subject: String) { (self.id, self.subject) = (id, subject) }
  }

  package struct Release: Sendable, Hashable {
    package let version: String
    package let tag: String
    package let step: VersionStep
    package let causes: [ReleaseCause]
    package let edits: [Edit]
    /// Whether a tag on the very commit promises more than this.
    package let isClaimedTooLow: Bool

    package init(
      version: String, tag: String, step: VersionStep, causes: [ReleaseCause], edits: [Edit],
      isClaimedTooLow: Bool
    ) {
      (self.version, self.tag, self.step) = (version, tag, step)
      (self.causes, self.edits, self.isClaimedTooLow) = (causes, edits, isClaimedTooLow)
    }
  }

  package struct Package: Sendable, Hashable {
    package let folder: RelativePath
    package let name: String
    /// The tag of its last release; nil where it has none.
    package let last: String?
    /// The tag on the very commit, when these are checked.
    package let claim: String?
    /// nil where there is nothing to release.
    package let release: Release?
    /// Whether files of it differ from the last release.
    package let isTouched: Bool
    /// Those since the last release that touched it, the youngest first.
    package let commits: [Commit]

    package init(
      folder: RelativePath, name: String, last: String?, claim: String?, release: Release?, isTouched: Bool,
      commits: [Commit]
    ) {
      (self.folder, self.name, self.last, self.claim) = (folder, name, last, claim)
      (self.release, self.isTouched, self.commits) = (release, isTouched, commits)
    }
  }

  package let head: ComparedRevisions.Head
  /// Those to be released first, what others are built upon at the front; then the others by folder.
  package let packages: [Package]
  package var warnings: [Warning]
  /// Inner ones first.
  package var clones: [Clone] = []
  package var updates: [Update] = []

  package init(head: ComparedRevisions.Head, packages: [Package], warnings: [Warning]) {
    (self.head, self.packages, self.warnings) = (head, packages, warnings)
  }

  package var released: [(package: Package, release: Release)] {
    packages.compactMap { package in package.release.map { (package, $0) } }
  }

  package var isClaimedTooLow: Bool { released.contains { $0.release.isClaimedTooLow } }
}
