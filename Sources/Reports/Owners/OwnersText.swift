import Names
import Ownership
import Support
package import Terminal

/// `ambit owners` for people.
package enum OwnersText {
  package static func lines(_ report: OwnersReport, width: Int?) -> [StyledText] {
    guard !report.concernsNobody else {
      return [StyledText("Nobody is concerned", .good) + StyledText(": nothing is affected")]
    }
    var lines: [StyledText] = []
    lines += section(report.isByName ? "Own what was named" : "Own what changed", report.changed, width)
    lines += section(
      report.isByName ? "Own what depends on it" : "Own what the change reaches", report.reached, width)
    lines += section("Merely rebuilt, no interface changed below", report.rebuilt ?? [], width)
    lines += shared(report.shared, width)
    lines += mixed(report.mixed, width)
    lines += deleted(report.deleted, width)
    lines += unowned(report.unowned, width)
    return Array(lines.dropFirst())
  }

  package static func lines(_ paths: [PathOwners], width: Int?) -> [StyledText] {
    var table = Table(columns: [.init(truncation: .middle, narrowest: 20), .init()])
    for entry in paths {
      let owners =
        entry.owners.isEmpty
        ? StyledText("nobody", .warning) : StyledText(entry.owners.joined(separator: ", "), .heading)
      table.add([StyledText(entry.path.isRoot ? "." : entry.path.description, .path), owners])
    }
    return table.lines(width: width)
  }

  private static func section(_ title: String, _ groups: [OwnersReport.Group], _ width: Int?) -> [StyledText]
  {
    guard !groups.isEmpty else { return [] }
    var table = Table(columns: [.init(), .init(), .init(), .init(.right)])
    for group in groups {
      table.add([
        "", StyledText(group.name ?? group.id, .heading), StyledText(group.contact ?? "", .dim),
        StyledText(
          group.modules.isEmpty
            ? Wording.count(group.files.count, "file") : Wording.count(group.modules.count, "module"), .count),
      ])
    }
    let lines = zip(table.lines(), groups).flatMap { line, group in
      let room = width.map { max(20, $0 - line.width - 2) }
      let names =
        group.modules.isEmpty
        ? StyledText(NameList.text(group.files.map(\.description), room: room), .path)
        : StyledText(list(of: group.modules, room: room), .module)
      return [line + StyledText("  ") + names] + way(to: group, width)
    }
    return ["", StyledText(title, .heading)] + lines
  }

  /// How the change gets there: `    by //App:App → //Core:Core`
  private static func way(to group: OwnersReport.Group, _ width: Int?) -> [StyledText] {
    guard let path = group.path else { return [] }
    let steps = path.modules.map(\.description).joined(separator: " → ")
    let line = StyledText("    by ", .dim) + StyledText(steps, .module)
    return [width.map { line.truncated(to: max($0, 40), .middle) } ?? line]
  }

  /// A few modules by name, more by their packages; what does not fit is counted.
  private static func list(of modules: [ModuleID], room: Int?) -> String {
    let packages = Set(modules.map(\.package)).sorted().map { "//\($0)" }
    return NameList.text(modules.count <= 3 ? modules.map(\.description) : packages, room: room)
  }

  static func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }

  /// People read the first few; scripts read all.
  private static let mostListed = 20

  private static func shared(_ modules: [OwnersReport.Shared], _ width: Int?) -> [StyledText] {
    listed("Shared, so that others should hear of it", .heading, modules, width) { shared in
      [
        StyledText(shared.module.description, .module),
        StyledText(Wording.count(shared.dependents, "dependent"), .count),
        StyledText(shared.teams.joined(separator: ", "), .heading),
      ]
    }
  }

  private static func mixed(_ modules: [OwnersReport.Mixed], _ width: Int?) -> [StyledText] {
    listed("Made of files of several teams", .heading, modules, width) { mixed in
      let shares = mixed.shares.shares.map { share in
        "\(share.owner ?? "nobody") \(percent(mixed.shares.part(of: share)))"
      }
      return [
        StyledText(mixed.module.description, .module),
        StyledText(Wording.count(mixed.shares.files, "file"), .count),
        StyledText(shares.joined(separator: ", ")),
      ]
    }
  }

  private static func deleted(_ modules: [OwnersReport.Deleted], _ width: Int?) -> [StyledText] {
    listed("Deleted", .heading, modules, width) { deleted in
      [
        StyledText(deleted.module.description, .module),
        deleted.owners.isEmpty
          ? StyledText("nobody", .warning) : StyledText(deleted.owners.joined(separator: ", "), .heading),
      ]
    }
  }

  private static func unowned(_ modules: [ModuleID], _ width: Int?) -> [StyledText] {
    listed("Owned by nobody", .warning, modules, width) { [StyledText($0.description, .module)] }
  }

  private static func listed<Entry>(
    _ title: String, _ style: Style, _ entries: [Entry], _ width: Int?, _ cells: (Entry) -> [StyledText]
  ) -> [StyledText] {
    guard !entries.isEmpty else { return [] }
    let shown = width == nil ? entries[...] : entries.prefix(mostListed)
    let rest = entries.count - shown.count
    var table = Table(columns: [
      .init(), .init(truncation: .middle, narrowest: 30), .init(), .init(truncation: .tail),
    ])
    for entry in shown { table.add([""] + cells(entry)) }
    return ["", StyledText(title, style) + StyledText(" \(entries.count)", .dim)] + table.lines(width: width)
      + (rest > 0 ? [StyledText("  and \(rest) more", .dim)] : [])
  }
}
