import History
import Names
import Runner
import Support

/// `ambit history --json`: all there is, where people see the first few.
package enum HistoryJSON {
  package static func text(_ report: HistoryReport) -> String {
    JSONWriter.report { writer in
      switch report {
      case .runs(let runs, let total):
        writer.field("total", total)
        writer.field("runs") { $0.array(of: runs) { $0.run($1) } }
      case .slowest(let modules, let cases, let runs):
        writer.field("total", runs)
        writer.field("modules") { $0.array(of: modules) { $0.duration($1) } }
        writer.field("cases") { $0.array(of: cases) { $0.duration($1) } }
      case .flaky(let modules, let runs):
        writer.field("total", runs)
        writer.field("flaky") { $0.array(of: modules) { $0.flaky($1) } }
      case .module(let id, let seconds, let story):
        writer.field("id", id.description)
        writer.field("expectedSeconds") { writer in
          if let seconds { writer.decimal(seconds) } else { writer.null() }
        }
        writer.field("runs") { $0.array(of: story) { $0.part($1) } }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func run(_ run: RecordedRun) {
    object { writer in
      writer.field("time", Timestamp.text(run.facts.time))
      writer.field("action", run.facts.action)
      writer.field("outcome", run.outcome.rawValue)
      writer.field("selection", run.facts.selection)
      writer.field("filtered", run.facts.isFiltered)
      writer.field("base", run.facts.base)
      writer.field("head", run.facts.head)
      writer.field("affected", run.facts.affected)
      writer.field("run", run.ran)
      writer.field("cached", run.cached)
      writer.field("gates", run.gates)
      writer.field("failed", run.failed)
      writer.field("seconds") { $0.decimal(run.facts.seconds) }
      writer.field("secondsSaved") { $0.decimal(run.facts.secondsSaved) }
      writer.field("buildSeconds") { $0.decimal(run.buildSeconds) }
    }
  }

  fileprivate mutating func part(_ part: RecordedModule) {
    object { writer in
      writer.field("time", Timestamp.text(part.time))
      writer.field("outcome", part.outcome.rawValue)
      writer.field("source", part.source.rawValue)
      writer.field("gate", part.gate?.rawValue)
      writer.field("filtered", part.isFiltered)
      writer.field("head", part.head)
      writer.field("key", part.key)
      writer.field("seconds") { $0.decimal(part.seconds) }
      writer.field("attempts", part.attempts)
      writer.field("failed", part.failedCases)
    }
  }

  fileprivate mutating func duration(_ module: ModuleDuration) {
    object { writer in
      writer.field("id", module.id.description)
      writer.field("seconds") { $0.decimal(module.seconds) }
      writer.field("passes", module.passes)
    }
  }

  fileprivate mutating func duration(_ test: CaseDuration) {
    object { writer in
      writer.field("module", test.module.description)
      writer.field("case", test.name)
      writer.field("seconds") { $0.decimal(test.seconds) }
      writer.field("passes", test.passes)
    }
  }

  fileprivate mutating func flaky(_ module: FlakyModule) {
    object { writer in
      writer.field("id", module.id.description)
      writer.field("runs", module.runs)
      writer.field("retried", module.retried)
      writer.field("contradicted", module.contradicted)
      writer.field("last", Timestamp.text(module.last))
      writer.field("cases") { writer in
        writer.array(of: module.cases) { writer, test in
          writer.object { writer in
            writer.field("case", test.name)
            writer.field("failures", test.failures)
          }
        }
      }
    }
  }
}
