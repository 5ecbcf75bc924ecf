import Arguments
import Base
import Graph
import Reports
import Session
import SwiftSources

/// Collects the data that rules are checked against.
struct LintPreparation {
  let session: Session
  var options = LintOptions()
  /// True when findings may stop a change, as in CI.
  var isGate = false

  /// The workspace at the head.
  struct Subject {
    let graph: WorkspaceGraph
    /// The graph without targets of projects, for rules about packages.
    let packages: WorkspaceGraph
    /// Packages and projects that cannot be evaluated.
    let unknownPackages: [UnknownPackage]
    let owners: OwnerResolver
    /// The owners before the change. nil where there is no base.
    let baseOwners: OwnerResolver?
    /// Set where only the modules of a change count.
    let change: LintChange?
    let warnings: [Warning]

    /// Owners of the base and of the head must both name somebody, as with rules.
    func ownership(of module: ModuleNode) -> ModuleOwnership {
      if owners.owners(of: module).isUnowned { return .unowned }
      return baseOwners?.owners(of: module).isUnowned == true ? .claimedByChange : .owned
    }
  }

  func subject() throws(Failure) -> Subject {
    options.onlyChanged ? try changed() : try whole()
  }

  func facts(_ subject: Subject) throws(Failure) -> WorkspaceFacts {
    session.world.progressLine.begin("Reading imports")
    let tree = session.workspace.tree
    var scan = ImportScan(cacheFolder: session.world.cacheFolder, jobs: session.world.processors)
    let imported = try scan.names(importedBy: subject.graph, in: tree)
    scan.save()
    return try WorkspaceFacts(
      graph: subject.graph, imported: imported, tree: tree, partlySeen: partlySeen(subject.graph))
  }

  /// Modules with sources that Git ignores. The search walks over the disk, so it only runs where it matters.
  private func partlySeen(_ graph: WorkspaceGraph) -> Set<ModuleID> {
    guard options.onlyChanged || session.workspace.config.rules.imports.unused != .off else { return [] }
    return Set((IgnoredSources(session.workspace)?.seeds(in: graph) ?? [:]).keys)
  }
}

// MARK: Subjects

extension LintPreparation {
  private func changed() throws(Failure) -> Subject {
    let outcome = try session.select(options.selection, kinds: .packagesAndProjects, lostPackages: .seen)
    if isGate { try OwnerRules.requireBase(of: outcome.report) }
    if let wider = try session.widened(for: outcome.report) {
      return try LintPreparation(session: wider, options: options, isGate: isGate).changed()
    }
    // The base's own commit counts, as for owners. The commit where an old branch began may have outdated rules.
    let base = outcome.report.revisions.base
    let tree = try base.map { base throws(Failure) in try session.workspace.tree(of: base.commit) }
    var rules: OwnerRules?
    if asksForOwners {
      try outcome.owners.refuseProblem()
      rules = try OwnerRules.find(for: outcome.report, in: session.workspace, isGate: false)
    }
    let warnings = outcome.report.warnings.filter { !Self.isFinding($0) } + outcome.owners.warnings
    return Subject(
      graph: outcome.graph, packages: outcome.loaded.head, unknownPackages: Self.unknown(outcome.loaded),
      owners: outcome.owners.resolver,
      baseOwners: rules.flatMap { $0.origin.isBase ? $0.resolver : nil },
      change: LintChange(outcome.report, baseTree: tree, baseGraph: outcome.loaded.base),
      warnings: (outcome.report.fallback.map { [$0] } ?? []) + warnings)
  }

  private func whole() throws(Failure) -> Subject {
    let loaded = try session.wholeWorkspace(
      kinds: .packagesAndProjects, allowsEmpty: options.selection.allowsEmpty)
    if isGate, !options.selection.allowsEmpty { try EmptyByMistake.refusePatterns(loaded.warnings) }
    let owners = session.workspace.knownOwners()
    if asksForOwners { try owners.refuseProblem() }
    return Subject(
      graph: loaded.headWithProjects, packages: loaded.head, unknownPackages: Self.unknown(loaded),
      owners: owners.resolver, baseOwners: nil, change: nil,
      warnings: loaded.warnings + owners.warnings + [owners.problemWarning].compactMap(\.self))
  }

  static func unknown(_ loaded: WorkspaceLoader.Loaded) -> [UnknownPackage] {
    loaded.unknownPackages + loaded.projects.unread
  }

  /// True when a rule is about owners.
  private var asksForOwners: Bool { session.workspace.config.rules.requireOwner }

  /// Returns true for a warning that is also reported as a finding.
  private static func isFinding(_ warning: Warning) -> Bool {
    warning.code == Session.cycleCode || warning.code == UnknownPackages.code
  }
}

/// The change to which findings are limited.
struct LintChange {
  let revisions: ComparedRevisions
  /// All files of the repository at the base. nil when there is no base.
  let baseTree: (any FileTree)?
  /// The changed modules. nil means all, since the change is unknown.
  private let modules: Set<ModuleID>?
  private let packages: Set<RelativePath>
  /// The packages before the change. nil when there is no base.
  let baseGraph: WorkspaceGraph?
  /// All modules that the change affects.
  let reached: Set<ModuleID>

  init(_ report: AffectedReport, baseTree: (any FileTree)?, baseGraph: WorkspaceGraph?) {
    revisions = report.revisions
    self.baseTree = baseTree
    self.baseGraph = baseGraph
    reached = Set(report.selection.modules.map(\.id))
    let direct = report.selection.modules.filter(\.isDirect).map(\.id)
    modules = report.selection.scope == .all ? nil : Set(direct)
    packages = Set(direct.map(\.package))
  }

  /// Returns true when a finding is about a changed module, or about a cycle with one.
  func concerns(_ finding: LintFinding) -> Bool {
    guard let modules else { return true }
    // The effect of the change on a package that cannot be evaluated is unknown.
    if finding.rule == .unknownManifest { return true }
    // This rule is only about the change, and also about removed modules.
    if finding.rule == .stable { return true }
    guard let module = finding.module else { return packages.contains(finding.package) }
    return modules.contains(module) || finding.chain.contains(where: modules.contains)
  }

  func concerns(_ module: ModuleID) -> Bool { modules?.contains(module) ?? true }
}

/// Measures the modules of a workspace, as far as rules set limits.
struct LintMeasures {
  let session: Session
  let graph: WorkspaceGraph

  private var workspace: OpenWorkspace { session.workspace }

  /// Returns the measures of modules of packages; dependents may be targets of projects. Returns nothing where no rule
  /// asks, since counting takes time.
  func modules(for rules: [MetricsRule]) throws(Failure) -> [ModuleID: MeasuredModule] {
    guard !rules.isEmpty else { return [:] }
    session.world.progressLine.begin("Measuring modules")
    let scan = SourceScan(cacheFolder: session.world.cacheFolder, jobs: session.world.processors)
    let sources = try scan.facts(of: graph, in: workspace.tree).facts
    let coupling = Coupling(graph, platforms: nil)
    let context = MetricsContext(
      graph: graph, coupling: coupling, facts: sources.mapped { ModuleFacts(sources: $0) })
    let asksForCoverage = rules.contains { $0.limits[.coverage] != nil }
    let recorded = try asksForCoverage ? recordedCoverage() : nil
    var found: [ModuleID: MeasuredModule] = [:]
    for (index, module) in graph.modules.numbered where module.kind != .unknown && module.target == nil {
      let measures = context.measures(of: [index])
      found[module.id] = MeasuredModule(
        values: values(measures, sources[index]),
        coverage: recorded.map { coverage(of: index, $0, coupling) } ?? .unknown)
    }
    return found
  }

  private func values(_ measures: Measures, _ sources: SourceFacts) -> [MetricsRule.Measure: Double] {
    var values: [MetricsRule.Measure: Double] = [:]
    for measure in MetricsRule.Measure.allCases {
      switch measure {
      // For a test module, its own tests.
      case .lines: values[measure] = Double(sources.lines.all)
      case .code: values[measure] = Double(sources.lines.code)
      case .tests: values[measure] = Double(sources.tests)
      case .fanIn: values[measure] = Double(measures.fanIn)
      case .fanOut: values[measure] = Double(measures.fanOut)
      case .instability: values[measure] = measures.instability
      case .depth: values[measure] = Double(measures.depth)
      case .dependents: values[measure] = Double(measures.dependents)
      case .coverage: break
      }
    }
    return values
  }

  /// Reads coverage under the keys of a run that measures it.
  private func recordedCoverage() throws(Failure) -> RecordedCoverage {
    var settings = session.settings
    if !settings.measuresCoverage { settings.buildArguments.append(BuildSettings.coverageFlag) }
    let measuring = session.unlisted(on: workspace, settings)
    let head = workspace.head.isWorkingTree ? nil : workspace.head.ref
    return try .now(graph, measuring, head: head)
  }

  private func coverage(
    of module: ModuleIndex, _ recorded: RecordedCoverage, _ coupling: Coupling
  ) -> MeasuredModule.Coverage {
    guard coupling.reach(from: [module]).contains(where: { graph.modules[$0].kind.isTest }) else {
      return .untested
    }
    guard let coverage = recorded.coverage(of: module, coupling) else { return .unknown }
    guard let percent = coverage.percent else {
      return isInATest(module) && !hasOtherThanSwift(module) ? .nothingToExecute : .unmeasurable
    }
    return .percent(percent)
  }

  /// Code that tests only reach through a plugin or a macro is in none of their programs.
  private func isInATest(_ module: ModuleIndex) -> Bool {
    let users = Dependents(graph) { $0.kind == .dependency || $0.kind == .undeclaredImport }
    return users.reach(from: [module]).nodes.contains { graph.modules[$0].kind.isTest }
  }

  private func hasOtherThanSwift(_ module: ModuleIndex) -> Bool {
    guard let folder = graph.modules[module].layout.folder else { return false }
    let files = (try? workspace.tree.files(below: folder)) ?? []
    return files.contains { SourceLanguage(of: $0.path.lastComponent) == .cFamily }
  }
}
