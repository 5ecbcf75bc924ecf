package import Base
import GitBridge
package import Graph
import Runner
import SwiftSources

/// Collects the inputs of all keys of one revision: files with contents, lockfiles, and libraries of the system.
package struct KeyPreparation {
  let location: WorkspaceLocation
  /// All files of the repository.
  let tree: any FileTree
  let graph: WorkspaceGraph
  let config: WorkspaceConfig
  package let surroundings: KeySurroundings
  /// The environment of SwiftPM, which `pkg-config` also sees.
  let environment: RunEnvironment
  let cacheFolder: String?
  let footprints: Footprints
  let processors: Int
  /// The absolute paths of the workspace and of its repository, as manifests saw them.
  let manifestRoots: [String]
  /// The modules by path, where a selection has them already.
  var map: ModuleMap?

  /// Returns the keys of `modules` and of all that they need. nil means all modules.
  package func keys(of modules: [ModuleID]?) throws(Failure) -> ModuleKeys {
    let wanted = modules?.compactMap { graph.index(of: $0) }
    let scope = KeyScope(wanted, in: graph, platforms: surroundings.platforms)
    let flags = RunFlags(
      arguments: surroundings.build.allArguments, location: location, tree: workspaceTree)
    let named = try flags.places(in: graph)
    let map = map ?? ModuleMap(of: graph, config, at: location, flagged: named.inside)
    var files = try placed(in: scope, map, named.inside)
    try settle(&files)
    try files.reduceAttributes { file throws(Failure) in
      let lines = try workspaceTree.contents(of: file).flatMap { bytes in
        PartlyHarmlessFile(file.path)?.decisive(in: bytes)
      }
      guard let lines, !lines.isEmpty else { return nil }
      let digest = SHA256.digest(of: lines.joined(separator: "\n").utf8).bytes.prefix(ContentID.length)
      return TreeFile(path: file.path, kind: file.kind, content: ContentID(digest))
    }
    var inputs = KeyInputs(
      graph: graph, config: config, surroundings: surroundings, files: files,
      lockfiles: try lockfiles(of: scope), systemLibraries: try systemLibraries(in: scope, files),
      outside: try outsideFiles(of: scope))
    let flagged = FlagFiles.read(named, location)
    (inputs.flagFiles, inputs.crowdedFlagFolder) = (flagged.files, flagged.crowded)
    inputs.manifestRoots = manifestRoots
    return ModuleKeys(inputs, scope)
  }

  private var workspaceTree: SubTree { SubTree(of: tree, at: location.folderInRepository) }
  private var workingTree: WorkingTree? { tree as? WorkingTree }
}

// MARK: Files

extension KeyPreparation {
  private func placed(
    in scope: KeyScope, _ map: ModuleMap, _ flagged: Set<RelativePath>
  ) throws(Failure) -> PlacedFiles {
    var files = try workspaceTree.files { _, _ in true }
    let inside = files.count
    for folder in Set(outsideFolders(of: scope) + flagged.filter(\.escapesRoot)) {
      files += try workspaceTree.files(below: folder)
    }
    files += try settingsAbove(scope)
    if files.count > inside { files = Set(files).sorted { $0.path < $1.path } }
    return PlacedFiles(
      files, ignored: ignoredFiles(in: scope), graph: graph, map: map, scope: scope, jobs: processors)
  }

  /// Folders outside the workspace, but in the repository, that packages and settings use.
  private func outsideFolders(of scope: KeyScope) -> [RelativePath] {
    graph.modules.indices.filter { scope.isInside[$0] }.flatMap { graph.placesOutside($0) }
  }

  /// Returns the settings that plugins may look for in folders above the workspace and above packages outside.
  private func settingsAbove(_ scope: KeyScope) throws(Failure) -> [TreeFile] {
    let inside = location.folderInRepository
    let readers = graph.modules.indices.filter {
      scope.isInside[$0] && graph.modules[$0].layout.readsWholePackage
    }
    let packages = Set(readers.map { graph.packages[graph.modules[$0].package].folder })
    var found: [TreeFile] = []
    for folder in Set(packages.flatMap { inside.appending($0).withAncestors }).map({ $0.seen(from: inside) })
    where folder.escapesRoot {
      for entry in try workspaceTree.entries(of: folder) where HarmlessFiles.isForPlugins(entry.name[...]) {
        found += try workspaceTree.files(below: folder.appending(RelativePath(entry.name)))
      }
    }
    return found
  }

  private func ignoredFiles(in scope: KeyScope) -> [ModuleIndex: [TreeFile]] {
    guard let workingTree else { return [:] }
    let sources = IgnoredSources(
      tree: workingTree, workspaceFolder: location.folderInRepository, modules: config.modules)
    var found: [ModuleIndex: [TreeFile]] = [:]
    for index in graph.modules.indices where scope.isInside[index] {
      let files = sources.files(of: index, in: graph)
      if !files.isEmpty { found[index] = files }
    }
    return found
  }

  /// Replaces what Git says about files by their kinds and bytes on disk, or by those that a checkout would have.
  private func settle(_ files: inout PlacedFiles) throws(Failure) {
    if let commit = tree as? CommitTree {
      try settle(&files) { files throws(Failure) in try commit.checkedOut(files) }
    } else if let workingTree {
      let memory = RememberedStats(cacheFolder: cacheFolder.map { $0 + "/disk" })
      var disk = DiskFiles(of: workingTree, known: memory.recall(workingTree.workingFolder))
      try settle(&files) { files throws(Failure) in try disk.read(files) }
      memory.keep(disk.learned, of: workingTree.workingFolder)
    }
  }

  /// `read` expects and returns paths from the repository's root.
  private func settle(_ files: inout PlacedFiles, by read: PlacedFiles.Settle) throws(Failure) {
    let folder = location.folderInRepository
    try files.settle(where: { $0.kind != .absentSubmodule && $0.kind != .folder }) { files throws(Failure) in
      try read(files.map { $0.moved(into: folder) }).map { file in
        TreeFile(path: file.path.seen(from: folder), kind: file.kind, content: file.content)
      }
    }
  }
}

// MARK: Lockfiles and libraries

extension KeyPreparation {
  private func lockfiles(of scope: KeyScope) throws(Failure) -> [RelativePath: KeyedLockfile] {
    let packages = Set(graph.modules.indices.filter { scope.isInside[$0] }.map { graph.modules[$0].package })
    var found: [RelativePath: KeyedLockfile] = [:]
    for path in Set(packages.flatMap { config.lockfiles(serving: graph.packages[$0].folder) }) {
      guard let file = try workspaceTree.files(below: path).first(where: { $0.path == path }),
        let contents = try workspaceTree.contents(of: file)
      else { continue }
      found[path] = KeyedLockfile(pins: try? Lockfile(parsing: contents), bytes: contents)
    }
    return found
  }

  private func systemLibraries(in scope: KeyScope, _ files: PlacedFiles) throws(Failure) -> [ModuleIndex:
    SystemLibrary]
  {
    var libraries = SystemLibraries(
      environment: environment.swiftPM, workspaceRoot: location.root, cacheFolder: cacheFolder)
    var found: [ModuleIndex: SystemLibrary] = [:]
    for (index, module) in graph.modules.numbered where scope.isInside[index] && module.kind == .system {
      let target = graph.packages[module.package].manifest?.targets.first { $0.name == module.id.name }
      let read = try files.read(by: index).map { file throws(Failure) in
        // The tree has no contents of ignored files.
        let path = location.absolutePath(of: file.path)
        let bytes = try workspaceTree.contents(of: file) ?? LocalFiles.read(path)
        return bytes.map { SystemLibraryRequest.File(path: path, bytes: $0) }
      }.compactMap(\.self)
      found[index] = libraries.library(SystemLibraryRequest(pkgConfig: target?.pkgConfig, files: read))
    }
    libraries.save()
    return found
  }

  /// Returns the files and folders outside the keys that builds of a module were observed to read.
  private func outsideFiles(of scope: KeyScope) throws(Failure) -> [ModuleIndex: [OutsideFile]] {
    var found: [ModuleIndex: [OutsideFile]] = [:]
    // Many modules read the same files.
    var known: [String: OutsideFile] = [:]
    func outside(_ path: String) -> OutsideFile {
      if let file = known[path] { return file }
      let file = OutsideFile(path: path, content: LocalFiles.read(path).map { SHA256.digest(of: $0) })
      known[path] = file
      return file
    }
    for (id, footprint) in footprints.modules {
      guard let index = graph.index(of: id), scope.isInside[index] else { continue }
      let beside = footprint.builds.outside.sorted().map(outside)
      let listed = try footprint.builds.folders.sorted().map { folder throws(Failure) in
        OutsideFile(path: "\(folder)/", content: try names(in: folder))
      }
      if !beside.isEmpty || !listed.isEmpty { found[index] = beside + listed }
    }
    return found
  }

  /// Returns a digest of the names in a folder, or nil if there is no folder.
  /// Ignored names are left out, since builds add and remove them.
  private func names(in folder: RelativePath) throws(Failure) -> SHA256Digest? {
    if !folder.isRoot, try workspaceTree.kind(of: folder) != .folder { return nil }
    var writer = ByteWriter()
    for entry in try workspaceTree.entries(of: folder) {
      writer.data(entry.name)
      writer.byte(entry.kind == .folder ? 1 : 0)
    }
    return SHA256.digest(of: writer.bytes)
  }
}

extension KeySurroundings {
  /// The part of all keys that is the same for every module of a run.
  /// Limits and the number of jobs are left out, since they do not change results. `docs/cache-key.md` lists all that
  /// is left out.
  init(
    _ settings: BuildSettings, _ environment: RunEnvironment, toolchain: Toolchain, platforms: Set<String>?,
    variables: [String: String]
  ) {
    self.init(
      toolchain: toolchain.identity, host: .ofThisMachine(), platforms: platforms, build: settings,
      environment: environment.keyed,
      testEnvironment: environment.sameEverywhere, variables: variables)
  }
}

extension RunEnvironment {
  /// The fixed variables that tests see, without paths of this machine.
  package var sameEverywhere: [String: String] {
    tests.filter { name, _ in ["LANG", "TZ"].contains(name) && keyed[name] == nil }
  }
}

extension KeyPreparation {
  /// Prepares keys for one revision. `config` is the configuration of that revision.
  package init(
    _ session: Session, _ tree: any FileTree, _ graph: WorkspaceGraph, _ config: WorkspaceConfig,
    _ settings: BuildSettings, platform: String
  ) {
    let world = session.world
    let environment = RunEnvironment.of(config, toolchain: session.toolchain, world.environment)
    self.init(
      location: session.workspace.location, tree: tree, graph: graph, config: config,
      surroundings: KeySurroundings(
        settings, environment, toolchain: session.toolchain, platforms: [platform.lowercased()],
        variables: world.environment),
      environment: environment, cacheFolder: world.cacheFolder,
      footprints: session.workspace.footprints, processors: world.processors,
      manifestRoots: session.workspace.manifestRoots)
  }
}

extension [String: String] {
  /// Drops Git's variables of a running hook, which do not apply to other clones.
  package var withoutRepository: [String: String] {
    filter { !$0.key.hasPrefix("GIT_") || $0.key.hasPrefix("GIT_CONFIG") }
  }
}
