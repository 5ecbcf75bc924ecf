package import Arguments
package import Base
package import Graph
import Reports
package import Session

/// Gathers what rules are checked against.
package struct LintPreparation {
  package let pipeline: SelectionPipeline
  package let options: LintOptions
  /// Whether somebody is to be stopped by what is found.
  package var isGate = false

  package init(_ pipeline: SelectionPipeline, _ options: LintOptions = LintOptions(), isGate: Bool = false) {
    self.pipeline = pipeline
    self.options = options
    self.isGate = isGate
  }

  /// The workspace at the head.
  package struct Subject {
    package let graph: WorkspaceGraph
    /// The same without targets of projects, for rules about what SwiftPM builds.
    let packages: WorkspaceGraph
    /// The packages and projects that nobody can look into.
    let unknownPackages: [UnknownPackage]
    let owners: OwnerResolver
    /// Who owned what before the change; nil where nothing came before.
    let baseOwners: OwnerResolver?
    /// Set where only the modules of a change count.
    package let change: LintChange?
    package let warnings: [Warning]

    /// As for rules, those of the base and those of the head must both name somebody.
    func ownership(of module: ModuleNode) -> ModuleOwnership {
      if owners.owners(of: module).isUnowned { return .unowned }
      return baseOwners?.owners(of: module).isUnowned == true ? .claimedByChange : .owned
    }
  }

  package func subject() throws(Failure) -> Subject {
    options.onlyChanged ? try changed() : try whole()
  }

  package func facts(_ subject: Subject) throws(Failure) -> WorkspaceFacts {
    pipeline.world.progressLine.begin("Looking at imports")
    let tree = pipeline.workspace.tree
    var scan = ImportScan(cacheFolder: pipeline.world.cacheFolder, jobs: pipeline.world.processors)
    let imported = try Failure.wrapping { try scan.names(importedBy: subject.graph, in: tree) }
    scan.save()
    return try Failure.wrapping {
      try WorkspaceFacts(
        graph: subject.graph, imported: imported, tree: tree, partlySeen: partlySeen(subject.graph))
    }
  }

  /// Modules that compile sources which Git ignores. Only asked for where it decides something: it is a walk
  /// over the disk.
  private func partlySeen(_ graph: WorkspaceGraph) -> Set<ModuleID> {
    guard options.onlyChanged || pipeline.workspace.config.rules.imports.unused != .off else { return [] }
    return Set((IgnoredSources(pipeline.workspace)?.seeds(in: graph) ?? [:]).keys)
  }
}

// MARK: Subjects

extension LintPreparation {
  private func changed() throws(Failure) -> Subject {
    let outcome = try pipeline.run(options.selection, reach: .packagesAndProjects, lostPackages: .seen)
    if isGate { try OwnerRules.requireBase(of: outcome.report) }
    if let wider = try pipeline.widened(for: outcome.report) {
      return try LintPreparation(wider, options, isGate: isGate).changed()
    }
    // The base's own commit, as for owners: else a branch from long ago would be held against the rules of that time.
    let base = outcome.report.revisions.base
    let tree = try base.map { base throws(Failure) in try pipeline.workspace.tree(of: base.commit) }
    var rules: OwnerRules?
    if asksForOwners {
      try outcome.owners.refuseProblem()
      rules = try OwnerRules.find(for: outcome.report, in: pipeline.workspace, isGate: false)
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
    let loaded = try pipeline.wholeWorkspace(
      reach: .packagesAndProjects, allowsEmpty: options.selection.allowsEmpty)
    if isGate, !options.selection.allowsEmpty { try EmptyByMistake.refusePatterns(loaded.warnings) }
    let owners = pipeline.workspace.knownOwners()
    if asksForOwners { try owners.refuseProblem() }
    return Subject(
      graph: loaded.headWithProjects, packages: loaded.head, unknownPackages: Self.unknown(loaded),
      owners: owners.resolver, baseOwners: nil, change: nil,
      warnings: loaded.warnings + owners.warnings + [owners.problemWarning].compactMap(\.self))
  }

  private static func unknown(_ loaded: WorkspaceLoader.Loaded) -> [UnknownPackage] {
    loaded.unknownPackages + loaded.projects.unread
  }

  /// True when a rule is about owners.
  private var asksForOwners: Bool { pipeline.workspace.config.rules.requireOwner }

  /// What a finding says too.
  private static func isFinding(_ warning: Warning) -> Bool {
    warning.code == SelectionPipeline.cycleCode || warning.code == UnknownPackages.code
  }
}
