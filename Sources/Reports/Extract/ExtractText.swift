import Extraction
import Names
import Support
package import Terminal

/// `ambit extract` for people.
package struct ExtractText {
  private let report: ExtractReport
  private let isVerbose: Bool

  package static func lines(_ report: ExtractReport, isVerbose: Bool) -> [StyledText] {
    ExtractText(report: report, isVerbose: isVerbose).all
  }

  private var plan: ExtractionPlan { report.plan }

  private var all: [StyledText] {
    let sections = [head, moves, needs, widenings, importers, unneeded, obstacles, notes, next]
    return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// How many lines of a list are shown.
  private static let most = 12

  private func cut(_ lines: [StyledText]) -> [StyledText] {
    guard !isVerbose, lines.count > Self.most else { return lines }
    return lines.prefix(Self.most) + [StyledText("  and \(lines.count - Self.most) more; -v shows all", .dim)]
  }

  // MARK: What it is

  private var head: [StyledText] {
    let what =
      switch plan.position {
      case .below: "below it: what stays uses it"
      case .above: "above it: it uses what stays"
      case .apart: "apart from it: neither uses the other"
      case .cycle: "not possible with these files alone: they and what stays use one another"
      }
    return [
      StyledText("Extract ") + StyledText(plan.name, .heading) + StyledText(" from ")
        + StyledText(plan.module.description, .module),
      StyledText("  \(what)", plan.position == .cycle ? .warning : .dim),
    ]
  }

  private var moves: [StyledText] {
    [heading("Moves to //\(report.folder)", report.moves.count)]
      + cut(
        report.moves.map { move in
          StyledText("  ") + StyledText(move.from.description, .path)
            + (plan.tests.contains(move.from) ? StyledText("  tests", .dim) : StyledText())
        })
  }

  private var needs: [StyledText] {
    let rows =
      plan.needs.map { (need: $0, word: "") } + plan.testNeeds.map { (need: $0, word: "for its tests") }
    guard !rows.isEmpty else { return [] }
    var table = Table(columns: [.init(), .init(), .init()])
    for (need, word) in rows {
      let implicit = need.isImplicit ? "never declared by \(plan.module.name)" : ""
      table.add([
        StyledText("  ") + StyledText(need.module.description, .module), site(need.first),
        StyledText(
          [word, implicit].filter { !$0.isEmpty }.joined(separator: ", "), need.isImplicit ? .warning : .dim),
      ])
    }
    return [heading("Depends on", rows.count)] + cut(table.lines())
  }

  private var widenings: [StyledText] {
    var table = Table(columns: [.init(), .init(), .init()])
    for one in plan.widenings {
      table.add([
        StyledText("  ") + StyledText(one.declaration), site(one.place),
        user(one.user)
          + (one.access == .open ? StyledText("  open: there is a subclass", .dim) : StyledText()),
      ])
    }
    for one in plan.initializers {
      table.add([
        StyledText("  ") + StyledText("init of \(one.type)"), site(one.place),
        user(one.user) + StyledText("  to be written: Swift makes none that is public", .dim),
      ])
    }
    let count = plan.widenings.count + plan.initializers.count
    return count == 0 ? [] : [heading("Becomes public", count)] + cut(table.lines())
  }

  private var importers: [StyledText] {
    guard !plan.importers.isEmpty else { return [] }
    var table = Table(columns: [.init(), .init()])
    for one in plan.importers {
      table.add([
        StyledText("  ") + StyledText(one.file.description, .path),
        StyledText(
          "\(one.isTestable ? "@testable " : "")import \(one.name)", .dim),
      ])
    }
    let dependents = plan.dependents.map(\.module.description).joined(separator: ", ")
    return [heading("Imports to add", plan.importers.count)] + cut(table.lines())
      + (dependents.isEmpty
        ? [] : [StyledText("  must depend on \(plan.name): ", .dim) + StyledText(dependents, .module)])
  }

  private var unneeded: [StyledText] {
    guard !plan.unneeded.isEmpty else { return [] }
    var table = Table(columns: [.init(), .init()])
    for one in plan.unneeded {
      table.add([
        StyledText("  ") + StyledText(one.module.description, .module),
        StyledText("by ", .dim) + StyledText(one.target.description, .module),
      ])
    }
    return [heading("No longer needed", plan.unneeded.count)] + cut(table.lines())
  }

  // MARK: What is in the way

  private var obstacles: [StyledText] {
    guard report.isBlocked else { return [] }
    return [StyledText("Stands in the way", .heading)] + plan.obstacles.flatMap(lines)
  }

  private func lines(_ obstacle: ExtractionPlan.Obstacle) -> [StyledText] {
    switch obstacle {
    case .cycle: return cycle
    case .packages(let way):
      return [
        bad("packages would need one another: \(way.map { "//\($0)" }.joined(separator: " -> "))"),
        StyledText(
          "    what the files use of other modules of //\(plan.module.package) has to move first", .dim),
      ]
    case .notOffered(let module):
      return [bad("no library of the package //\(module.package) offers \(module) to others")]
    case .testsBehind(let files):
      return [
        bad(
          "tests of //\(plan.module.package) use it and something else, and would need a package that needs theirs:"
        )
      ] + cut(files.map { StyledText("    ") + StyledText($0.description, .path) })
    case .generated(let symbol, let place):
      return [
        bad("\(place.file):\(place.line) uses \(symbol), which the build generates for \(plan.module.name)")
      ]
    }
  }

  private var cycle: [StyledText] {
    [StyledText("  it uses what stays", .bad)] + cut(plan.uses.map(line))
      + [StyledText("  and what stays uses it", .bad)] + cut(plan.usedBy.map(line))
      + [StyledText("  so these must move as well, those first that need no other", .bad)]
      + plan.moveFirst.enumerated().map { index, files in
        StyledText("    \(index + 1)  ") + StyledText(files.map(\.description).joined(separator: ", "), .path)
          + (files.count > 1 ? StyledText("  use one another", .dim) : StyledText())
      }
  }

  private func line(_ link: FileGraph.Link) -> StyledText {
    StyledText("    ") + StyledText("\(link.from):\(link.line)", .path)
      + StyledText(" uses \(link.symbol) of ") + StyledText(link.to.description, .path)
  }

  private func bad(_ text: String) -> StyledText { StyledText("  \(text)", .bad) }

  // MARK: What else there is to say

  private var notes: [StyledText] {
    plan.notes.map { StyledText("note: ", .dim) + StyledText($0) }
  }

  private var next: [StyledText] {
    guard let command = report.nextCommand else { return [] }
    return [
      StyledText("Next", .heading),
      StyledText("  ") + StyledText(command, .module) + StyledText("  with all that has to move"),
    ]
  }

  // MARK: Pieces

  private func heading(_ text: String, _ count: Int) -> StyledText {
    StyledText(text, .heading) + StyledText(" \(count)", .dim)
  }

  private func site(_ site: ExtractionPlan.Site) -> StyledText {
    StyledText("\(site.file):\(site.line)", .path)
  }

  private func user(_ user: ExtractionPlan.Site?) -> StyledText {
    user.map { StyledText("for ", .dim) + site($0) } ?? StyledText("for what it belongs to", .dim)
  }
}
