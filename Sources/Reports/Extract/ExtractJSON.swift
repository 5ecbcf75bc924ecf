import Extraction
import Names
import Support

/// `ambit extract --json`.
package enum ExtractJSON {
  package static func text(_ report: ExtractReport) -> String {
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
    case .cycle: ("cycle", "what moves and what stays use one another")
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
