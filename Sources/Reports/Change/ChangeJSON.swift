import Support

/// `ambit report --json`: the parts of the page, for a page of one's own.
package enum ChangeJSON {
  package static func text(_ report: ChangeReport) -> String {
    JSONWriter.report { writer in
      writer.field("project", report.project)
      writer.field("branch", report.branch)
      writer.field("affected") { writer in
        writer.object { $0.affected(report.affected) }
      }
      writer.field("owners") { writer in
        writer.object { $0.owners(report.owners) }
      }
      writer.field("findings") { writer in
        guard let findings = report.findings else { return writer.null() }
        writer.array(of: findings) { $0.finding($1) }
      }
      writer.field("run") { writer in
        guard let run = report.run else { return writer.null() }
        writer.object { $0.run(run) }
      }
      writer.warnings(report.warnings)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func finding(_ finding: ChangeFinding) {
    object { writer in
      writer.field("rule", finding.rule)
      writer.field("severity", finding.severity.rawValue)
      writer.field("module", finding.module)
      writer.field("file", finding.file)
      writer.field("line", finding.line)
      writer.field("message", finding.message)
      writer.field("mend", finding.mend)
    }
  }

  fileprivate mutating func run(_ run: ReportedRun) {
    field("outcome", run.outcome)
    field("run", run.ran)
    field("cached", run.cached)
    field("gates", run.gates)
    field("failed", run.failed.map(\.id))
    field("noVerdict", run.unjudged.map(\.name))
    field("flaky", run.flaky)
    field("notBuilt", run.brokenPackages.map(\.folder))
    field("causes") { writer in
      writer.array(of: ChangeCauses(run).all) { writer, cause in
        writer.object { writer in
          writer.field("name", cause.name)
          writer.field("message", cause.message)
          writer.field("place", cause.place)
          writer.field("tests", cause.tests)
          writer.field("packages", cause.packages)
        }
      }
    }
    field("secondsSaved") { $0.decimal(run.secondsSaved) }
  }
}
