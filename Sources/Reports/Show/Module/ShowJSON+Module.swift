import Config
import History
import ModuleGraph
import Names
import Runner
package import Support

extension ShowJSON {
  package static func text(_ module: ShownModule, _ warnings: [Warning]) -> String {
    report("module", warnings) { writer in
      writer.field("id", module.id.description)
      writer.field("package", module.id.package.description)
      writer.field("name", module.id.name)
      writer.field("kind", module.kind.rawValue)
      writer.field("folder", module.folder)
      writer.owners(module.owners)
      writer.field("tags", module.tags)
      writer.field("layers", module.layers)
      writer.neighbours("needs", module.needs)
      writer.neighbours("neededBy", module.neededBy)
      writer.field("external", module.external)
      writer.field("tests", module.tests.map(\.description))
      writer.rules(module.demands)
      writer.findings(module.findings)
      writer.field("key", module.kept?.key)
      writer.field("kept", module.kept?.state.rawValue)
      writer.field("obstacle", module.kept?.obstacle)
      writer.history(module.history)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func neighbours(_ name: String, _ neighbours: ShownNeighbours) {
    field(name) { writer in
      writer.object { writer in
        writer.field("direct") { writer in
          writer.array(of: neighbours.direct) { writer, module in
            writer.object { writer in
              writer.field("id", module.id.description)
              writer.field("layers", module.layers)
              writer.field("owners", module.owners)
            }
          }
        }
        writer.field("total", neighbours.total)
      }
    }
  }

  fileprivate mutating func history(_ history: ShownHistory?) {
    field("expectedSeconds") { writer in
      if let seconds = history?.expectedSeconds { writer.decimal(seconds) } else { writer.null() }
    }
    field("results") { writer in
      writer.array(of: history?.story ?? []) { writer, result in
        writer.object { writer in
          writer.field("time", result.time)
          writer.field("outcome", result.outcome.rawValue)
          writer.field("head", result.head)
          writer.field("seconds") { $0.decimal(result.seconds) }
          writer.field("failedCases", result.failedCases)
        }
      }
    }
    field("slowest") { writer in
      writer.array(of: history?.cases ?? []) { writer, test in
        writer.object { writer in
          writer.field("case", test.name)
          writer.field("seconds") { $0.decimal(test.seconds) }
        }
      }
    }
    field("flaky") { writer in
      writer.array(of: history?.flaky?.cases ?? []) { writer, test in
        writer.object { writer in
          writer.field("case", test.name)
          writer.field("failures", test.failures)
        }
      }
    }
  }
}
