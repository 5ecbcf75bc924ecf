import Digests
import GitBridge
import Manifests
import ModuleGraph
import Names
import Support

/// The packages from elsewhere that the modules of a revision use, as far as their sources are at hand.
struct ExternalPackages {
  /// Sorted by identity.
  private(set) var packages: [ExternalPackage] = []
  /// What each holds, by its folder in the graph.
  private(set) var trees: [RelativePath: any FileTree] = [:]
  /// Why others are not among them, by identity.
  private(set) var problems: [String: String] = [:]
  /// The commits of those that are.
  private(set) var commits: [String: String] = [:]

  static let none = ExternalPackages()

  private init() {}

  /// Over all that they are.
  var digest: SHA256Digest {
    var writer = ByteWriter()
    for package in packages {
      writer.values(package.identity, commits[package.identity] ?? "", package.manifest)
    }
    return SHA256.digest(of: writer.bytes)
  }
}

extension ExternalPackages {
  /// Follows what manifests name, from those of the workspace on.
  init(
    usedIn graph: WorkspaceGraph, _ pins: ExternalPins, _ checkouts: ExternalCheckouts,
    toolchain: ToolsVersion,
    evaluate: ([ManifestSource]) -> [Result<PackageManifest, ManifestProblem>]
  ) {
    var asked = TraitsAsked()
    for package in graph.packages { asked.add(package.manifest?.dependencies ?? []) }
    var pending = Set(graph.modules.flatMap(\.externalPackages))
    var known = pending
    while !pending.isEmpty {
      var found: [(identity: String, tree: any FileTree, source: ManifestSource)] = []
      for identity in pending.sorted() {
        guard let commit = commit(of: identity, pins) else { continue }
        guard let clone = checkouts.find(identity, at: commit) else {
          problems[identity] =
            "no build folder has its sources at \(commit.prefix(8)); build what uses it first"
          continue
        }
        guard let source = Self.manifest(of: identity, clone, toolchain) else {
          problems[identity] = "its manifest cannot be read"
          continue
        }
        commits[identity] = commit
        found.append((identity, clone.tree, source))
      }
      pending = []
      for ((identity, tree, _), result) in zip(found, found.isEmpty ? [] : evaluate(found.map(\.source))) {
        guard case .success(let manifest) = result else {
          problems[identity] = "its manifest cannot be evaluated"
          continue
        }
        asked.add(manifest.dependencies)
        let package = ExternalPackage(identity: identity, manifest: manifest)
        packages.append(package)
        trees[package.folder] = tree
        pending.formUnion(manifest.dependencies.map(\.identity).filter { known.insert($0).inserted })
      }
    }
    leaveOut(asked.others)
    packages.sort { $0.identity < $1.identity }
  }

  private mutating func commit(of identity: String, _ pins: ExternalPins) -> String? {
    switch pins[identity] {
    case .commit(let commit): return commit
    case .several: problems[identity] = "it is pinned to several versions in the workspace"
    case nil: problems[identity] = "no \(PackageFile.lockfile) pins it to a commit"
    }
    return nil
  }

  private mutating func leaveOut(_ identities: Set<String>) {
    for package in packages where identities.contains(package.identity) {
      problems[package.identity] = "traits of it are asked for"
      trees[package.folder] = nil
    }
    packages.removeAll { identities.contains($0.identity) }
  }

  private static func manifest(
    of identity: String, _ clone: ExternalCheckouts.Found, _ toolchain: ToolsVersion
  ) -> ManifestSource? {
    let names = ((try? clone.tree.entries(of: .root)) ?? []).filter { PackageFile.isManifest($0.name[...]) }
      .compactMap { String(validating: $0.name, as: UTF8.self) }
    func contents(_ name: String) -> [UInt8]? { try? clone.tree.contents(of: RelativePath(name)) }
    let name = ManifestSelection.manifestFileName(among: names, toolchain: toolchain) { name in
      contents(name).flatMap(ToolsVersionLine.parse)
    }
    guard let name, let contents = contents(name) else { return nil }
    return ManifestSource(
      folder: ExternalPackage.folder(of: identity), absoluteFolder: clone.folder, fileName: name,
      contents: contents)
  }
}

/// Who is asked for other traits than the defaults: which of its code then counts depends on who asks.
private struct TraitsAsked {
  private(set) var others: Set<String> = []

  mutating func add(_ dependencies: [PackageDependency]) {
    for dependency in dependencies where dependency.traits != [PackageDependency.Trait(name: "default")] {
      others.insert(dependency.identity)
    }
  }
}
