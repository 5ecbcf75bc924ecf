import Config
import Names
import Rules
import Support

/// `ambit lint --json`.
package enum LintJSON {
  package static func text(_ report: LintReport) -> String {
    JSONWriter.report { writer in
      if let revisions = report.revisions { writer.revisions(revisions) }
      writer.field("outcome", report.fails ? "failed" : "passed")
      writer.field("findings") { writer in
        writer.array(of: report.entries) { $0.entry($1) }
      }
      writer.field("totals") { writer in
        writer.object { writer in
          writer.field("modules", report.moduleCount)
          writer.field("errors", report.count(of: .error))
          writer.field("warnings", report.count(of: .warning))
          writer.field("known", report.knownCount)
          writer.field("stale", report.staleCount)
        }
      }
      writer.warnings(report.warnings)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func entry(_ entry: LintReport.Entry) {
    let finding = entry.finding
    object { writer in
      writer.field("rule", finding.rule.id)
      writer.field("severity", finding.severity.rawValue)
      writer.field("known", entry.isKnown)
      writer.field("package", finding.package.description)
      writer.field("module", finding.module?.description)
      writer.field("other", finding.other?.description)
      writer.field("subject", finding.subject)
      writer.field("chain", finding.chain.map(\.description))
      writer.field("file", finding.file.description)
      writer.field("line", finding.line)
      writer.field("message", finding.message)
      writer.field("why", finding.why)
      writer.field("mend", finding.mend)
      writer.field("fingerprint", finding.fingerprint)
    }
  }
}
