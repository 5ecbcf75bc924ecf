package import Arguments
package import Base
import GitBridge
package import Graph
package import Reports
import Runner
package import SwiftSources
import Xcode

/// A workspace that is open for one command, with the toolchain and all settings. Nothing of it changes: each thing is
/// read once, and `refreshed()` is the only way to look at the files again.
package struct Session {
  package let world: World
  package let global: GlobalOptions
  package private(set) var workspace: OpenWorkspace
  package let toolchain: Toolchain
  package let settings: BuildSettings
  /// The modules that `--modules` lists, or nil.
  package let listed: ModuleList?
  package var ahead: ManifestsAhead?
  /// Graphs that this process already has, for commands that look at many commits.
  var shelf: GraphShelf?

  package static func open(
    _ world: World, _ global: GlobalOptions, _ options: SelectionOptions,
    swiftArguments: SwiftArguments = SwiftArguments()
  ) throws(Failure) -> Session {
    var head: String?
    if case .revisions(_, let revision, _) = options.change { head = revision }
    let listed = try ModuleList.read(options.moduleList, allowsEmpty: options.allowsEmpty, world)
    world.progressLine.begin("Reading the repository")
    let ahead = world.manifestsAhead(global)
    let workspace = try OpenWorkspace.open(world, global, headRevision: head, swiftArguments: swiftArguments)
    let toolchain = try world.locateToolchain(for: workspace.location.root)
    return Session(
      world: world, global: global, workspace: workspace, toolchain: toolchain,
      settings: try BuildSettings(workspace.config, swiftArguments, toolchain: toolchain), listed: listed,
      ahead: ahead)
  }

  /// The same questions with more that is known of the modules.
  package func knowing(_ footprints: Footprints) -> Session {
    var session = self
    session.workspace = workspace.knowing(footprints)
    return session
  }

  /// The same questions to the files as they are now.
  func refreshed() throws(Failure) -> Session { on(try workspace.refreshed(world)) }

  /// The same questions to a workspace in another state.
  package func on(_ workspace: OpenWorkspace) -> Session {
    Session(
      world: world, global: global, workspace: workspace, toolchain: toolchain, settings: settings,
      listed: listed)
  }

  /// Returns a session for other questions than those of the command line, with other build settings.
  package func unlisted(
    on workspace: OpenWorkspace, _ settings: BuildSettings, shelf: GraphShelf? = nil
  ) -> Session {
    Session(
      world: world, global: global, workspace: workspace, toolchain: toolchain, settings: settings,
      listed: nil,
      shelf: shelf)
  }
}

extension Session {
  /// Loads the workspace at the head, whatever changed in it. With `allowsEmpty` it may have no module.
  package func wholeWorkspace(
    kinds: Kinds = .packages, allowsEmpty: Bool = false
  ) throws(Failure) -> WorkspaceLoader.Loaded {
    let loaded = try workspace.load(
      try lastCommit(), toolchain, world, ahead: ahead, shelf: shelf, needsBase: false
    ).loaded
    if !allowsEmpty { try workspace.refuseEmpty(loaded, kinds) }
    return loaded
  }

  /// Compares with the last commit: its graph is remembered, and mostly equals that of the working tree.
  private func lastCommit() throws(Failure) -> ChangeSource {
    guard workspace.head.isWorkingTree, workspace.head.commit != nil else { return .nothing() }
    var selection = SelectionOptions()
    selection.change = .revisions(base: "HEAD", head: nil, fromMergeBase: false)
    do throws(Failure) {
      return try ChangeSource.find(selection, in: workspace, world)
    } catch  where !error.isStop {
      // Only time is lost without a commit that can be read.
      return .nothing()
    }
  }
}

extension Session {
  /// Returns a session with all packages that either the base or the head counts to the workspace.
  /// Returns nil when the head alone gives the same.
  /// Otherwise a change could take a package out of the workspace and then break its rules.
  package func widened(for report: AffectedReport) throws(Failure) -> Session? {
    guard let base = report.revisions.base else { return nil }
    // Commands that need the base's rules report their own error.
    guard let tree = try? workspace.tree(of: base.commit), let config = try? workspace.config(in: tree) else {
      return nil
    }
    let wider = workspace.config.admitting(config)
    guard wider != workspace.config else { return nil }
    return on(workspace.configured(by: wider))
  }
}

extension WorkspaceConfig {
  /// Returns the configuration with the packages and projects of both.
  fileprivate func admitting(_ other: WorkspaceConfig) -> WorkspaceConfig {
    var result = self
    // An empty list means all packages.
    let isAll = packages.isEmpty || other.packages.isEmpty
    result.packages = isAll ? [] : packages + other.packages.filter { !packages.contains($0) }
    result.exclude = exclude.filter(other.exclude.contains)
    result.xcode = xcode.admitting(other.xcode)
    return result
  }
}

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
        guard change.path.escapesRoot, !SpreadingFile.concerns(graphs.head, and: outside, from: change.path)
        else { return true }
        // Letters of either case are equal in the paths of projects.
        let key = CaselessPaths.key(of: change.path)
        return outside.contains { change.path.isInside($0) || key.isInside(CaselessPaths.key(of: $0)) }
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
    // The base's rules count, as for `ambit owners`, which warns when they cannot be read.
    let resolver = source.base.flatMap { try? workspace.ownerResolver(of: $0).resolver } ?? owners.resolver
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
          graph.index(of: module.id).map { (module.id, resolver.owners(of: graph.modules[$0]).owners) }
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
