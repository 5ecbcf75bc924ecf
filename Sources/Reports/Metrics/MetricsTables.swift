import Metrics

/// What `ambit metrics` tells, as tables of a page.
enum MetricsTables {
  static func tables(_ report: MetricsReport) -> [ReportTable] {
    report.sections.map { section in
      let rows = report.isComparison ? section.rows.filter(\.differs) : section.rows
      let columns = MetricsColumn.telling(rows + [report.total], comparing: report.isComparison)
      return ReportTable(
        title(section, report), section.by.rawValue,
        header: [section.by.rawValue] + columns.map(\.title),
        rows: (rows.isEmpty ? [] : rows + [report.total]).map { row in
          [name(row, report)] + columns.map { cell(row, $0, report.isComparison) }
        })
    }
  }

  private static func title(_ section: MetricsReport.Section, _ report: MetricsReport) -> String {
    let name = "\(section.by.rawValue.prefix(1).uppercased())\(section.by.rawValue.dropFirst())s"
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
