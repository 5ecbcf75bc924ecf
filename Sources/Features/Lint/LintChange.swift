package import Base
import Graph
package import Reports

/// The change whose modules alone count.
package struct LintChange {
  package let revisions: ComparedRevisions
  /// Of the repository; nil when there is no base to ask.
  let baseTree: (any FileTree)?
  /// nil: all, since nobody can tell.
  private let modules: Set<ModuleID>?
  private let packages: Set<RelativePath>
  /// The packages before the change; nil when there is no base.
  let baseGraph: WorkspaceGraph?
  /// All that the change gets to.
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

  /// Whether the change has to answer for a finding: one of its modules, or one of a cycle's.
  func concerns(_ finding: LintFinding) -> Bool {
    guard let modules else { return true }
    // Of a package that cannot be looked into nobody knows what the change did to it.
    if finding.rule == .unknownManifest { return true }
    // Such a rule speaks of nothing but the change, and of modules that are gone as well.
    if finding.rule == .stable { return true }
    guard let module = finding.module else { return packages.contains(finding.package) }
    return modules.contains(module) || finding.chain.contains(where: modules.contains)
  }

  package func concerns(_ module: ModuleID) -> Bool { modules?.contains(module) ?? true }
}
