import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session

/// Collects the data of `ambit metrics` for one revision or two.
struct MetricsPreparation {
  let session: Session
  let options: MetricsOptions

  private var workspace: OpenWorkspace { session.workspace }

  static func open(_ options: MetricsOptions, _ world: World, _ global: GlobalOptions) throws(Failure)
    -> Self
  {
    MetricsPreparation(
      session: try Session.open(
        world, global, options.selection, swiftArguments: options.swiftArguments), options: options)
  }

  func report() throws(Failure) -> MetricsReport {
    guard let revision = options.since else {
      let loaded = try session.wholeWorkspace(
        kinds: .packagesAndProjects, allowsEmpty: options.selection.allowsEmpty)
      let head = try head(loaded)
      let rows = head.groups(options.by).map { MetricsRow(name: $0.name, after: $0.measures) }
      return report(nil, head, rows, warnings(loaded, [head]))
    }
    let (base, baseTree, loaded) = try compared(with: revision)
    let head = try head(loaded)
    let old = try measured(
      loaded.withProjects.base ?? .empty, loaded.base ?? .empty, baseTree, workspace.config(in: baseTree),
      CommitID(base.commit), standIn: head)
    return report(
      base, head, .joined(before: old.groups(options.by), after: head.groups(options.by)),
      warnings(loaded, [head, old]),
      old.all)
  }
}

// MARK: Revisions

extension MetricsPreparation {
  private func compared(
    with revision: String
  ) throws(Failure) -> (ComparedRevisions.Base, any FileTree, WorkspaceLoader.Loaded) {
    var selection = options.selection
    var head: String?
    if case .revisions(_, let named, _) = selection.change { head = named }
    selection.change = .since(.revision(revision), head: head)
    let source = try ChangeSource.found(selection, in: workspace, session.world)
    guard let base = source.base, let tree = source.baseTree else {
      throw Failure(
        code: "no-base", message: "there is nothing to compare with; name another revision with --diff")
    }
    let loaded = try workspace.load(source, session.toolchain, session.world, ahead: session.ahead).loaded
    return (base, tree, loaded)
  }

  private func head(_ loaded: WorkspaceLoader.Loaded) throws(Failure) -> MeasuredRevision {
    if !options.selection.allowsEmpty {
      try EmptyByMistake.refusePatterns(loaded.warnings)
      try workspace.refuseEmpty(loaded, .packagesAndProjects)
    }
    return try measured(
      loaded.headWithProjects, loaded.head, workspace.head.tree, workspace.config, workspace.head.commit)
  }

  /// `packages` is the graph without targets of projects. `standIn` chooses the modules where this revision lacks names
  /// or tags.
  private func measured(
    _ graph: WorkspaceGraph, _ packages: WorkspaceGraph, _ tree: any FileTree, _ config: WorkspaceConfig,
    _ commit: CommitID?,
    standIn: MeasuredRevision? = nil
  ) throws(Failure) -> MeasuredRevision {
    let source = MetricsSource(session: session, graph: graph, tree: tree, config: config)
    let platforms = session.platforms(options.selection)
    let filter: ModuleFilter
    do throws(Failure) {
      filter = try ModuleFilter(
        options.selection, named: try session.named(options.selection, graph), graph: graph, config: config)
    } catch {
      guard let standIn else { throw error }
      filter = standIn.filter
    }
    var (facts, window, warnings) = try source.facts(upTo: commit, days: options.days)
    let coupling = Coupling(graph, platforms: platforms)
    if let coverage = try coverage(graph, packages, tree, config, isHead: standIn == nil) {
      for module in graph.modules.indices { facts[module].coverage = coverage.coverage(of: module, coupling) }
      warnings += standIn == nil ? coverage.warnings : []
    }
    let context = MetricsContext(graph: graph, coupling: coupling, facts: facts)
    return MeasuredRevision(context: context, filter: filter, window: window, warnings: warnings)
  }

  private func coverage(
    _ graph: WorkspaceGraph, _ packages: WorkspaceGraph, _ tree: any FileTree, _ config: WorkspaceConfig,
    isHead: Bool
  ) throws(Failure) -> RecordedCoverage? {
    if !options.coverageFiles.isEmpty {
      return try .read(options.coverageFiles, graph, workspace.location, session.world)
    }
    guard options.measuresCoverage else { return nil }
    guard isHead else { return try .then(graph, packages, tree, config, options.swiftArguments, session) }
    var head: String?
    if case .revisions(_, let named, _) = options.selection.change { head = named }
    return try .now(graph, session, head: head)
  }

  private func warnings(
    _ loaded: WorkspaceLoader.Loaded, _ revisions: [MeasuredRevision]
  ) -> [Warning] {
    let unknown = UnknownPackages.warnings(for: loaded.unknownPackages)
    return (loaded.warnings + unknown + revisions.flatMap(\.warnings)).uniqued()
  }
}

// MARK: Rows

extension MetricsPreparation {
  private func report(
    _ base: ComparedRevisions.Base?, _ head: MeasuredRevision, _ rows: [MetricsRow], _ warnings: [Warning],
    _ before: Measures? = nil
  ) -> MetricsReport {
    MetricsReport(
      revisions: ComparedRevisions(
        base: base, head: .init(ref: workspace.head.ref, commit: workspace.head.commit?.description)),
      by: options.by, rows: rows.sorted(by: options.order),
      total: MetricsRow(name: MetricsRow.total, before: before, after: head.all),
      window: head.window, warnings: warnings)
  }
}

struct MeasuredRevision {
  let context: MetricsContext
  let filter: ModuleFilter
  let window: RecentCommits?
  let warnings: [Warning]

  private var kept: [ModuleIndex] {
    context.graph.modules.numbered.filter { $1.kind != .unknown && filter.keeps($1.id) }.map(\.0)
  }

  var all: Measures { context.measures(of: kept) }

  func groups(_ by: MetricsGrouping) -> [(name: String, measures: Measures)] {
    by.groups(of: kept, in: context).map { ($0.name, context.measures(of: $0.modules)) }
  }
}

/// A module or a group of modules, in one revision or in two.
struct MetricsRow: Sendable, Hashable {
  let name: String
  /// The old values; nil when the row is new, or nothing is compared.
  var before: Measures?
  /// The new values; nil when the row is gone.
  let after: Measures?

  /// Returns the increase; nil when either value is not known.
  func difference(_ measure: Measure) -> Double? {
    guard let before = before.flatMap({ measure.value(in: $0) }),
      let after = after.flatMap({ measure.value(in: $0) })
    else { return nil }
    return after - before
  }

  /// True when any value changed.
  var differs: Bool { before != after }

  func value(_ measure: Measure) -> Double? {
    (after ?? before).flatMap { measure.value(in: $0) }
  }
}

extension [MetricsRow] {
  /// Returns the groups of both revisions side by side, by name.
  static func joined(
    before: [(name: String, measures: Measures)], after: [(name: String, measures: Measures)]
  ) -> [MetricsRow] {
    let old = Dictionary(before.map { ($0.name, $0.measures) }) { first, _ in first }
    let new = Dictionary(after.map { ($0.name, $0.measures) }) { first, _ in first }
    return Set(old.keys).union(new.keys).sorted().map {
      MetricsRow(name: $0, before: old[$0], after: new[$0])
    }
  }

  /// Returns the rows with the largest value first and those without a value last. Equal rows are sorted by name.
  func sorted(by measure: Measure?) -> [MetricsRow] {
    guard let measure else { return sorted { $0.name < $1.name } }
    return map { ($0, $0.value(measure) ?? -.infinity) }
      .sorted { ($1.1, $0.0.name) < ($0.1, $1.0.name) }.map(\.0)
  }
}

/// The grouping of modules in the rows of the table.
enum MetricsGrouping: String, Sendable, Hashable, CaseIterable {
  case module, package, layer, team

  /// The group of modules without a layer or an owner.
  static let nobody = "(none)"

  /// Returns the groups of these modules by name. A module with two layers or teams is in both groups.
  func groups(
    of modules: [ModuleIndex], in context: MetricsContext
  ) -> [(name: String, modules: [ModuleIndex])] {
    var groups: [String: [ModuleIndex]] = [:]
    for module in modules {
      for name in names(of: module, in: context) { groups[name, default: []].append(module) }
    }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func names(of module: ModuleIndex, in context: MetricsContext) -> [String] {
    let node = context.graph.modules[module]
    let names =
      switch self {
      case .module: [node.id.description]
      case .package: ["//\(node.id.package)"]
      case .layer: context.facts[module].layers
      case .team: context.facts[module].teams
      }
    return names.isEmpty ? [Self.nobody] : names
  }
}
