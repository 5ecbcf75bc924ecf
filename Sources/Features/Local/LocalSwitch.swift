import Arguments
import Base
import Graph
import Reports
import Session
import SwiftSources

/// Replaces a dependency with a working copy.
struct LocalSwitch {
  let options: LocalOptions
  let session: Session
  let graph: WorkspaceGraph

  static func open(
    _ options: LocalOptions, _ world: World, _ global: GlobalOptions
  ) throws(Failure) -> LocalSwitch {
    let session = try Session.open(world, global, SelectionOptions())
    let known = try LocalPackages(session.workspace, world)
    if let place = known.places(of: options.package).first {
      throw Failure(
        code: "already-local",
        message: "\"\(place.identity)\" is already local, in \"\(place.folder)\"",
        hints: ["switch back first: ambit released \(place.identity)"])
    }
    return LocalSwitch(options: options, session: session, graph: try session.wholeWorkspace().head)
  }

  private var workspace: OpenWorkspace { session.workspace }
  private var identity: String { PackageIdentity.of(location: options.package) }

  func run() throws(Failure) -> LocalReport {
    if users.isEmpty { throw unused }
    let copy = try LocalCopyChoice(
      identity: identity, given: options.folder, session: session, graph: graph
    ).folder()
    // Manifests in the copy belong to its own repository, and stay.
    let others = users.filter { !graph.packages[$0.package].folder.isInside(copy) }
    guard let location = others.first?.location else { throw unused }
    let references = try others.map { user throws(Failure) in
      try reference(in: graph.packages[user.package].folder)
    }
    let locations = Set(others.map(\.location))
    let switches = try zip(others, references).map { user, reference throws(Failure) in
      try rewrite(graph.packages[user.package], copy, instead: locations, reference)
    }
    try switches.verify("the working copy", session)
    let rewrites = switches.flatMap(\.rewrites)
    try rewrites.write(in: workspace.location)
    let pinned = references.compactMap(\.self).first
    let state = WorkingCopy(
      folder: workspace.location.absolutePath(of: copy), environment: session.world.environment
    ).state(since: pinned)
    let package = LocalPackage(
      identity: identity, location: location, reference: pinned, folder: copy,
      manifests: rewrites.map(\.path), copy: state)
    return LocalReport(action: .local, packages: [package], next: steps(package))
  }

  private func steps(_ package: LocalPackage) -> [String] {
    let isAdrift = package.copy.commit != nil && package.copy.branch == nil
    let branch =
      isAdrift
      ? ["its HEAD is detached; before you commit there: git -C '\(package.folder)' switch -c NAME"] : []
    return branch + ["go back with: ambit released \(package.identity)"]
  }
}

// MARK: Users of the dependency

extension LocalSwitch {
  /// The packages whose manifests take the dependency from a repository.
  private var users: [(package: PackageIndex, location: String)] {
    graph.packages.indices.compactMap { index in
      let found = (graph.packages[index].manifest?.dependencies ?? []).first {
        guard case .sourceControl = $0.source else { return false }
        return $0.identity == identity
      }
      guard case .sourceControl(let location, _) = found?.source else { return nil }
      return (index, location)
    }
  }

  private var unused: Failure {
    let all = graph.packages.flatMap { $0.manifest?.dependencies ?? [] }
    if all.contains(where: { $0.isFromRegistry && $0.identity == identity }) {
      return Failure(
        code: "registry-dependency",
        message: "\"\(identity)\" comes from a registry, and a folder cannot replace it",
        hints: ["in the manifests, replace it with the URL of its repository first"])
    }
    let remote = Set(all.filter { !$0.isLocal && !$0.isFromRegistry }.map(\.identity)).sorted()
    return Failure(
      code: "unknown-dependency",
      message:
        "no package of the workspace has a dependency \"\(Text.escapingControls(options.package))\" with a URL",
      hints: [
        remote.isEmpty
          ? "no dependency has a URL" : "dependencies with a URL: \(remote.joined(separator: ", "))"
      ])
  }

  /// Returns the version to which the package is pinned, by its own lockfile or one that the configuration names.
  private func reference(in folder: RelativePath) throws(Failure) -> String? {
    let lockfiles = [folder.appending(PackageFile.lockfile)] + workspace.config.lockfiles.map(\.path)
    for path in lockfiles {
      guard let bytes = try workspace.tree.contents(of: path) else { continue }
      if let reference = Lockfile.reference(of: identity, in: bytes) { return reference }
    }
    return nil
  }
}

// MARK: New manifests

extension LocalSwitch {
  private func rewrite(
    _ package: PackageNode, _ copy: RelativePath, instead locations: Set<String>, _ reference: String?
  ) throws(Failure) -> PackageRewrite {
    let path = copy.seen(from: package.folder).description
    return try PackageRewrite(
      package, in: workspace, byHand: "put `.package(path: \"\(path)\")` there by hand",
      expect: { manifest in
        for index in manifest.dependencies.indices {
          guard case .sourceControl(let location, _) = manifest.dependencies[index].source else { continue }
          if locations.contains(location) { manifest.dependencies[index].source = .path(path) }
        }
      },
      rewrite: { (text: [UInt8]) throws(ManifestDoubt) in
        try ManifestSwitch.local(text, locations: locations, path: path, reference: reference)
      })
  }
}

extension PackageDependency {
  fileprivate var isFromRegistry: Bool {
    if case .registry = source { true } else { false }
  }

  fileprivate var isLocal: Bool {
    if case .path = source { true } else { false }
  }
}

/// Chooses the folder from which a dependency is taken.
struct LocalCopyChoice {
  let identity: String
  /// The folder as it was typed.
  let given: Argument?
  let session: Session
  let graph: WorkspaceGraph

  private var location: WorkspaceLocation { session.workspace.location }

  /// Returns the folder relative to the workspace.
  func folder() throws(Failure) -> RelativePath {
    guard let given else { return try ownFolder() }
    let typed = session.world.absoluteText(given.bytes)
    guard let folder = LocalFiles.resolved(typed), LocalFiles.isFolder(folder) else {
      throw Failure(
        code: "no-working-copy", message: "there is no folder \(given.quoted)",
        hints: ["--path takes the folder of a working copy"])
    }
    guard folder.hasPrefix(location.root + "/") else {
      throw Failure(
        code: "copy-outside",
        message:
          "\(given.quoted) is outside the workspace, where Ambit sees no changes",
        hints: [
          "add a worktree inside the workspace: git -C '\(folder)' worktree add '\(location.root)/\(name(of: folder))'",
          "or clone it there, or add it as a submodule",
        ])
    }
    let path = RelativePath(folder.path(below: location.root) ?? folder)
    try check(path, given)
    return path
  }

  private func name(of folder: String) -> String { folder.split(separator: "/").last.map(String.init) ?? "" }

  private func check(_ folder: RelativePath, _ given: Argument) throws(Failure) {
    let name = PackageIdentity.of(location: Text.escapingInvalidUTF8(folder.lastComponent))
    guard name == identity else {
      throw Failure(
        code: "other-identity",
        message: "SwiftPM would call the package in \(given.quoted) \"\(name)\", not \"\(identity)\"",
        hints: ["rename the folder to the name of the repository"])
    }
    let kind = try session.workspace.tree.kind(of: folder.appending(PackageFile.manifest))
    guard kind == .file || kind == .executable else {
      throw Failure(
        code: "no-working-copy",
        message: "\(given.quoted) has no \(PackageFile.manifest) that Git sees",
        hints: [
          "check out a submodule with: git submodule update --init '\(folder)'",
          "if Git ignores the folder, remove it from .gitignore and .git/info/exclude",
        ])
    }
  }

  private func ownFolder() throws(Failure) -> RelativePath {
    let found = graph.packages.filter { $0.identity == identity }
    guard let package = found.first, found.count == 1 else {
      throw Failure(
        code: "no-working-copy",
        message: found.isEmpty
          ? "the workspace has no working copy of \"\(identity)\""
          : "the workspace has several packages \"\(identity)\": "
            + found.map { "\($0.folder)" }.joined(separator: ", "),
        hints: found.isEmpty ? try whereToHaveIt() : ["choose one with --path"])
    }
    guard package.problem == nil else {
      throw Failure(
        code: "no-working-copy",
        message: "the package in \"\(package.folder)\" cannot be used: \(package.problem ?? "")",
        hints: ["check out a submodule with: git submodule update --init '\(package.folder)'"])
    }
    return package.folder
  }

  /// Returns hints on where to put a working copy. A submodule that is not checked out has no package yet.
  private func whereToHaveIt() throws(Failure) -> [String] {
    let empty = try session.workspace.tree.files { name, kind in
      kind == .absentSubmodule
        && PackageIdentity.of(location: String(decoding: name, as: UTF8.self)) == identity
    }
    return empty.isEmpty
      ? [
        "clone it into the workspace, or add it as a submodule (git submodule add), and name its folder with --path"
      ]
      : empty.map { "it is a submodule: git submodule update --init \($0.path.description.shellQuoted)" }
  }
}
