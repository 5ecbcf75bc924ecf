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
    let sections = [
      head, moves, needs, widenings, importers, rewritten, unneeded, obstacles, notes, outcome, next,
    ]
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
        user(one.user) + StyledText("  written out: Swift makes none that is public", .dim),
      ])
    }
    for one in plan.sendables {
      table.add([
        StyledText("  ") + StyledText("\(one.declaration): Sendable"), site(one.place),
        StyledText("written out: what is public is never so without a word", .dim),
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
          "\(one.isTestable ? "@testable " : one.isPublic ? "public " : "")import \(one.name)", .dim),
      ])
    }
    let dependents = plan.dependents.map(\.module.description).joined(separator: ", ")
    return [heading("Imports to add", plan.importers.count)] + cut(table.lines())
      + (dependents.isEmpty
        ? [] : [StyledText("  must depend on \(plan.name): ", .dim) + StyledText(dependents, .module)])
  }

  private var rewritten: [StyledText] {
    var table = Table(columns: [.init(), .init()])
    for one in plan.publicImports {
      table.add([
        StyledText("  ") + StyledText(one.file.description, .path),
        StyledText("public import \(one.name): what becomes public speaks of it", .dim),
      ])
    }
    for one in plan.qualifiers {
      table.add([
        StyledText("  ") + StyledText("\(one.file):\(one.line)", .path),
        StyledText("\(plan.name).\(one.symbol) for \(plan.module.name).\(one.symbol)", .dim),
      ])
    }
    let count = plan.publicImports.count + plan.qualifiers.count
    return count == 0 ? [] : [heading("To be written otherwise", count)] + cut(table.lines())
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
      + (report.refusal.map { [StyledText("  \($0)", .bad)] } ?? [])
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
    case .initializer(let type, let place, let reason):
      return [
        bad(
          "\(place.file):\(place.line) \(type) is made by an initialiser that the compiler writes, and \(reason)"
        ),
        StyledText("    write an initialiser there first", .dim),
      ]
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

  // MARK: What became of it

  private var notes: [StyledText] {
    report.notes.map { StyledText("note: ", .dim) + StyledText($0) }
  }

  private var outcome: [StyledText] {
    switch report.outcome {
    case .planned: return []
    case .refused: return [StyledText("Nothing was written.", .bad)]
    case .made(let rounds):
      let again = rounds > 1 ? ", after \(rounds) builds" : ""
      return [
        StyledText("Made //\(report.folder)", .good) + StyledText(": everything compiles\(again)"),
        StyledText(
          "  \(Wording.count(report.moves.count, "file")) moved, \(Wording.count(report.edited.count, "other")) changed; "
            + "nothing is committed", .dim),
      ]
    case .takenBack(let patch, let errors):
      return [StyledText("It does not compile, and everything is as it was before:", .bad)]
        + cut(errors.map { StyledText("  \($0)") })
        + [StyledText("  what was tried: ", .dim) + StyledText("git apply '\(patch)'", .module)]
    }
  }

  private var next: [StyledText] {
    guard !report.nextCommands.isEmpty else { return [] }
    var table = Table(columns: [.init(), .init(), .init()])
    for (command, meaning) in report.nextCommands {
      table.add(["", StyledText(command, .module), StyledText(meaning)])
    }
    return [StyledText("Next", .heading)] + table.lines()
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
