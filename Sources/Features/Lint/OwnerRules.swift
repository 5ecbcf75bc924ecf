import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session
import Xcode

/// The rules of ownership for a change, and the revision that they come from.
///
/// The base's rules count, as on code hosts: a change of CODEOWNERS or workspace.json counts from the next change on.
/// The base's own commit counts. The commit where an old branch began may have outdated rules.
struct OwnerRules {
  let origin: OwnersReport.Rules
  let config: WorkspaceConfig
  let resolver: OwnerResolver
  let warnings: [Warning]

  /// With `isGate`, the answer may stop a change, so only rules of the base will do.
  static func find(
    for report: AffectedReport, in workspace: OpenWorkspace, isGate: Bool
  ) throws(Failure) -> OwnerRules {
    if isGate { try requireBase(of: report) }
    guard let base = report.revisions.base else { return try ofHead(workspace) }
    do throws(Failure) {
      return try ofBase(base, workspace)
    } catch {
      guard !isGate else { throw error }
      let warning = Warning(
        code: "base-rules",
        message: "cannot read the owners of the base, so the head's owners apply: \(error.message)",
        hints: error.hints)
      return try ofHead(workspace, warning)
    }
  }

  /// Fallbacks without a base that are fine: the head is all there is, or is the base itself.
  private static let harmless: Set = ["base-is-head", "no-commits", UnknownPackages.code]

  /// Refuses to judge a change without a base.
  static func requireBase(of report: AffectedReport) throws(Failure) {
    guard report.revisions.base == nil, let fallback = report.fallback, !harmless.contains(fallback.code)
    else { return }
    throw Failure(
      code: "no-base-rules",
      message: "there is no base to read the rules from: \(fallback.message)",
      hints: fallback.hints + ["name a base with --base"])
  }

  private static func ofBase(
    _ base: ComparedRevisions.Base, _ workspace: OpenWorkspace
  ) throws(Failure) -> OwnerRules {
    let (resolver, warnings, config) = try workspace.ownerResolver(of: base)
    return OwnerRules(
      origin: .init(ref: base.ref, commit: base.commit, isBase: true), config: config, resolver: resolver,
      warnings: warnings)
  }

  private static func ofHead(_ workspace: OpenWorkspace, _ warning: Warning? = nil) throws(Failure)
    -> OwnerRules
  {
    let (resolver, warnings) = try workspace.ownerResolver()
    return OwnerRules(
      origin: .init(
        ref: workspace.head.ref, commit: workspace.head.commit?.description, isBase: false),
      config: workspace.config, resolver: resolver, warnings: [warning].compactMap(\.self) + warnings)
  }
}

extension Session {
  /// Returns the owners whom the change of `outcome` affects.
  func owners(
    _ outcome: Selected, _ options: SelectionOptions, isGate: Bool = false, tellsInterfaces: Bool = false
  ) throws(Failure) -> OwnersReport {
    world.progressLine.begin("Finding owners")
    if isGate, let package = outcome.unknownPackages.first {
      throw Failure(
        code: UnknownPackages.code,
        message: "the modules of the package \"//\(package.folder)\" are unknown: \(package.reason)",
        hints: ["fix the manifest first: the owners of its modules are unknown"])
    }
    let rules = try OwnerRules.find(for: outcome.report, in: workspace, isGate: isGate)
    var builder = OwnersBuilder(
      rules: rules.origin, resolver: rules.resolver, teams: rules.config.teams, graph: outcome.graph,
      base: outcome.baseGraph, files: files)
    builder.warnings = rules.warnings
    if tellsInterfaces {
      let (rebuilt, warnings) = try MerelyRebuilt.modules(outcome, self)
      builder.rebuilt = rebuilt
      builder.warnings += warnings
    }
    if options.isNarrowed {
      // The head does not know removed modules by name.
      let graphs = [outcome.graph] + [outcome.baseGraph].compactMap(\.self)
      let filters = graphs.compactMap { try? filter(options, $0) }
      builder.isWanted = { id in filters.contains { $0.keeps(id) } }
    }
    return try builder.report(on: outcome.report)
  }

  private func files(of module: ModuleNode) throws(Failure) -> [RelativePath] {
    let tree = workspace.tree
    if let target = module.target { return try target.files(in: tree).map(\.path) }
    guard let folder = module.layout.folder else { return [] }
    return try tree.files(below: folder).map(\.path).filter(module.layout.owns)
  }
}

extension SelectionOptions {
  /// True when only some of the affected modules are asked about.
  fileprivate var isNarrowed: Bool { namesModules || !tags.isEmpty || !notTags.isEmpty }
}
