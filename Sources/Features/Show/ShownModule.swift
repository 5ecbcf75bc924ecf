import Arguments
import Base
import Graph
import Reports
import Runner
import Session

struct ShownModule: Sendable {
  let id: ModuleID
  let kind: ModuleKind
  /// The module's folder; nil for a module without files.
  let folder: String?
  let owners: [ShownOwner]
  let ownersBy: ResolvedOwners.Source
  let tags: [String]
  let layers: [String]
  let needs: ShownNeighbours
  let neededBy: ShownNeighbours
  /// Packages outside of the workspace whose products the module uses.
  let external: [String]
  /// The test modules that reach the module, except the module itself.
  let tests: [ModuleID]
  let demands: [RuleDemand]
  let findings: [LintFinding]
  let kept: ShownResults?
  let history: ShownHistory?
}

/// The dependencies or the dependents of a module.
struct ShownNeighbours: Sendable, Hashable {
  struct Module: Sendable, Hashable {
    let id: ModuleID
    let edge: ModuleEdge.Kind
    let layers: [String]
    let owners: [String]
  }

  let direct: [Module]
  /// The number of direct and indirect neighbours.
  let total: Int
}

/// The stored result of a module under its current key.
struct ShownResults: Sendable, Hashable {
  enum State: String, Sendable, Hashable {
    /// Its tests passed.
    case passed
    /// The module was built, and it has no tests.
    case built
    case nothing
  }

  let key: String
  let state: State
  /// The reason why results of the module are never stored; nil where there is none.
  let obstacle: String?
}

/// The past results of a module.
struct ShownHistory: Sendable {
  let expectedSeconds: Double?
  /// The results, the newest first.
  let story: [RecordedModule]
  /// The cases, the slowest first.
  let cases: [CaseDuration]
  let flaky: FlakyModule?
}

extension ShowContext {
  func module(_ index: ModuleIndex, kept: ShownResults?, history: ShownHistory?) -> ShownModule {
    let module = graph.modules[index]
    let reaching = dependents.reach(from: [index]).nodes.filter { $0 != index && isListed($0) }
    let closure = graph.modules(neededBy: [index]) { $0.counts(on: platforms) }.nodes
    return ShownModule(
      id: module.id, kind: module.kind, folder: module.layout.folder?.description,
      owners: owners[index].owners.map(owner), ownersBy: owners[index].source, tags: tags[index].sorted(),
      layers: layers(of: index),
      needs: ShownNeighbours(
        direct: needed(by: index).map { neighbour($0.target, by: $0.kind) },
        total: closure.count { $0 != index && isListed($0) }),
      neededBy: ShownNeighbours(
        direct: users(of: index).map { other in
          let edge = graph.modules[other].edges.first { $0.target == index }
          return neighbour(other, by: edge?.kind ?? .dependency)
        },
        total: reaching.count),
      external: module.externalPackages,
      tests: reaching.filter { graph.modules[$0].kind.isTest }.map { graph.modules[$0].id }.sorted(),
      demands: RuleDemands.of(module.id, tags: tags[index], config.rules),
      findings: findings.filter { $0.module == module.id },
      kept: kept, history: history)
  }

  private func neighbour(_ module: ModuleIndex, by edge: ModuleEdge.Kind) -> ShownNeighbours.Module {
    ShownNeighbours.Module(
      id: graph.modules[module].id, edge: edge, layers: layers(of: module), owners: owners[module].owners)
  }
}

/// Collects the data of `ambit show`.
struct ShowPreparation {
  let session: Session
  let outcome: Session.Selected
  let context: ShowContext

  /// Loads the workspace at the head. The change since the last commit is cheap to find, and its graph is remembered.
  init(_ options: ShowOptions, _ world: World, _ global: GlobalOptions) throws(Failure) {
    var selection = SelectionOptions()
    selection.change = .revisions(base: nil, head: options.head, fromMergeBase: true)
    selection.platform = options.platform
    selection.allowsEmpty = true
    session = try Session.open(world, global, selection)
    let hasCommits = session.workspace.head.commit != nil
    selection.all = !hasCommits
    selection.change = .revisions(base: options.head ?? "HEAD", head: options.head, fromMergeBase: false)
    outcome = try session.select(selection, kinds: .packagesAndProjects, lostPackages: .seen)
    try session.workspace.refuseEmpty(outcome.graph)
    // Checking rules takes longest, and the list of teams does not need it.
    let findings = options.subject == .teams ? [] : try Self.findings(outcome, session)
    context = ShowContext(
      outcome.graph, outcome.config, platforms: session.platforms(selection), findings: findings,
      owners: outcome.owners(of:))
  }

  /// The findings for the whole workspace, as in `ambit lint`.
  private static func findings(
    _ outcome: Session.Selected, _ session: Session
  ) throws(Failure) -> [LintFinding] {
    let subject = LintPreparation.Subject(
      graph: outcome.graph, packages: outcome.loaded.head,
      unknownPackages: LintPreparation.unknown(outcome.loaded),
      owners: outcome.owners.resolver, baseOwners: nil, change: nil, warnings: [])
    let facts = try LintPreparation(session: session).facts(subject)
    return try LintRules(session: session)
      .findings(in: subject, facts).findings
  }

  var warnings: [Warning] { outcome.report.warnings + outcome.owners.warnings }
}

// MARK: One module

extension ShowPreparation {
  func module(_ index: ModuleIndex) throws(Failure) -> ShownModule {
    let module = context.graph.modules[index]
    return context.module(index, kept: try kept(module), history: history(of: module.id))
  }

  /// The records of this machine. Other machines are not asked.
  private func kept(_ module: ModuleNode) throws(Failure) -> ShownResults? {
    let place = try RevisionRun.place(for: .init(outcome, [module.id]), in: session)
    let preparation = RunPreparation(asking: outcome, place.session)
    guard let kept = try RunResults.kept(of: module.id, preparation, place), let key = kept.key else {
      return nil
    }
    let state: ShownResults.State =
      module.kind == .test ? (kept.gate == nil ? .nothing : .passed) : kept.isBuilt ? .built : .nothing
    return ShownResults(key: key.text, state: state, obstacle: key.obstacle?.message)
  }

  /// The number of results and slow cases to show.
  private static let listed = 5
  /// A faster case is not worth showing.
  private static let noticed = 0.001

  private func history(of module: ModuleID) -> ShownHistory? {
    guard let history = History.of(session.workspace.location, session.world) else { return nil }
    // Without a history nothing is shown. `ambit history` reports its problems.
    return try? ShownHistory(
      expectedSeconds: history.expectedSeconds()[module], story: history.story(of: module, last: Self.listed),
      cases: Array(
        history.caseDurations().filter { $0.module == module && $0.seconds >= Self.noticed }.prefix(
          Self.listed)),
      flaky: history.flakyModules().first { $0.id == module })
  }
}

/// The facts of a whole workspace, which each shown module, package or team needs.
struct ShowContext: Sendable {
  let graph: WorkspaceGraph
  let config: WorkspaceConfig
  /// The platforms that conditional edges must hold on; nil lets all edges count.
  let platforms: Set<String>?
  let owners: Indexed<ModuleIndex, ResolvedOwners>
  let tags: ModuleTags
  let dependents: Dependents
  /// All broken rules of the workspace.
  let findings: [LintFinding]

  init(
    _ graph: WorkspaceGraph, _ config: WorkspaceConfig, platforms: Set<String>?, findings: [LintFinding],
    owners: (ModuleNode) -> ResolvedOwners
  ) {
    self.graph = graph
    self.config = config
    self.platforms = platforms
    self.findings = findings
    self.owners = graph.modules.mapped { $0.kind == .unknown ? .nobody : owners($0) }
    tags = ModuleTags(graph, config)
    dependents = Dependents(graph) { $0.counts(on: platforms) }
  }

  /// The modules that people may see: all but stand-ins for packages that cannot be evaluated.
  var listed: [ModuleIndex] { graph.modules.indices.filter { graph.modules[$0].kind != .unknown } }

  func needed(by module: ModuleIndex) -> [ModuleEdge] {
    graph.modules[module].edges.filter { $0.counts(on: platforms) && isListed($0.target) }
  }

  func users(of module: ModuleIndex) -> [ModuleIndex] { dependents[module].filter(isListed) }

  func isListed(_ module: ModuleIndex) -> Bool { graph.modules[module].kind != .unknown }

  /// The names of the module's layers.
  func layers(of module: ModuleIndex) -> [String] {
    config.rules.layers.filter { tags[module].contains($0.tag) }.map(\.name)
  }

  func owner(_ id: String) -> ShownOwner {
    ShownOwner(id: id, name: config.teams[id]?.name, contact: config.teams[id]?.contact)
  }
}

/// The owner of a module or package.
struct ShownOwner: Sendable, Hashable {
  /// A team's id, or an owner of CODEOWNERS that belongs to no team.
  let id: String
  let name: String?
  let contact: String?
}

extension LintFinding {
  var place: String { line.map { "\(file):\($0)" } ?? "\(file)" }
}
