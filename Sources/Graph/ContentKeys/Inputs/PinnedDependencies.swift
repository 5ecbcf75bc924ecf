package import Base

/// The modules that the pins of lockfiles decide, and those whose needs the pins do not cover.
struct PinnedDependencies {
  /// The lockfiles that decide the pins of each package, sorted.
  let served: Indexed<PackageIndex, [RelativePath]>
  /// True for a module that uses packages outside the workspace, directly or through others.
  let isReached: Indexed<ModuleIndex, Bool>
  /// The identities of those packages, for each module that uses any.
  private let identities: [ModuleIndex: Set<String>]

  init(_ graph: WorkspaceGraph, _ config: WorkspaceConfig, _ scope: KeyScope) {
    served = graph.packages.mapped { config.lockfiles(serving: $0.folder) }
    isReached = ExternalReach.modules(in: graph).isInside
    var identities: [ModuleIndex: Set<String>] = [:]
    for component in scope.components {
      var found = Set(component.flatMap { graph.modules[$0].externalPackages })
      for edge in component.flatMap({ scope.edges[$0] }) { found.formUnion(identities[edge.target] ?? []) }
      if !found.isEmpty { for module in component { identities[module] = found } }
    }
    self.identities = identities
  }

  /// Returns the reason why the module's result cannot be repeated: an unpinned package may have another version next
  /// time.
  func obstacle(
    for module: ModuleIndex, package: PackageIndex, _ lockfiles: [RelativePath: KeyedLockfile]
  ) -> KeyObstacle? {
    guard let needed = identities[module] else { return nil }
    var pinned = Set<String>()
    for path in served[package] {
      pinned.formUnion(lockfiles[path]?.pins?.pins.keys.map { $0 } ?? [])
    }
    guard let loose = needed.subtracting(pinned).sorted().first else { return nil }
    return KeyObstacle(
      .unpinnedDependency,
      "no \(PackageFile.lockfile) in Git pins its dependency \"\(loose)\"")
  }
}

extension WorkspaceConfig {
  /// Returns the lockfiles that decide a package's pins, sorted: its own, and those configured to serve it.
  package func lockfiles(serving folder: RelativePath) -> [RelativePath] {
    let configured = lockfiles.filter { entry in entry.packages.contains { $0.matches(package: folder) } }
    return Set(configured.map(\.path) + [folder.appending(PackageFile.lockfile)]).sorted()
  }
}
