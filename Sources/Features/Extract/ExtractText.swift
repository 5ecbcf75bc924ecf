import Base
import Reports
import SwiftSources

/// `ambit extract` for people.
struct ExtractText {
  private let report: ExtractReport
  private let isVerbose: Bool

  static func lines(_ report: ExtractReport, isVerbose: Bool) -> [StyledText] {
    ExtractText(report: report, isVerbose: isVerbose).all
  }

  private var plan: ExtractionPlan { report.plan }

  private var all: [StyledText] {
    head + moves + needs + widenings + importers + unneeded + obstacles
      + (plan.notes.isEmpty ? [] : [""] + plan.notes.map { "\("note: ", .dim)\($0)" }) + next
  }

  /// The number of lines of a list that are shown without `-v`.
  private static let most = 12

  private func cut(_ lines: [StyledText]) -> [StyledText] {
    guard !isVerbose, lines.count > Self.most else { return lines }
    return lines.prefix(Self.most) + [StyledText("  and \(lines.count - Self.most) more; -v shows all", .dim)]
  }

  private func table(_ rows: [[StyledText]]) -> [StyledText] {
    cut(Table.indented(Array(repeating: .left, count: 3), rows))
  }

  // MARK: Parts

  private var head: [StyledText] {
    let what =
      switch plan.position {
      case .below: "below it: the remaining files use it"
      case .above: "above it: it uses the remaining files"
      case .apart: "apart from it: neither uses the other"
      case .cycle: "not possible with these files alone: they and the rest use each other"
      }
    return [
      "Extract \(plan.name, .heading) from \(plan.module, .module)",
      StyledText("  \(what)", plan.position == .cycle ? .warning : .dim),
    ]
  }

  private var moves: [StyledText] {
    .section(
      "Moves to //\(report.folder)", "\(report.moves.count)",
      cut(report.moves.map { "  \($0.from, .path)\(plan.tests.contains($0.from) ? "  tests" : "", .dim)" }))
  }

  private var needs: [StyledText] {
    let rows = plan.needs.map { ($0, "") } + plan.testNeeds.map { ($0, "for its tests") }
    return .section(
      "Depends on", "\(rows.count)",
      table(
        rows.map { need, word in
          let implicit = need.isImplicit ? "not declared by \(plan.module.name)" : ""
          let words = [word, implicit].filter { !$0.isEmpty }.joined(separator: ", ")
          return [
            "\(need.module, .module)", site(need.first), "\(words, need.isImplicit ? .warning : .dim)",
          ]
        }))
  }

  private var widenings: [StyledText] {
    let rows: [[StyledText]] =
      plan.widenings.map { one in
        let open = one.access == .open ? "  open, for a subclass" : ""
        return ["\(one.declaration)", site(one.place), "\(user(one.user))\(open, .dim)"]
      }
      + plan.initializers.map { one in
        let remark = "  write it: Swift's own is not public"
        return ["init of \(one.type)", site(one.place), "\(user(one.user))\(remark, .dim)"]
      }
    return .section("Becomes public", "\(rows.count)", table(rows))
  }

  private var importers: [StyledText] {
    let rows = plan.importers.map { one -> [StyledText] in
      ["\(one.file, .path)", "\("\(one.isTestable ? "@testable " : "")import \(one.name)", .dim)"]
    }
    guard !rows.isEmpty else { return [] }
    let dependents = plan.dependents.map(\.module.description).joined(separator: ", ")
    return .section(
      "Imports to add", "\(rows.count)",
      table(rows)
        + (dependents.isEmpty
          ? [] : ["  \("must depend on \(plan.name): ", .dim)\(dependents, .module)"]))
  }

  private var unneeded: [StyledText] {
    let rows = plan.unneeded.map { one -> [StyledText] in
      ["\(one.module, .module)", "\("by ", .dim)\(one.target, .module)"]
    }
    return .section("No longer needed", "\(rows.count)", table(rows))
  }

  // MARK: Obstacles

  private var obstacles: [StyledText] { .section("Obstacles", plan.obstacles.flatMap(lines)) }

  private func lines(_ obstacle: ExtractionPlan.Obstacle) -> [StyledText] {
    switch obstacle {
    case .cycle: cycle
    case .packages(let way):
      [
        bad("packages would depend on each other: \(way.map { "//\($0)" }.joined(separator: " -> "))"),
        StyledText(
          "    first move the code that the files use from other modules of //\(plan.module.package)", .dim),
      ]
    case .notOffered(let module):
      [bad("no library of the package //\(module.package) offers \(module) to others")]
    case .testsBehind(let files):
      [
        bad(
          "these tests of //\(plan.module.package) also use other code, so packages would depend on each other:"
        )
      ] + cut(files.map { "    \($0, .path)" })
    case .generated(let symbol, let place):
      [bad("\(place.file):\(place.line) uses \(symbol), which the build generates for \(plan.module.name)")]
    }
  }

  private var cycle: [StyledText] {
    [bad("it uses the remaining files")] + cut(plan.uses.map(line))
      + [bad("and the remaining files use it")] + cut(plan.usedBy.map(line))
      + [bad("so move these too, in this order")]
      + plan.moveFirst.enumerated().map { index, files in
        let names = files.map(\.description).joined(separator: ", ")
        return "    \(index + 1)  \(names, .path)\(files.count > 1 ? "  use each other" : "", .dim)"
      }
  }

  private func line(_ link: FileGraph.Link) -> StyledText {
    "    \("\(link.from):\(link.line)", .path) uses \(link.symbol) of \(link.to, .path)"
  }

  private func bad(_ text: String) -> StyledText { StyledText("  \(text)", .bad) }

  private var next: [StyledText] {
    .section("Next", report.nextCommand.map { ["  \($0, .module)  with all files that must move"] } ?? [])
  }

  // MARK: Pieces

  private func site(_ site: ExtractionPlan.Site) -> StyledText { "\("\(site.file):\(site.line)", .path)" }

  private func user(_ user: ExtractionPlan.Site?) -> StyledText {
    user.map { "\("for ", .dim)\(site($0))" } ?? StyledText("for its declaration", .dim)
  }
}

/// The plan of moving files into a package of their own.
struct ExtractReport: Sendable {
  /// A file and its new place, both relative to the workspace.
  struct Move: Sendable, Hashable {
    let from: RelativePath
    let to: RelativePath
  }

  let plan: ExtractionPlan
  /// The folder of the new package.
  let folder: RelativePath
  let moves: [Move]
  /// The flags as they were typed, for the next command.
  let flags: [String]

  var isBlocked: Bool { !plan.obstacles.isEmpty }

  /// The command that moves the further files too; nil when no further file has to move.
  var nextCommand: String? {
    guard !plan.moveFirst.isEmpty else { return nil }
    let files = (plan.files + plan.moveFirst.joined()).map(\.description)
    return Command(executable: "ambit", arguments: ["extract", plan.name, "--from"] + files + flags).shellLine
  }
}

enum ExtractJSON {
  static func text(_ report: ExtractReport) -> String {
    let plan = report.plan
    return JSON.report([
      "blocked": report.isBlocked, "name": plan.name, "module": plan.module.description,
      "package": "//\(report.folder)", "position": plan.position.rawValue,
      "moves": report.moves.map { move -> JSON in
        let isTest = plan.tests.contains(move.from)
        return ["from": move.from.description, "to": move.to.description, "test": isTest]
      },
      "needs": plan.needs.map(\.json), "testNeeds": plan.testNeeds.map(\.json),
      "public": plan.widenings.map(\.json), "initializers": plan.initializers.map(\.json),
      "imports": plan.importers.map(\.json),
      "unneeded": plan.unneeded.map { one -> JSON in
        ["target": one.target.description, "module": one.module.description]
      },
      "dependents": plan.dependents.map(\.module.description), "uses": plan.uses.map(\.json),
      "usedBy": plan.usedBy.map(\.json), "moveFirst": plan.moveFirst.map { $0.map(\.description) },
      "obstacles": plan.obstacles.map(\.row).map { row -> JSON in
        ["kind": row.kind, "message": row.message]
      },
      "notes": plan.notes, "next": report.nextCommand.map { [$0] } ?? [],
    ])
  }
}

extension ExtractionPlan.Obstacle {
  fileprivate var row: (kind: String, message: String) {
    switch self {
    case .cycle: ("cycle", "moved and remaining files use each other")
    case .packages(let way): ("packages", way.map { "//\($0)" }.joined(separator: " -> "))
    case .notOffered(let module):
      ("product", "no library of the package //\(module.package) offers \(module)")
    case .testsBehind(let files): ("tests", files.map(\.description).joined(separator: ", "))
    case .generated(let symbol, let place): ("generated", "\(place.file):\(place.line): \(symbol)")
    }
  }
}

extension ExtractionPlan.Site {
  fileprivate var text: String { "\(file):\(line)" }
}

extension ExtractionPlan.Need {
  fileprivate var json: JSON {
    ["module": module.description, "implicit": isImplicit, "first": first.text]
  }
}

extension ExtractionPlan.Widening {
  fileprivate var json: JSON {
    ["declaration": declaration, "access": access.rawValue, "place": place.text, "user": user?.text]
  }
}

extension ExtractionPlan.Initializer {
  fileprivate var json: JSON { ["type": type, "place": place.text, "user": user?.text] }
}

extension ExtractionPlan.Importer {
  fileprivate var json: JSON {
    [
      "file": file.description, "module": module.description, "import": name, "testable": isTestable,
    ]
  }
}

extension FileGraph.Link {
  fileprivate var json: JSON {
    ["file": from.description, "line": line, "symbol": symbol, "of": to.description]
  }
}
