import Base
import GitBridge
import Graph
import Reports
import Session
import SwiftSources

/// The result of `ambit local` or `ambit released`.
struct LocalReport: Sendable, Hashable {
  enum Action: String, Sendable, Hashable {
    case local, released, list
  }

  let action: Action
  let packages: [LocalPackage]
  /// The next steps, as commands or sentences.
  var next: [String] = []

  var lines: [StyledText] {
    let steps = next.map { "\("→ ", .dim)\($0)" as StyledText }
    guard action == .list else { return packages.flatMap(done) + steps }
    guard !packages.isEmpty else { return ["No dependency is local"] }
    let count = Wording.count(packages.count, "dependency", "dependencies")
    return ["\(count) \(packages.count == 1 ? "is" : "are") local"] + packages.flatMap(listed) + steps
  }

  private func done(_ package: LocalPackage) -> [StyledText] {
    let manifests = package.manifests.map { "  \($0, .path)" as StyledText }
    if action == .released {
      return ["\(package.identity, .module) is \("released", .good) again: \(package.location, .path)"]
        + manifests
    }
    return ["\(package.identity, .module) is \("local", .good): \(package.folder, .path)"] + manifests
      + ["\("  instead of ", .dim)\(package.release)"]
  }

  private func listed(_ package: LocalPackage) -> [StyledText] {
    let facts: [[StyledText]] = [
      ["\("instead of", .dim)", "\(package.release)"],
      [
        "\("state", .dim)", "\(package.copy.words, package.copy.unpublished.isEmpty ? .plain : .warning)",
      ],
    ]
    let manifests = package.manifests.enumerated().map { index, manifest -> [StyledText] in
      ["\(index == 0 ? "named in" : "", .dim)", "\(manifest, .path)"]
    }
    return ["", "\(package.identity, .module)  \(package.folder, .path)"]
      + Table.indented([.left, .left], facts + manifests)
  }
}

extension LocalPackage {
  fileprivate var release: String { reference.map { "\($0) of \(location)" } ?? location }
}

extension WorkingCopyState {
  /// `main, 2 commits ahead, 1 uncommitted change`.
  fileprivate var words: String {
    let place = branch ?? commit.map { "no branch (\($0.prefix(8)))" }
    let moved = [(ahead, "ahead"), (behind, "behind")].compactMap { count, word in
      count.flatMap { $0 > 0 ? "\(Wording.count($0, "commit")) \(word)" : nil }
    }
    let stands = ahead == 0 && behind == 0 ? ["as released"] : moved
    return ([place].compactMap(\.self) + stands + unpublished + [problem].compactMap(\.self)).joined(
      separator: ", ")
  }
}

// MARK: For programs

extension LocalReport {
  var json: String {
    JSON.report([
      "action": action.rawValue, "packages": packages.map(\.json), "next": next,
    ])
  }
}

extension LocalPackage {
  fileprivate var json: JSON {
    [
      "identity": identity, "location": location, "reference": reference, "folder": "\(folder)",
      "manifests": manifests.map(\.description), "branch": copy.branch, "commit": copy.commit,
      "ahead": copy.ahead, "behind": copy.behind, "uncommitted": copy.uncommitted,
      "unpushed": copy.isUnpushed, "problem": copy.problem,
    ]
  }
}

/// A dependency that manifests take from a working copy for the time being.
struct LocalPackage: Sendable, Hashable {
  let identity: String
  /// The URL or path of its releases.
  let location: String
  /// The version or commit that was pinned before; nil where none was pinned.
  let reference: String?
  /// The working copy, relative to the workspace.
  let folder: RelativePath
  /// The manifests that name it, relative to the workspace.
  let manifests: [RelativePath]
  let copy: WorkingCopyState
}

/// The state of a working copy in Git.
struct WorkingCopyState: Sendable, Hashable {
  /// The branch; nil when the HEAD is detached.
  var branch: String?
  var commit: String?
  /// The number of commits since the release; nil when they cannot be counted, and `problem` says why.
  var ahead: Int?
  /// The number of the release's commits that the copy lacks.
  var behind: Int?
  /// The number of files that differ from the copy's last commit.
  var uncommitted = 0
  /// True when no remote is known to have the copy's last commit.
  var isUnpushed = false
  /// A sentence about anything that could not be determined.
  var problem: String?

  /// The work that a return to the release leaves behind; empty when everything was pushed.
  var unpublished: [String] {
    (uncommitted > 0 ? ["\(uncommitted) uncommitted \(uncommitted == 1 ? "change" : "changes")"] : [])
      + (isUnpushed ? ["unpushed commits"] : [])
  }
}

/// The changes that `ambit local` has made to manifests of a working tree.
/// Manifests are only read as text. A manifest that cannot be evaluated must not prevent going back.
struct LocalPackages {
  struct Place: Hashable {
    let manifest: RelativePath
    let mark: LocalMark

    /// Relative to the workspace.
    var folder: RelativePath { manifest.parent.appending(mark.path) }
    var identity: String { PackageIdentity.of(location: mark.location) }
  }

  let places: [Place]
  private let workspace: OpenWorkspace
  private let world: World

  init(_ workspace: OpenWorkspace, _ world: World) throws(Failure) {
    self.workspace = workspace
    self.world = world
    let tree = workspace.tree
    places = try tree.files(named: PackageFile.isManifest).sorted().map { path throws(Failure) in
      LocalMark.all(in: try tree.contents(of: path) ?? []).map { Place(manifest: path, mark: $0) }
    }.flatMap(\.self)
  }

  /// Returns the places of a package, by its name or address.
  func places(of package: String) -> [Place] {
    places.filter { $0.identity == PackageIdentity.of(location: package) }
  }

  /// Returns one entry for each working copy, by name.
  func packages(_ places: [Place]) -> [LocalPackage] {
    var groups: [[Place]] = []
    for place in places {
      let known = groups.firstIndex {
        $0[0].folder == place.folder && $0[0].mark.location == place.mark.location
      }
      if let known { groups[known].append(place) } else { groups.append([place]) }
    }
    return groups.map(package).sorted { ($0.identity, $0.folder) < ($1.identity, $1.folder) }
  }

  private func package(_ places: [Place]) -> LocalPackage {
    let reference = places.compactMap(\.mark.reference).first
    let first = places[0]
    let copy = WorkingCopy(
      folder: workspace.location.absolutePath(of: first.folder), environment: world.environment)
    return LocalPackage(
      identity: first.identity, location: first.mark.location, reference: reference, folder: first.folder,
      manifests: places.map(\.manifest), copy: copy.state(since: reference))
  }
}

extension OpenWorkspace {
  /// The branch of the head, and the branches that it is to be merged into.
  func branches(_ world: World) throws(Failure) -> [String] {
    // For another revision than the checked out one, only its name tells the branch.
    guard head.isWorkingTree else {
      let names = ["refs/heads/", "refs/remotes/origin/", "origin/"]
      let prefix = names.first { head.ref.hasPrefix($0) } ?? ""
      return [String(head.ref.dropFirst(prefix.count))] + CIBranches.named(in: world.environment)
    }
    let current = try repository.branchName()
    return [current].compactMap(\.self) + CIBranches.named(in: world.environment)
  }
}

/// The clone from which a local dependency is taken.
struct WorkingCopy {
  /// The absolute path.
  let folder: String
  let environment: [String: String]

  /// `reference` is the release that the copy replaces.
  func state(since reference: String?) -> WorkingCopyState {
    guard LocalFiles.isFolder(folder) else {
      return WorkingCopyState(problem: "there is no such folder")
    }
    do throws(Failure) {
      let repository = try Repository.open(containing: folder, environment: environment.withoutRepository)
      guard repository.workingFolder == LocalFiles.resolved(folder) else {
        return WorkingCopyState(problem: "not a separate clone, so commits are not counted")
      }
      return try state(of: repository, since: reference)
    } catch {
      return WorkingCopyState(problem: error.message)
    }
  }

  private func state(
    of repository: Repository, since reference: String?
  ) throws(Failure) -> WorkingCopyState {
    var state = WorkingCopyState()
    state.branch = try repository.branchName()
    let head = try repository.headCommit()
    state.commit = head?.description
    state.uncommitted = try repository.changesInWorkingTree(since: head).count
    guard let head else {
      state.problem = "it has no commits"
      return state
    }
    let release = reference.flatMap { Self.release($0, in: repository) }
    state.isUnpushed = try !repository.isReachable(
      head, from: try repository.remoteBranches() + [release].compactMap(\.self))
    guard let reference else {
      state.problem = "no pinned version, so commits are not counted"
      return state
    }
    guard let release else {
      state.problem = "it lacks \(reference): `git -C \(folder) fetch --tags` may fetch it"
      return state
    }
    guard let distance = try repository.distance(from: release, to: head) else {
      state.problem = "its clone is shallow, so commits are not counted"
      return state
    }
    (state.ahead, state.behind) = (distance.ahead, distance.behind)
    return state
  }

  /// SwiftPM accepts tags with and without a `v`.
  private static func release(_ reference: String, in repository: Repository) -> CommitID? {
    for name in ["refs/tags/\(reference)", "refs/tags/v\(reference)", reference] {
      if let commit = try? repository.resolve(name) { return commit }
    }
    return nil
  }
}
