import Forecast
import Runner
import Support

/// `ambit insights replay --json`.
package enum ReplayJSON {
  package static func text(_ report: ReplayReport) -> String {
    JSONWriter.report { writer in
      writer.field("asked", report.asked)
      writer.field("isCut", report.isCut)
      writer.field("remembered", report.remembered)
      writer.field("total") { $0.forecast(report.total) }
      writer.field("gates") { writer in
        guard let gates = report.gates else { return writer.null() }
        writer.object { writer in
          writer.field("runs", gates.runs)
          for gate in Gate.allCases { writer.field(gate.rawValue) { $0.decimal(gates.share(gate)) } }
        }
      }
      writer.field("estimates") { writer in
        writer.object { writer in
          writer.field("timedTestModules", report.costs.timed)
          writer.field("testModules", report.costs.tests)
          writer.field("testSecondsOfLine") { $0.decimal(report.costs.testSecondsOfLine) }
          writer.field("isTestGuessed", report.costs.isTestGuessed)
          writer.field("buildSecondsOfModule") { $0.decimal(report.costs.buildSecondsOfModule) }
          writer.field("isBuildGuessed", report.costs.isBuildGuessed)
          writer.field("timedBuilds", report.costs.timedBuilds)
          writer.field("modules", report.costs.modules)
        }
      }
      writer.field("commits") { writer in writer.array(of: report.steps) { $0.step($1) } }
      writer.warnings(report.warnings)
    }
  }
}

extension JSONWriter {
  private mutating func share(_ share: CommitForecast.Share) {
    object { writer in
      writer.field("modules", share.modules)
      writer.field("tests", share.tests)
      writer.field("cost") { $0.cost(share.cost) }
    }
  }

  fileprivate mutating func forecast(_ forecast: CommitForecast) {
    object { writer in
      writer.field("selected") { $0.share(forecast.selected) }
      writer.field("everything") { $0.share(forecast.everything) }
    }
  }

  fileprivate mutating func step(_ step: ReplayReport.Step) {
    object { writer in
      writer.field("commit", step.commit.id)
      writer.field("parent", step.commit.parent)
      writer.field("time", Timestamp.text(step.commit.time))
      writer.field("forecast") { $0.forecast(step.forecast) }
      writer.field("unknown", step.unknown)
      writer.field("note", step.commit.note)
    }
  }
}
