import Extraction
import Names
import Support

/// `ambit extract --json`.
package enum ExtractJSON {
  package static func text(_ report: ExtractReport) -> String {
    let plan = report.plan
    return JSONWriter.report { writer in
      writer.field("blocked", report.isBlocked)
      writer.field("name", plan.name)
      writer.field("module", plan.module.description)
      writer.field("package", "//\(report.folder)")
      writer.field("position", plan.position.rawValue)
      writer.field("moves") { writer in
        writer.array(of: report.moves) { writer, move in
          writer.object { writer in
            writer.field("from", move.from.description)
            writer.field("to", move.to.description)
            writer.field("test", plan.tests.contains(move.from))
          }
        }
      }
      writer.field("needs") { $0.array(of: plan.needs) { $0.need($1) } }
      writer.field("testNeeds") { $0.array(of: plan.testNeeds) { $0.need($1) } }
      writer.field("public") { $0.array(of: plan.widenings) { $0.widening($1) } }
      writer.field("initializers") { $0.array(of: plan.initializers) { $0.initializer($1) } }
      writer.field("imports") { writer in
        writer.array(of: plan.importers) { writer, one in
          writer.object { writer in
            writer.field("file", one.file.description)
            writer.field("module", one.module.description)
            writer.field("import", one.name)
            writer.field("testable", one.isTestable)
          }
        }
      }
      writer.field("unneeded") { writer in
        writer.array(of: plan.unneeded) { writer, one in
          writer.object { writer in
            writer.field("target", one.target.description)
            writer.field("module", one.module.description)
          }
        }
      }
      writer.field("dependents", plan.dependents.map(\.module.description))
      writer.field("uses") { $0.array(of: plan.uses) { $0.link($1) } }
      writer.field("usedBy") { $0.array(of: plan.usedBy) { $0.link($1) } }
      writer.field("moveFirst") { writer in
        writer.array(of: plan.moveFirst) { writer, files in
          writer.array(of: files) { $0.string($1.description) }
        }
      }
      writer.field("obstacles") { writer in
        writer.array(of: plan.obstacles.map(\.row)) { writer, row in
          writer.object { writer in
            writer.field("kind", row.kind)
            writer.field("message", row.message)
          }
        }
      }
      writer.field("notes", plan.notes)
      writer.field("next", report.nextCommand.map { [$0] } ?? [])
    }
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

extension JSONWriter {
  fileprivate mutating func site(_ name: String, _ site: ExtractionPlan.Site?) {
    field(name, site.map { "\($0.file):\($0.line)" })
  }

  fileprivate mutating func need(_ need: ExtractionPlan.Need) {
    object { writer in
      writer.field("module", need.module.description)
      writer.field("implicit", need.isImplicit)
      writer.site("first", need.first)
    }
  }

  fileprivate mutating func widening(_ one: ExtractionPlan.Widening) {
    object { writer in
      writer.field("declaration", one.declaration)
      writer.field("access", one.access.rawValue)
      writer.site("place", one.place)
      writer.site("user", one.user)
    }
  }

  fileprivate mutating func initializer(_ one: ExtractionPlan.Initializer) {
    object { writer in
      writer.field("type", one.type)
      writer.site("place", one.place)
      writer.site("user", one.user)
    }
  }

  fileprivate mutating func link(_ link: FileGraph.Link) {
    object { writer in
      writer.field("file", link.from.description)
      writer.field("line", link.line)
      writer.field("symbol", link.symbol)
      writer.field("of", link.to.description)
    }
  }
}
