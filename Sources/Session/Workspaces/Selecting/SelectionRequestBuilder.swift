import Arguments
package import Base
import GitBridge
package import Graph
import Reports
import Runner
import SwiftSources
import Xcode

/// Prepares the inputs of the selection: both revisions with maps and lockfiles, and modules that count as changed.
struct SelectionRequestBuilder {
  let workspace: OpenWorkspace
  let loaded: WorkspaceLoader.Loaded
  /// The graphs have packages and projects.
  let headGraph: WorkspaceGraph
  let baseGraph: WorkspaceGraph?
  let baseTree: SubTree?
  let platforms: Set<String>?
  let flags: RunFlags.Places
  /// The modules that are selected because somebody named them.
  let named: Set<ModuleID>

  func request(changes: [FileChange], everything: Bool) throws(Failure) -> SelectionRequest {
    let headMap = map(of: headGraph)
    let head = Revision(
      graph: headGraph, map: headMap, lockfiles: try lockfiles(headMap, workspace.tree, changes))
    let isSameGraph = loaded.isSameWithProjects
    let base = try baseRevision(isSameGraph ? headMap : nil, changes)
    let configuration = try configurationSeeds(changes)
    var request = SelectionRequest(
      head: head, base: base,
      changes: changes,
      extraSeeds: try configuration.seeds.merging(ignoredSources, uniquingKeysWith: min)
        .merging(manifestSeeds(changes), uniquingKeysWith: min)
        .merging(movedSeeds(changes), uniquingKeysWith: min)
        .merging(seedsOfManifests(headMap, changes), uniquingKeysWith: min)
        .merging(seenSeeds(changes), uniquingKeysWith: min)
        .merging(listedSeeds(changes), uniquingKeysWith: min)
        .merging(named.map { ($0, Cause(.named)) }, uniquingKeysWith: min),
      everything: everything ? Cause(.all) : configuration.everything ?? unseenFlag,
      platforms: platforms, isSameGraph: isSameGraph)
    request.plainAttributes = plainAttributes(changes)
    return request
  }

  private func plainAttributes(_ changes: [FileChange]) -> Set<RelativePath> {
    guard let baseTree else { return [] }
    return Set(
      changes.map(\.path).filter { path in
        // An unreadable file may hold anything.
        guard let file = PartlyHarmlessFile(path), let old = try? baseTree.contents(of: path) ?? [],
          let new = try? workspace.tree.contents(of: path) ?? []
        else { return false }
        return file.decisive(in: old) == file.decisive(in: new)
      })
  }

  /// `sameMap` is the head's map if both revisions have the same graph.
  private func baseRevision(_ sameMap: ModuleMap?, _ changes: [FileChange]) throws(Failure) -> Revision? {
    guard let graph = baseGraph, let baseTree else { return nil }
    let map = sameMap ?? map(of: graph)
    return Revision(graph: graph, map: map, lockfiles: try lockfiles(map, baseTree, changes))
  }

  private func map(of graph: WorkspaceGraph) -> ModuleMap {
    workspace.map(of: graph, flagged: flags.inside)
  }

  private func lockfiles(
    _ map: ModuleMap, _ tree: SubTree, _ changes: [FileChange]
  ) throws(Failure) -> [RelativePath: Revision.LockfileState] {
    var lockfiles: [RelativePath: Revision.LockfileState] = [:]
    for change in changes
    where map.mayBeLockfile(change.path) && map.place(change.path).pathClass == .lockfile {
      let contents = try tree.contents(of: change.path)
      if let contents {
        lockfiles[change.path] = (try? Lockfile(parsing: contents)).map { .parsed($0) } ?? .unreadable
      }
    }
    return lockfiles
  }
}

extension SelectionRequestBuilder {
  /// Modules with ignored files. A list of files is the whole change that the user asks about, so it gets none.
  private var ignoredSources: [ModuleID: Cause] {
    baseTree == nil ? [:] : IgnoredSources(workspace)?.seeds(in: loaded.head) ?? [:]
  }

  /// A file that a flag names and Git does not track. It is no part of a list of files either.
  private var unseenFlag: Cause? {
    guard baseTree != nil, workspace.head.isWorkingTree else { return nil }
    return flags.unseen.min().map { Cause(.global, $0) }
  }
}

extension SelectionRequestBuilder {
  /// The test modules that were observed to read a changed file without declaring it, and modules whose builds read
  /// files outside of the repository.
  private func seenSeeds(_ changes: [FileChange]) throws(Failure) -> [ModuleID: Cause] {
    // Recorded passes decide about a file that Git does not see.
    var unseen =
      baseTree != nil && workspace.head.isWorkingTree
      ? UnseenByGit(workspace, tree: workspace.tree, besides: workspace.footprints.outputs) : nil
    var seeds: [ModuleID: Cause] = [:]
    for (module, footprint) in workspace.footprints.modules {
      var path = changes.first(where: footprint.tests.sees)?.path
      if path == nil { path = try unseen?.first(of: footprint.tests) }
      // Keys hold these files, so they decide what has to run.
      if path == nil, unseen != nil, let file = footprint.builds.outside.min() {
        path = RelativePath(file).seen(from: RelativePath(workspace.location.root))
      }
      seeds[module] = path.map { Cause(.input, $0) }
    }
    return seeds
  }

  /// The modules whose builds were observed to list a folder in which names came or went.
  private func listedSeeds(_ changes: [FileChange]) -> [ModuleID: Cause] {
    workspace.footprints.modules.compactMapValues { footprint in
      let listed = Footprint.Places(folders: footprint.builds.folders)
      return changes.first(where: listed.sees).map { Cause(.input, $0.path) }
    }
  }
}

// MARK: Manifests

extension SelectionRequestBuilder {
  /// Modules of packages whose manifest may see a change as it runs.
  private func seedsOfManifests(_ map: ModuleMap, _ changes: [FileChange]) -> [ModuleID: Cause] {
    guard !loaded.impure.isEmpty else { return [:] }
    var known: [RelativePath: [RelativePath]] = [:]
    let counted = changes.filter { map.place($0.path).pathClass != .ignored }
    let found = loaded.modulesOfManifests(naming: counted) { change in
      let parent = change.path.parent
      if known[parent] == nil { known[parent] = movedFolders(from: parent) }
      return known[parent] ?? []
    }
    return found.mapValues { Cause(.input, $0) }
  }

  /// Returns the folder and those above it that only one of the two revisions has.
  private func movedFolders(from folder: RelativePath) -> [RelativePath] {
    guard let baseTree else { return [] }
    let head = workspace.tree
    return folder.withAncestors.reversed().prefix { place in
      !place.isRoot && ((try? baseTree.kind(of: place)) == nil) != ((try? head.kind(of: place)) == nil)
    }
  }

  /// Modules that a manifest below their package changes, though they need nothing of that package.
  private func manifestSeeds(_ changes: [FileChange]) -> [ModuleID: Cause] {
    guard let base = loaded.base, !loaded.isSameGraph else { return [:] }
    // A deleted package has its manifest in the base alone.
    let manifests = changes.map(\.path).filter { path in
      PackageFile.isManifest(path.lastComponent)
        && [base, loaded.head].contains { $0.package(at: path.parent) != nil }
    }
    let traits = TraitSeeds.seeds(
      base: base, head: loaded.head, requested: workspace.traits, changed: manifests)
    let refused = RefusedPackages.seeds(base: base, head: loaded.head, changed: manifests)
    return traits.merging(refused, uniquingKeysWith: min)
  }

  /// Modules whose files SwiftPM finds in another folder than before.
  private func movedSeeds(_ changes: [FileChange]) -> [ModuleID: Cause] {
    guard let base = loaded.base, !loaded.isSameGraph else { return [:] }
    return MovedTargets.seeds(base: base, head: loaded.head, changes: changes)
  }
}

// MARK: Configuration

extension SelectionRequestBuilder {
  private func configurationSeeds(
    _ changes: [FileChange]
  ) throws(Failure) -> (everything: Cause?, seeds: [ModuleID: Cause]) {
    let file = workspace.location.configuration
    guard changes.contains(where: { $0.path == file }) else { return (nil, [:]) }
    let cause = Cause(.config, file)
    guard let baseTree else { return (cause, [:]) }
    guard var old = try? OpenWorkspace.readConfig(workspace.location, baseTree, required: false) else {
      // The base's configuration cannot be read, so the effect of this change is unknown.
      return (cause, [:])
    }
    if try selectsTheSamePackages(old, baseTree) {
      // Other patterns that select the same packages change nothing, for example in a first configuration.
      old.packages = workspace.config.packages
      old.exclude = workspace.config.exclude
    }
    let consequences = ConfigConsequences(from: old, to: workspace.config)
    guard consequences.everything.isEmpty else { return (cause, [:]) }
    var seeds: [ModuleID: Cause] = [:]
    for module in headGraph.listedModules {
      let isDecided =
        consequences.modules.contains { $0.matches(module.id) }
        || (module.kind.isTest && consequences.tests.contains { $0.matches(module.id) })
        || (module.kind.isTest
          && consequences.freed.contains { $0.mayMatch(module: ModuleNames.compiled(module.id.name)) })
      if isDecided { seeds[module.id] = cause }
    }
    return (nil, seeds)
  }
}

extension SelectionRequestBuilder {
  private func selectsTheSamePackages(_ old: WorkspaceConfig, _ baseTree: SubTree) throws(Failure) -> Bool {
    if old.packages == workspace.config.packages, old.exclude == workspace.config.exclude { return true }
    // Patterns also select packages inside of others. Without patterns those belong to nobody.
    let namesMore = old.packages.isEmpty != workspace.config.packages.isEmpty
    for tree in [workspace.tree, baseTree] {
      let found = try tree.files { $0.elementsEqual(PackageFile.manifest.utf8) }.map(\.parent)
      let all = Set(found)
      if namesMore, found.contains(where: { $0.withAncestors.dropLast().contains(where: all.contains) }) {
        return false
      }
      let before = PackageSelection(from: found, config: old)
      if before.folders != PackageSelection(from: found, config: workspace.config).folders { return false }
    }
    return true
  }
}

extension OpenWorkspace {
  /// Returns the modules by path. `flagged` has the paths that the flags of a run name.
  package func map(of graph: WorkspaceGraph, flagged: Set<RelativePath> = []) -> ModuleMap {
    ModuleMap(of: graph, config, at: location, flagged: flagged)
  }
}

extension ModuleMap {
  /// Makes the map by the rules of a configuration.
  package init(
    of graph: WorkspaceGraph, _ config: WorkspaceConfig, at location: WorkspaceLocation,
    flagged: Set<RelativePath> = []
  ) {
    self.init(graph: graph, rules: PathRules(config, location, graph, flagged: flagged))
  }
}

extension PathRules {
  fileprivate init(
    _ config: WorkspaceConfig, _ location: WorkspaceLocation, _ graph: WorkspaceGraph,
    flagged: Set<RelativePath>
  ) {
    let withInputs = config.modules.filter { !$0.settings.inputs.isEmpty }
    let inputs = withInputs.flatMap { entry in
      graph.modules.numbered.filter { entry.pattern.matches($1.id) }.flatMap { index, _ in
        entry.settings.inputs.map { ModuleInput(module: index, pattern: $0) }
      }
    }
    let lockfiles = config.lockfiles.map { entry in
      (
        entry.path,
        graph.packages.map(\.folder).filter { folder in
          entry.packages.contains { $0.matches(package: folder) }
        }
      )
    }
    self.init(
      ignored: config.inputs.ignore, harmless: config.inputs.harmless, global: config.inputs.global,
      unowned: config.inputs.unowned,
      moduleInputs: inputs, configuration: location.configuration,
      lockfiles: Dictionary(lockfiles, uniquingKeysWith: +))
    self.flagged = flagged
    ignoresCase = location.names.ignoresCase
  }
}
