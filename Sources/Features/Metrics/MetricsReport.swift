import Base
import Reports

/// The result of `ambit metrics`, of one revision or of two.
struct MetricsReport: Sendable {
  /// The commits that count as changes.
  struct Window: Sendable, Hashable {
    let days: Int
    let commits: Int
    /// True when the clone lacks some of the commits. `isLimited` is true when the limit left out some of them.
    let isCut: Bool
    let isLimited: Bool
  }

  let revisions: ComparedRevisions
  let by: MetricsGrouping
  let rows: [MetricsRow]
  let total: MetricsRow
  /// The commits that were counted; nil before the first commit.
  let window: Window?
  let warnings: [Warning]

  var isComparison: Bool { revisions.base != nil }
}

/// `ambit metrics --json`.
enum MetricsJSON {
  static func text(_ report: MetricsReport) -> String {
    let window = report.window.map { window -> JSON in
      [
        "days": window.days, "commits": window.commits, "isCut": window.isCut,
        "isLimited": window.isLimited,
      ]
    }
    return JSON.report([
      "base": report.revisions.base?.json, "head": report.revisions.head.json, "by": report.by.rawValue,
      "changes": window, "rows": report.rows.lazy.map { row($0, report.isComparison) },
      "total": row(report.total, report.isComparison), "warnings": report.warnings,
    ])
  }

  /// The numbers of one revision are in `measures`; those of two in `before`, `after` and `difference`.
  private static func row(_ row: MetricsRow, _ compares: Bool) -> JSON {
    guard compares else { return ["name": row.name, "measures": measures { row.value($0) }] }
    let isInBoth = row.before != nil && row.after != nil
    return [
      "name": row.name, "before": row.before.map { before in measures { $0.value(in: before) } },
      "after": row.after.map { after in measures { $0.value(in: after) } },
      "difference": isInBoth ? measures { row.difference($0) } : nil,
    ]
  }

  private static func measures(_ value: (Measure) -> Double?) -> JSON {
    JSON(
      fields: Measure.allCases.map { measure in
        let number = value(measure)
        let value: any JSONValue = if measure.isFractional { number } else { number.map { Int($0) } }
        return (measure.rawValue, value)
      })
  }
}
