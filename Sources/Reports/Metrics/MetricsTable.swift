import Metrics

/// The rows of `ambit metrics` as a table.
enum MetricsTable {
  static func of(_ report: MetricsReport) -> ReportTable {
    let rows = report.isComparison ? report.rows.filter(\.differs) : report.rows
    let columns = MetricsColumn.telling(rows + [report.total], comparing: report.isComparison)
    return ReportTable(
      title(report), report.by.rawValue, header: [report.by.rawValue] + columns.map(\.title),
      rows: (rows.isEmpty ? [] : rows + [report.total]).map { row in
        [name(row, report)] + columns.map { cell(row, $0, report.isComparison) }
      })
  }

  private static func title(_ report: MetricsReport) -> String {
    let name = "\(report.by.rawValue.prefix(1).uppercased())\(report.by.rawValue.dropFirst())s"
    return report.isComparison ? "\(name) that differ" : name
  }

  private static func name(_ row: MetricsRow, _ report: MetricsReport) -> ReportTable.Cell {
    let name: ReportTable.Cell = row.name == MetricsRow.total ? .words(row.name) : .code(row.name)
    guard report.isComparison else { return name }
    switch row.state {
    case .both: return name
    case .new: return name + .words(" (new)")
    case .gone: return name + .words(" (gone)")
    }
  }

  private static func cell(_ row: MetricsRow, _ column: MetricsColumn, _ compares: Bool) -> ReportTable.Cell {
    .words(compares ? row.comparison(column.measure).text : row.text(column.measure, \.after) ?? "-")
  }
}
