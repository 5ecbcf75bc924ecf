import Names
import Ownership

/// What `ambit owners` tells, as tables of a page.
enum OwnersTables {
  static func all(_ report: OwnersReport) -> [ReportTable] {
    [
      changed(report.changed), reached(report.reached), rebuilt(report.rebuilt ?? []), shared(report.shared),
      mixed(report.mixed),
      deleted(report.deleted), unowned(report.unowned),
    ]
  }

  private static func changed(_ groups: [OwnersReport.Group]) -> ReportTable {
    ReportTable(
      "Teams that own what changed", "team", header: ["Team", "Contact", "Modules", "Files"],
      rows: groups.map { group in
        team(group)
          + [
            .names(group.modules.map(\.description)),
            .words(group.files.isEmpty ? "" : "\(group.files.count)"),
          ]
      })
  }

  private static func reached(_ groups: [OwnersReport.Group]) -> ReportTable {
    ReportTable(
      "Teams that are merely reached", "team", header: ["Team", "Contact", "Modules", "By way of"],
      rows: groups.map { group in
        let steps = group.path?.modules.map { ReportTable.Cell.code($0.description) } ?? []
        return team(group) + [.words("\(group.modules.count)"), .joined(shortened(steps), by: " → ")]
      })
  }

  private static func rebuilt(_ groups: [OwnersReport.Group]) -> ReportTable {
    ReportTable(
      "Merely rebuilt, no interface changed below", "team", header: ["Team", "Contact", "Modules"],
      rows: groups.map { team($0) + [.words("\($0.modules.count)")] })
  }

  private static func shared(_ modules: [OwnersReport.Shared]) -> ReportTable {
    ReportTable(
      "Shared with other teams", "module", header: ["Module", "Owners", "Should hear of it", "Dependents"],
      rows: modules.map { shared in
        [
          .code(shared.module.description), .names(shared.owners, nobody: "nobody"), .names(shared.teams),
          .words("\(shared.dependents)"),
        ]
      })
  }

  private static func mixed(_ modules: [OwnersReport.Mixed]) -> ReportTable {
    ReportTable(
      "Files of several teams", "module", header: ["Module", "Shares"],
      rows: modules.map { [.code($0.module.description), shares($0.shares)] })
  }

  private static func deleted(_ modules: [OwnersReport.Deleted]) -> ReportTable {
    ReportTable(
      "Deleted", "module", header: ["Module", "Owners"],
      rows: modules.map { [.code($0.module.description), .names($0.owners, nobody: "nobody")] })
  }

  private static func unowned(_ modules: [ModuleID]) -> ReportTable {
    ReportTable(
      "Owned by nobody", "module", header: ["Module"], rows: modules.map { [.code($0.description)] })
  }

  private static func team(_ group: OwnersReport.Group) -> [ReportTable.Cell] {
    [group.name.map { .words($0) } ?? .code(group.id), .code(group.contact ?? "")]
  }

  /// A long way says little; its ends do.
  private static func shortened(_ steps: [ReportTable.Cell]) -> [ReportTable.Cell] {
    steps.count > 6 ? steps.prefix(3) + [.words("…")] + steps.suffix(2) : steps
  }

  private static let mostShares = 8

  private static func shares(_ shares: OwnerShares) -> ReportTable.Cell {
    let parts = shares.shares.prefix(mostShares).map { share in
      (share.owner.map { ReportTable.Cell.code($0) } ?? .words("nobody"))
        + .words(" \(OwnersText.percent(shares.part(of: share)))")
    }
    let rest = shares.shares.count - mostShares
    return .joined(parts, by: ", ") + (rest > 0 ? .words(" and \(rest) more") : [])
  }
}
