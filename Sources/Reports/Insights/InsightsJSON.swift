import Forecast
import History
import Names
import Runner
import Support

/// `ambit insights --json`.
package enum InsightsJSON {
  package static func text(_ report: InsightsReport) -> String {
    JSONWriter.report { writer in
      writer.field("total") { $0.saved(report.total) }
      writer.field("uncountedRuns", report.uncounted)
      writer.field("runs") { writer in
        writer.array(of: report.runs) { writer, run in
          writer.object { writer in
            writer.field("time", Timestamp.text(run.run.facts.time))
            writer.field("outcome", run.run.outcome.rawValue)
            writer.field("unselected") { writer in
              guard let unselected = run.run.facts.unselected else { return writer.null() }
              writer.int(unselected.modules)
            }
            writer.field("saved") { $0.saved(SavedTime(run)) }
          }
        }
      }
      writer.field("slowestModules") { writer in
        writer.array(of: report.modules) { writer, module in
          writer.object { writer in
            writer.field("id", module.id.description)
            writer.field("seconds") { $0.decimal(module.seconds) }
            writer.field("passes", module.passes)
          }
        }
      }
      writer.field("slowestCases") { writer in
        writer.array(of: report.cases) { writer, test in
          writer.object { writer in
            writer.field("module", test.module.description)
            writer.field("name", test.name)
            writer.field("seconds") { $0.decimal(test.seconds) }
          }
        }
      }
      writer.field("flaky") { writer in
        writer.array(of: report.flaky) { writer, module in
          writer.object { writer in
            writer.field("id", module.id.description)
            writer.field("runs", module.runs)
            writer.field("misbehaved", module.retried + module.contradicted)
          }
        }
      }
      writer.field("costly") { writer in
        writer.array(of: report.costly) { writer, module in
          writer.object { writer in
            writer.field("id", module.id.description)
            writer.field("changes", module.changes)
            writer.field("reached", module.reached)
            writer.field("tests", module.tests)
            writer.field("change") { $0.cost(module.cost) }
            writer.field("seconds") { $0.decimal(module.total) }
          }
        }
      }
      writer.warnings(report.warnings)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func saved(_ time: SavedTime) {
    object { writer in
      writer.field("ranSeconds") { $0.decimal(time.ran) }
      writer.field("selectionSeconds") { $0.decimal(time.selection) }
      writer.field("localSeconds") { $0.decimal(time.local) }
      writer.field("remoteSeconds") { $0.decimal(time.remote) }
      writer.field("ran", time.runModules)
      writer.field("reused", time.reusedModules)
    }
  }

  mutating func cost(_ cost: Cost) {
    object { writer in
      writer.field("testSeconds") { $0.decimal(cost.tests) }
      writer.field("buildSeconds") { $0.decimal(cost.builds) }
    }
  }
}
