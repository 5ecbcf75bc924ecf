package import Base
package import Reports
package import SwiftSources

/// The result of `ambit release plan`.
package struct ReleaseReport: Sendable {
  /// A requirement to write into a manifest.
  package struct Edit: Sendable, Hashable {
    package let manifest: RelativePath
    package let dependency: String
    /// The identity of the dependency in manifests and lockfiles.
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
    /// True when a tag on the released commit promises more compatibility than the package keeps.
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
    /// The tag of the last release; nil where there is none.
    package let last: String?
    /// The tag on the released commit, when the command line asks to check such tags.
    package let claim: String?
    /// The planned release; nil where there is nothing to release.
    package let release: Release?
    /// True when files of the package differ from the last release.
    package let isTouched: Bool
    /// The commits since the last release that touched the package, the youngest first.
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
  /// The packages to release come first, each after its dependencies. The others follow, sorted by folder.
  package let packages: [Package]
  package var warnings: [Warning]
  /// The clones with work to do, inner ones first.
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

extension ReleaseReport {
  /// The work to do in one clone.
  package struct Clone: Sendable, Hashable {
    package struct Tag: Sendable, Hashable {
      package let name: String
      package let message: String

      package init(name: String, message: String) { (self.name, self.message) = (name, message) }
    }

    /// The clone's folder in the outermost repository.
    package let folder: RelativePath
    package let isOnBranch: Bool
    /// The paths in the clone to commit before tagging: manifests, and submodules with new commits.
    package var changed: [RelativePath] = []
    /// The releases that the new requirements ask for: `Core 2.0.0`.
    package var asked: [String] = []
    package var tags: [Tag] = []

    package init(folder: RelativePath, isOnBranch: Bool) {
      (self.folder, self.isOnBranch) = (folder, isOnBranch)
    }

    fileprivate var commands: [String] {
      let git = folder.isRoot ? "git" : "git -C \(folder.description.shellQuoted)"
      let subject =
        asked.isEmpty
        ? "Record what was released in submodules" : "Ask for \(Set(asked).sorted().joined(separator: ", "))"
      let paths = changed.map { ":/\($0)".shellQuoted }.joined(separator: " ")
      let commit = changed.isEmpty ? [] : ["\(git) commit -m \(subject.shellQuoted) -- \(paths)"]
      // A pushed tag brings its commit along, on a branch or not.
      let pushed = (changed.isEmpty || !isOnBranch ? [] : ["HEAD"]) + tags.map(\.name.shellQuoted)
      return commit
        + tags.map { "\(git) tag -a \($0.name.shellQuoted) -m \($0.message.shellQuoted)" }
        + ["\(git) push origin \(pushed.joined(separator: " "))"]
    }
  }

  /// A pin of an older release, which a manifest no longer allows.
  package struct Update: Sendable, Hashable {
    package let lockfile: RelativePath
    package let identity: String
    /// The pinned version or commit.
    package let pinned: String
    /// The package with that lockfile; nil where workspace.json names the lockfile.
    package let folder: RelativePath?

    package init(_ lockfile: RelativePath, of identity: String, at pinned: String, folder: RelativePath?) {
      (self.lockfile, self.identity, self.pinned, self.folder) = (lockfile, identity, pinned, folder)
    }
  }

  /// The commands to type once the requirements are written: commits, tags and pushes, and then updates of pins.
  package var next: [String] { clones.flatMap(\.commands) + updates.map(update) }

  private func update(_ update: Update) -> String {
    guard let folder = update.folder else {
      return "then bring up \(update.lockfile), which pins \(update.identity) to \(update.pinned)"
    }
    let place = folder.isRoot ? "" : " --package-path \(folder.description.shellQuoted)"
    return
      "swift package\(place) update \(update.identity)  # after the push: \(update.lockfile) pins \(update.pinned)"
  }
}
