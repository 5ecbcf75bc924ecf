import Base
import GitBridge
import Graph
import Reports
import Session
import SwiftSources

/// The result of `ambit release plan`.
struct ReleaseReport: Sendable {
  /// A requirement to write into a manifest.
  struct Edit: Sendable, Hashable {
    let manifest: RelativePath
    let dependency: String
    /// The identity of the dependency in manifests and lockfiles.
    let dependencyIdentity: String
    let dependencyFolder: RelativePath
    let old: PackageDependency.Requirement
    let new: PackageDependency.Requirement
  }

  struct Release: Sendable, Hashable {
    let version: String
    let tag: String
    let step: VersionStep
    let causes: [ReleaseCause]
    let edits: [Edit]
    /// True when a tag on the released commit promises more compatibility than the package keeps.
    let isClaimedTooLow: Bool
  }

  struct Package: Sendable, Hashable {
    let folder: RelativePath
    let name: String
    /// The tag of the last release; nil where there is none.
    let last: String?
    /// The tag on the released commit, when the command line asks to check such tags.
    let claim: String?
    /// The planned release; nil where there is nothing to release.
    let release: Release?
    /// True when files of the package differ from the last release.
    let isTouched: Bool
    /// The commits since the last release that touched the package, the youngest first.
    let commits: [LoggedCommit]
  }

  let head: ComparedRevisions.Head
  /// The packages to release come first, each after its dependencies. The others follow, sorted by folder.
  let packages: [Package]
  var warnings: [Warning]
  /// The clones with work to do, inner ones first.
  var clones: [Clone] = []
  var updates: [Update] = []

  var released: [(package: Package, release: Release)] {
    packages.compactMap { package in package.release.map { (package, $0) } }
  }

  var isClaimedTooLow: Bool { released.contains { $0.release.isClaimedTooLow } }
}

extension ReleaseReport {
  /// The work to do in one clone.
  struct Clone: Sendable, Hashable {
    struct Tag: Sendable, Hashable {
      let name: String
      let message: String
    }

    /// The clone's folder in the outermost repository.
    let folder: RelativePath
    let isOnBranch: Bool
    /// The paths in the clone to commit before tagging: manifests, and submodules with new commits.
    var changed: [RelativePath] = []
    /// The releases that the new requirements ask for: `Core 2.0.0`.
    var asked: [String] = []
    var tags: [Tag] = []

    fileprivate var commands: [String] {
      let git = folder.isRoot ? "git" : "git -C \(folder.description.shellQuoted)"
      let subject =
        asked.isEmpty
        ? "Record released submodules" : "Require \(Set(asked).sorted().joined(separator: ", "))"
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
  struct Update: Sendable, Hashable {
    let lockfile: RelativePath
    let identity: String
    /// The pinned version or commit.
    let pinned: String
    /// The package with that lockfile; nil where workspace.json names the lockfile.
    let folder: RelativePath?
  }

  /// The commands to type once the requirements are written: commits, tags and pushes, and then updates of pins.
  var next: [String] { clones.flatMap(\.commands) + updates.map(update) }

  private func update(_ update: Update) -> String {
    guard let folder = update.folder else {
      return "then update \(update.lockfile), which pins \(update.identity) to \(update.pinned)"
    }
    let place = folder.isRoot ? "" : " --package-path \(folder.description.shellQuoted)"
    return
      "swift package\(place) update \(update.identity)  # after the push: \(update.lockfile) pins \(update.pinned)"
  }
}

extension ReleaseReport {
  /// Finds lockfiles whose pins the new requirements exclude. A build would fail, or use the old version.
  func updates(in workspace: OpenWorkspace) throws(Failure) -> [Update] {
    var found: [Update] = []
    for (package, release) in released where !release.edits.isEmpty {
      let own = package.folder.appending(PackageFile.lockfile)
      let named = workspace.config.lockfiles.filter { entry in
        entry.path != own && entry.packages.contains { $0.matches(package: package.folder) }
      }
      for (file, folder) in [(own, package.folder)] + named.map({ ($0.path, nil) }) {
        // An untracked lockfile is made again by the next build.
        guard let bytes = try workspace.tree.contents(of: file) else { continue }
        for edit in release.edits {
          let identity = edit.dependencyIdentity
          guard let pinned = Lockfile.reference(of: identity, in: bytes), edit.keepsOut(pinned) else {
            continue
          }
          let update = Update(lockfile: file, identity: identity, pinned: pinned, folder: folder)
          if !found.contains(update) { found.append(update) }
        }
      }
    }
    return found
  }
}

extension ReleaseReport.Edit {
  /// Returns true when the new requirement excludes the pin. A pin to a commit may be any version, so it counts.
  fileprivate func keepsOut(_ pinned: String) -> Bool {
    SemanticVersion(pinned).map { new.allows($0) == false } ?? true
  }
}
