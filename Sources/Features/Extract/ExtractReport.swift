import Base
import Reports
import SwiftSources

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

/// `ambit extract --json`.
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
