package import Arguments
package import Base
import GitBridge
package import Graph
package import Reports
import Runner
import SwiftSources
import Xcode

/// Leads from options to the modules that a change affects. It joins the stages and decides nothing itself.
extension Session {
  /// The result of a selection, with the data that later stages need.
  package struct Selected {
    package let report: AffectedReport
    /// The graph of the head. It has Xcode's projects if `kinds` includes them.
    package let graph: WorkspaceGraph
    /// nil when there is no base.
    package let baseGraph: WorkspaceGraph?
    package let config: WorkspaceConfig
    package let owners: KnownOwners
    package let unknownPackages: [UnknownPackage]
    /// The modules of `graph` by path.
    let map: ModuleMap
    /// nil where nothing is named.
    package let named: NamedModules?
    package let loaded: WorkspaceLoader.Loaded
    /// Affected targets of projects that `kinds` leaves out.
    package let inProjects: [Selection.Module]
    /// The graph with Xcode's projects, whatever `kinds` is.
    package let graphWithProjects: WorkspaceGraph
    let quarantineBase: Quarantine.Base
    /// The targets of projects that are built for macOS alone.
    package var macBundles: Set<ModuleID> {
      Set(loaded.projects.graph.modules.lazy.filter(\.isForMacOS).map(\.id))
    }

    package func owners(of module: ModuleNode) -> ResolvedOwners {
      owners.resolver.owners(of: module)
    }
  }

  /// All inputs of a selection.
  package struct SelectionContext {
    package let request: SelectionRequest
    package let source: ChangeSource
    let changes: [FileChange]
    package let loaded: WorkspaceLoader.Loaded
    let flags: RunFlags.Places
    /// nil where nothing is named.
    let named: NamedModules?
    /// True when the named modules are selected whatever has changed.
    let isByName: Bool
    let kinds: Kinds

    /// The graph of the head that the command is about.
    package var graph: WorkspaceGraph { kinds == .packages ? loaded.head : request.head.graph }
  }

  /// The modules that a command is about.
  package enum Kinds: Sendable {
    /// Modules of packages only, as SwiftPM builds them.
    case packages
    /// Modules of packages, and targets of Xcode's projects.
    case packagesAndProjects
  }

  /// `only` limits the modules that may be selected; nil means any.
  package func select(
    _ options: SelectionOptions, kinds: Kinds = .packages, only: Set<ModuleID>? = nil,
    lostPackages: EmptyByMistake.LostPackages = .refused
  ) throws(Failure) -> Selected {
    let context = try selectionContext(options, kinds: kinds, lostPackages: lostPackages)
    let whole = Selection(context.request)
    let kept = try filtered(whole, options, only, context)
    let selection = kept.filtered(depth: .unlimited) { context.graph.index(of: $0) != nil }
    return try outcome(selection, kept, context, options.modules.map(\.description))
  }

  package func selectionContext(
    _ options: SelectionOptions, kinds: Kinds = .packages,
    lostPackages: EmptyByMistake.LostPackages = .refused
  ) throws(Failure) -> SelectionContext {
    var options = options
    options.all = options.all || world.environment["AMBIT_ALL"] == "1"
    let everything = options.all
    let isByName = options.namesSelect
    world.progressLine.begin("Finding the change")
    var source: ChangeSource
    let loaded: WorkspaceLoader.Loaded
    if everything || isByName {
      source = .nothing()
      loaded = try wholeWorkspace(allowsEmpty: true).withoutBase
    } else {
      source = try ChangeSource.find(options, in: workspace, world)
      loaded = try workspace.load(source, toolchain, world, ahead: ahead, shelf: shelf, needsBase: false)
        .loaded
    }
    if let problem = loaded.baseProblem {
      source = .nothing(fallback: ChangeSource.fallback(for: problem))
    }
    let baseTree = source.baseTree.map { SubTree(of: $0, at: workspace.location.folderInRepository) }
    let graphs = loaded.withProjects
    let spoken = kinds == .packages ? loaded.head : graphs.head
    if !options.allowsEmpty {
      try EmptyByMistake.refusePatterns(loaded.warnings)
      try workspace.refuseEmpty(loaded, options.takesBundles ? .packagesAndProjects : kinds)
    }
    world.progressLine.begin("Selecting")
    let flags = try flagPlaces(loaded.head)
    let folder = workspace.location.folderInRepository
    var changes = source.changes.map { $0.seen(from: folder) }
    if changes.contains(where: \.path.escapesRoot) {
      let outside = foldersOutside([graphs.head, graphs.base].compactMap(\.self))
        .union(flags.inside.filter(\.escapesRoot)).union(workspace.footprints.placesBeside)
      changes = changes.filter { change in
        guard change.path.escapesRoot, !Self.isAttributesAbove(change.path) else { return true }
        // Paths of projects are in lower case.
        let key = CaselessPaths.key(of: change.path)
        return outside.contains { change.path.isInside($0) || key.isInside($0) }
      }
    }
    if !options.allowsEmpty, lostPackages == .refused {
      try refuseLostPackages(changes, baseTree, graphs.head)
    }
    let named = try named(options, options.takesBundles ? graphs.head : spoken, beside: loaded.projects)
    let request = try SelectionRequestBuilder(
      workspace: workspace, loaded: loaded, headGraph: graphs.head, baseGraph: graphs.base,
      baseTree: baseTree, platforms: platforms(options), flags: flags,
      named: isByName ? named?.modules ?? [] : []
    ).request(changes: changes, everything: everything || source.fallback != nil)
    return SelectionContext(
      request: request, source: source, changes: changes, loaded: loaded, flags: flags, named: named,
      isByName: isByName, kinds: kinds)
  }
}

// MARK: Steps

extension Session {
  /// Folders outside the workspace that packages lie in or read. Other folders outside do not count.
  private func foldersOutside(_ graphs: [WorkspaceGraph]) -> Set<RelativePath> {
    Set(
      graphs.flatMap { graph in
        graph.packages.map(\.folder).filter(\.escapesRoot)
          + graph.modules.indices.flatMap { graph.placesOutside($0) }
      })
  }

  /// True for the attributes of a folder above the workspace. They hold for the workspace's files too.
  private static func isAttributesAbove(_ path: RelativePath) -> Bool {
    path.lastComponent.elementsEqual(AttributesFile.fileName.utf8)
      && path.parent.components.allSatisfy { $0.elementsEqual("..".utf8) }
  }

  /// The platforms whose conditional dependencies count. nil means all.
  package func platforms(_ options: SelectionOptions) -> Set<String>? {
    if let platform = options.platform { return [platform.lowercased()] }
    return workspace.config.platforms.isEmpty ? nil : Set(workspace.config.platforms)
  }

  private func filtered(
    _ selection: Selection, _ options: SelectionOptions, _ only: Set<ModuleID>?, _ context: SelectionContext
  ) throws(Failure) -> Selection {
    let filter = try ModuleFilter(
      options, named: context.named, graph: context.graph, config: workspace.config)
    let depth = options.depth.map { Selection.Depth.atMost($0) } ?? .unlimited
    let isOfInterest = { (id: ModuleID) in
      context.kinds == .packagesAndProjects || context.loaded.base?.index(of: id) != nil
    }
    return selection.filtered(depth: depth) { id in
      filter.keeps(id) && only?.contains(id) ?? true
    }.filtered(deleted: { filter.keeps($0) && isOfInterest($0) })
  }

  private func outcome(
    _ selection: Selection, _ whole: Selection, _ context: SelectionContext, _ wanted: [String]
  ) throws(Failure) -> Selected {
    let (source, loaded, graph) = (context.source, context.loaded, context.graph)
    let owners = workspace.knownOwners()
    let fallbacks = [
      source.fallback, UnknownPackages.fallback(for: loaded.unknownPackages, in: workspace.tree),
      UnreadProjects.fallback(for: loaded.projects.unread),
      AbsentSubmodules.fallback(for: selection.changes, in: workspace.tree),
    ].compactMap(\.self)
    // Unknown packages have warnings of their own.
    let toldAsFallback = [AbsentSubmodules.code, UnreadProjects.code]
    var warnings = fallbacks.dropFirst().filter { toldAsFallback.contains($0.code) } + source.warnings
    warnings += loaded.warnings + UnknownPackages.warnings(for: loaded.unknownPackages)
    warnings += UnknownPackages.warnings(forBase: loaded) + cycleWarnings(loaded.head)
    warnings += workspace.missingLockfiles + workspace.innerWorktrees
    warnings += [owners.problemWarning].compactMap(\.self)
    var report = AffectedReport(
      revisions: ComparedRevisions(
        base: source.base,
        head: .init(ref: workspace.head.ref, commit: workspace.head.commit?.description)),
      selection: selection,
      fallback: fallbacks.first,
      owners: Dictionary(
        uniqueKeysWithValues: selection.modules.compactMap { module in
          graph.index(of: module.id).map { (module.id, owners.resolver.owners(of: graph.modules[$0]).owners) }
        }),
      tags: Dictionary(
        uniqueKeysWithValues: selection.modules.map { ($0.id, workspace.config.tags(of: $0.id)) }),
      warnings: warnings,
      moduleCount: graph.listedModules.reduce(0) { count, _ in count + 1 }, wanted: wanted,
      isByName: context.isByName)
    report.remarks = loaded.projects.graph.warnings.filter { !warnings.contains($0) }
    return Selected(
      report: report, graph: graph,
      baseGraph: context.kinds == .packages ? loaded.base : context.request.base?.graph,
      config: workspace.config, owners: owners, unknownPackages: loaded.unknownPackages,
      map: map(of: context), named: context.named, loaded: loaded,
      inProjects: whole.modules.filter { graph.index(of: $0.id) == nil },
      graphWithProjects: context.request.head.graph,
      quarantineBase: quarantineBase(source, context.changes))
  }

  /// The map of the selection has targets of projects, which runs leave out.
  private func map(of context: SelectionContext) -> ModuleMap {
    context.kinds == .packages && !context.loaded.projects.isEmpty
      ? workspace.map(of: context.graph, flagged: context.flags.inside) : context.request.head.map
  }

  private func flagPlaces(_ graph: WorkspaceGraph) throws(Failure) -> RunFlags.Places {
    let arguments = settings.allArguments
    return try RunFlags(arguments: arguments, location: workspace.location, tree: workspace.tree).places(
      in: graph)
  }

  /// One warning for all cycles. It names the first cycle; `ambit lint` lists all of them.
  private func cycleWarnings(_ graph: WorkspaceGraph) -> [Warning] {
    Self.warning(for: CycleFinder.cycles(in: graph)).map { [$0] } ?? []
  }

  package static func warning(for cycles: [[ModuleID]]) -> Warning? {
    guard let first = cycles.first else { return nil }
    let others = cycles.count > 1 ? ", and \(Wording.count(cycles.count - 1, "more cycle"))" : ""
    return Warning(
      code: cycleCode, message: sentence(for: first) + others,
      hints: ["SwiftPM builds no cycle: remove one of these dependencies; `ambit lint` names the lines"])
  }

  package static let cycleCode = "dependency-cycle"

  package static func sentence(for cycle: [ModuleID]) -> String {
    "modules depend on each other in a cycle: \(cycle.map(\.description).joined(separator: " -> "))"
  }
}

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
        .merging(manifestSeeds(headMap, changes), uniquingKeysWith: min)
        .merging(
          loaded.modulesOfManifests(naming: changes.filter { headMap.place($0.path).pathClass != .ignored })
            .mapValues { Cause(.input, $0) }, uniquingKeysWith: min
        )
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
  /// The test modules that were observed to read a changed file without declaring it.
  private func seenSeeds(_ changes: [FileChange]) throws(Failure) -> [ModuleID: Cause] {
    // Recorded passes decide about a file that Git does not see.
    var unseen =
      baseTree != nil && workspace.head.isWorkingTree
      ? UnseenByGit(workspace, tree: workspace.tree, besides: workspace.footprints.outputs) : nil
    var seeds: [ModuleID: Cause] = [:]
    for (module, footprint) in workspace.footprints.modules {
      var path = changes.first(where: footprint.tests.sees)?.path
      if path == nil { path = try unseen?.first(of: footprint.tests) }
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

// MARK: Manifests of other packages

extension SelectionRequestBuilder {
  /// Modules that a manifest below their package changes, though they need nothing of that package.
  private func manifestSeeds(_ map: ModuleMap, _ changes: [FileChange]) -> [ModuleID: Cause] {
    guard let base = loaded.base, !loaded.isSameGraph else { return [:] }
    let manifests = changes.map(\.path).filter { map.place($0).pathClass == .manifest }
    let traits = TraitSeeds.seeds(
      base: base, head: loaded.head, requested: workspace.traits, changed: manifests)
    let refused = RefusedPackages.seeds(base: base, head: loaded.head, changed: manifests)
    return traits.merging(refused, uniquingKeysWith: min)
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
