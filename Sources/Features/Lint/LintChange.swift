import Base
import Graph
import Reports

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
