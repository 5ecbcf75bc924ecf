import Metrics
import Support

/// `ambit metrics --json`.
package enum MetricsJSON {
  package static func text(_ report: MetricsReport) -> String {
    JSONWriter.report { writer in
      writer.revisions(report.revisions)
      writer.field("by", report.by.rawValue)
      writer.field("changes") { writer in
        guard let window = report.window else { return writer.null() }
        writer.object { writer in
          writer.field("days", window.days)
          writer.field("commits", window.commits)
          writer.field("isCut", window.isCut)
          writer.field("isLimited", window.isLimited)
        }
      }
      writer.field("rows") { writer in
        writer.array(of: report.rows) { $0.row($1, report.isComparison) }
      }
      writer.field("total") { $0.row(report.total, report.isComparison) }
      writer.warnings(report.warnings)
    }
  }
}

extension JSONWriter {
  /// One revision's numbers lie in `measures`; those of two in `before`, `after` and `difference`.
  fileprivate mutating func row(_ row: MetricsRow, _ compares: Bool) {
    object { writer in
      writer.field("name", row.name)
      guard compares else { return writer.measures("measures") { row.value($0) } }
      writer.measures("before", isThere: row.before != nil) { measure in
        row.before.flatMap { measure.value(in: $0) }
      }
      writer.measures("after", isThere: row.after != nil) { measure in
        row.after.flatMap { measure.value(in: $0) }
      }
      writer.measures("difference", isThere: row.before != nil && row.after != nil) { row.difference($0) }
    }
  }

  private mutating func measures(_ key: String, isThere: Bool = true, _ value: (Measure) -> Double?) {
    field(key) { writer in
      guard isThere else { return writer.null() }
      writer.object { writer in
        for measure in Measure.allCases {
          writer.field(measure.rawValue) { writer in
            guard let value = value(measure) else { return writer.null() }
            if measure.isFractional { writer.decimal(value) } else { writer.int(Int(value)) }
          }
        }
      }
    }
  }
}
