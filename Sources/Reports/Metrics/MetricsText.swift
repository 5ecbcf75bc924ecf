import Metrics
package import Terminal

/// `ambit metrics` for people.
package struct MetricsText {
  private let width: Int?
  /// Whether rows without a difference are shown, and all columns.
  private let showsAll: Bool

  package init(width: Int?, showsAll: Bool) {
    self.width = width
    self.showsAll = showsAll
  }

  package func lines(_ report: MetricsReport) -> [StyledText] {
    let rows = report.isComparison && !showsAll ? report.rows.filter(\.differs) : report.rows
    guard !rows.isEmpty else {
      return [
        headline(report),
        StyledText(report.isComparison ? "Nothing that is measured differs" : "No module is selected", .dim),
      ]
    }
    return [headline(report), ""] + table(rows, report) + notes(report, rows)
  }

  private func headline(_ report: MetricsReport) -> StyledText {
    let total = report.total.after ?? Measures()
    let sizes =
      "\(total.code) lines of code, \(total.testCode) of tests, "
      + Wording.count(total.tests, "test case")
    let line =
      StyledText(Wording.count(total.modules + total.testModules, "module"), .heading)
      + StyledText(", \(total.testModules) of them tests: \(sizes)")
    guard let base = report.revisions.base else { return line }
    return line + StyledText(" (compared with \(base.ref), \(base.commit.prefix(8)))", .dim)
  }

  private func notes(_ report: MetricsReport, _ shown: [MetricsRow]) -> [StyledText] {
    var notes: [String] = []
    let alike = report.rows.count - shown.count
    if alike > 0 { notes.append("\(Wording.count(alike, report.by.rawValue)) without a difference: -v") }
    let hidden = columns(shown, report).hidden
    if !hidden.isEmpty {
      notes.append("left out, as the terminal is narrow: \(hidden.map(\.title).joined(separator: ", "))")
    }
    if let window = report.window { notes.append(window.text) }
    return [""] + notes.map { StyledText($0, .dim) }
  }
}

extension MetricsReport.Window {
  var text: String {
    let reach = isLimited ? "the last \(commits) commits" : "\(Wording.count(commits, "commit"))"
    return "changes: of \(reach) in \(Wording.count(days, "day")) up to the head's"
      + (isCut ? "; this clone lacks some of history" : "")
  }
}

// MARK: The table

extension MetricsText {
  private func table(_ rows: [MetricsRow], _ report: MetricsReport) -> [StyledText] {
    let columns = columns(rows, report).shown
    var table = Table(
      columns: [.init(), .init(truncation: .middle, narrowest: 20)] + columns.map { _ in .init(.right) })
    table.add(
      [StyledText(), StyledText(report.by.rawValue, .dim)] + columns.map { StyledText($0.title, .dim) })
    for row in rows { table.add(cells(row, columns, report.isComparison)) }
    if rows.count > 1 { table.add(cells(report.total, columns, report.isComparison)) }
    return table.lines(width: width)
  }

  private func cells(_ row: MetricsRow, _ columns: [MetricsColumn], _ compares: Bool) -> [StyledText] {
    let isTotal = row.name == MetricsRow.total
    let name = StyledText(row.name, isTotal ? .heading : .module)
    guard compares else {
      return [StyledText(), name] + columns.map { StyledText(row.text($0.measure, \.after) ?? "-") }
    }
    let mark =
      switch row.state {
      case .both: StyledText()
      case .new: StyledText("+", .good)
      case .gone: StyledText("-", .bad)
      }
    return [mark, name]
      + columns.map { column in
        let cell = row.comparison(column.measure)
        return StyledText(cell.text, cell.differs ? .plain : .dim)
      }
  }

  /// As many as there is room for, those that say least left out first.
  private func columns(
    _ rows: [MetricsRow], _ report: MetricsReport
  ) -> (shown: [MetricsColumn], hidden: [MetricsColumn]) {
    let rows = rows + [report.total]
    var shown = MetricsColumn.telling(rows, comparing: report.isComparison && !showsAll)
    var hidden: [MetricsColumn] = []
    guard let width else { return (shown, []) }
    func needed() -> Int {
      let name = min(20, rows.map { DisplayWidth.of($0.name) }.max() ?? 0)
      return shown.reduce(name + 2) { sum, column in
        let cells = rows.map { row in
          report.isComparison
            ? row.comparison(column.measure).text.count
            : (row.text(column.measure, \.after) ?? "-").count
        }
        return sum + 2 + max(column.title.count, cells.max() ?? 0)
      }
    }
    while shown.count > 1, needed() > width, let least = shown.max(by: { $0.rank < $1.rank }) {
      shown.removeAll { $0 == least }
      hidden.append(least)
    }
    return (shown, hidden)
  }
}

extension MetricsRow {
  /// What the row of everything is called.
  package static let total = "all"
}
