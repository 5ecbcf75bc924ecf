import AffectedGraph
import Names
import Runner
import Support
import Terminal

/// `plan --json`, and what `--out` writes: a contract, field by field.
package enum PlanJSON {
  package static func text(_ report: PlanReport) -> String {
    JSONWriter.report { writer in
      writer.field("selection", report.affected.selection.scope.rawValue)
      writer.revisions(report.affected.revisions)
      writer.field("build", report.build)
      writer.field("modules") { writer in
        writer.array(of: report.tests) { $0.module($1, report) }
      }
      writer.field("builds") { writer in
        writer.array(of: report.builds) { writer, id in
          writer.object { writer in
            writer.field("id", id.description)
            writer.field("needed", report.toBuild.contains(id))
            writer.field("shard", report.sharding?.number(of: id))
          }
        }
      }
      writer.shards(report)
      writer.field("digest", report.digest)
      writer.field("totals") { writer in
        writer.object { writer in
          writer.field("tests", report.tests.count)
          writer.field("run", report.running.count)
          writer.field("cached", report.cached)
          writer.field("gates", report.gates)
          writer.field("expectedSeconds") { $0.decimal(report.expectedSeconds) }
          writer.field("buildSeconds") { writer in
            if let seconds = report.buildSeconds { writer.decimal(seconds) } else { writer.null() }
          }
        }
      }
      writer.warningField("fallback", report.affected.fallback)
      writer.warnings(report.affected.warnings)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func module(_ module: PlanReport.Module, _ report: PlanReport) {
    object { writer in
      writer.field("id", module.id.description)
      writer.field("runs", module.runs)
      writer.field("gate", module.gate?.rawValue)
      writer.field("excuse", module.excuse)
      writer.field("expectedSeconds") { writer in
        if let seconds = module.expectedSeconds { writer.decimal(seconds) } else { writer.null() }
      }
      writer.field("reason", module.reason.map { ReasonText.line($0).plain })
      writer.field("shard", report.sharding?.number(of: module.id))
    }
  }

  /// null where one machine does it all.
  fileprivate mutating func shards(_ report: PlanReport) {
    field("shards") { writer in
      guard let sharding = report.sharding else { return writer.null() }
      writer.array(of: zip(sharding.shards, sharding.seconds).enumerated()) { writer, shard in
        writer.object { writer in
          writer.field("number", shard.offset + 1)
          writer.field("modules", shard.element.0.count)
          writer.field("expectedSeconds") { $0.decimal(shard.element.1) }
        }
      }
    }
  }
}
