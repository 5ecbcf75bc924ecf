import Support
package import Terminal
import Workspace

/// `ambit owners` for people.
package enum OwnersText {
  package static func lines(_ report: OwnersReport, width: Int?) -> [StyledText] {
    guard !report.changed.isEmpty || !report.reached.isEmpty || !report.unowned.isEmpty else {
      return [StyledText("Nobody is concerned", .good) + StyledText(": nothing is affected")]
    }
    var lines: [StyledText] = []
    lines += section("Own what changed", report.changed, width)
    lines += section("Own what the change reaches", report.reached, width)
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
        StyledText(Wording.count(group.modules.count, "module"), .count),
      ])
    }
    let lines = zip(table.lines(), groups).map { line, group in
      let room = width.map { max(20, $0 - line.width - 2) }
      return line + StyledText("  ") + StyledText(list(of: group.modules, room: room), .module)
    }
    return ["", StyledText(title, .heading)] + lines
  }

  /// A few modules by name, more by their packages; what does not fit is counted.
  private static func list(of modules: [ModuleID], room: Int?) -> String {
    let packages = Set(modules.map(\.package)).sorted().map { "//\($0)" }
    return NameList.text(modules.count <= 3 ? modules.map(\.description) : packages, room: room)
  }

  /// People read the first few; scripts read all.
  private static let mostUnowned = 20

  private static func unowned(_ modules: [ModuleID], _ width: Int?) -> [StyledText] {
    guard !modules.isEmpty else { return [] }
    let shown = width == nil ? modules[...] : modules.prefix(mostUnowned)
    let rest = modules.count - shown.count
    return ["", StyledText("Owned by nobody", .warning) + StyledText(" \(modules.count)", .dim)]
      + shown.map { StyledText("  ") + StyledText($0.description, .module) }
      + (rest > 0 ? [StyledText("  and \(rest) more", .dim)] : [])
  }
}
