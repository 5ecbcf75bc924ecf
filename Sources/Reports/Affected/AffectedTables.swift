import AffectedGraph
import ModuleGraph
import ModuleMap
import Names
import Support

/// What `ambit affected` tells, as tables of a page.
enum AffectedTables {
  /// What changed and what that reaches; with reasons where a page has room for a fourth column.
  static func modules(
    _ report: AffectedReport, owners: [ModuleID: [String]], withReasons: Bool
  ) -> [ReportTable] {
    let header = ["Module", "Kind", "Owners"] + (withReasons ? ["Because"] : [])
    let table = { (title: String, modules: [Selection.Module]) in
      ReportTable(
        title, "module", header: header,
        rows: modules.map { module in
          [
            .code(module.id.description), .words(module.kind.rawValue),
            .names(owners[module.id] ?? [], nobody: "nobody"),
          ] + (withReasons ? [chain(module.reason)] : [])
        })
    }
    let modules = report.selection.modules
    guard report.selection.scope != .all else { return [table("Everything", modules)] }
    return [
      table("Changed", modules.filter(\.isDirect)), table("Reached", modules.filter { !$0.isDirect }),
    ]
  }

  static func reasons(_ report: AffectedReport) -> ReportTable {
    ReportTable(
      "Why", "module", folding: .always, header: ["Module", "Because"],
      rows: report.selection.modules.map { [.code($0.id.description), chain($0.reason)] })
  }

  static func files(_ report: AffectedReport) -> ReportTable {
    let changes = report.selection.changes
    return ReportTable(
      "Changed files: \(changes.count)", "file", folding: .always, header: ["File", "", "Belongs to"],
      rows: changes.map { change in
        [
          .code(change.path.description),
          .words(change.file.kind.rawValue),
          .names(change.modules.map(\.description), nobody: change.pathClass.rawValue),
        ]
      })
  }

  /// The first step and the cause; what lies between is for `ambit why`.
  private static func chain(_ reasons: [Reason]) -> ReportTable.Cell {
    guard let first = reasons.first else { return [] }
    guard reasons.count > 1, let last = reasons.last else { return step(first) }
    return .joined([step(first), step(last)], by: "; ")
  }

  private static func step(_ reason: Reason) -> ReportTable.Cell {
    let words = ReasonText.words(for: reason.kind)
    switch reason.subject {
    case .path(let path): return [.words(words + " "), .code(path.description)]
    case .module(let module): return [.words(words + " "), .code(module.description)]
    case .none: return [.words(words)]
    }
  }
}
