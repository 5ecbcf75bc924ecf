import Base
import GitBridge
import Reports
import Session
import SwiftSources

/// The document of `ambit metrics`, for the terminal and for a pull request.
struct MetricsDocument {
  /// The width of the terminal; nil leaves room for all columns.
  let width: Int?
  /// True to show all columns, and rows without a difference.
  let showsAll: Bool

  /// The line by which a script finds its comment again. The line is a contract.
  private static let marker = "<!-- ambit:metrics -->"

  func document(_ report: MetricsReport) -> Document {
    let rows = report.isComparison && !showsAll ? report.rows.filter(\.differs) : report.rows
    let start: [Document.Part] = [.title(headline(report)), .warnings(report.warnings)]
    guard !rows.isEmpty else {
      let words = report.isComparison ? "No metric differs" : "No module is selected"
      return Document(marker: Self.marker, start + [.text(StyledText(words, .dim))])
    }
    let (columns, hidden) = columns(rows, report)
    let alike = report.rows.count - rows.count
    let notes = [
      alike > 0 ? "\(Wording.count(alike, report.by.rawValue)) unchanged: show with -v" : nil,
      hidden.isEmpty
        ? nil : "left out in this narrow terminal: \(hidden.map(\.title).joined(separator: ", "))",
      report.window?.text,
    ].compactMap(\.self)
    return Document(
      marker: Self.marker,
      start + [.table(table(rows, columns, report))] + notes.map { .note(StyledText($0)) })
  }

  private func headline(_ report: MetricsReport) -> StyledText {
    let total = report.total.after ?? Measures()
    let base = report.revisions.base.map { " (compared with \($0.ref), \($0.commit.prefix(8)))" } ?? ""
    return """
      \(Wording.count(total.modules + total.testModules, "module"), .heading), \(total.testModules) of them tests: \
      \(total.code) lines of code, \(total.testCode) of tests, \(Wording.count(total.tests, "test case"))\(base, .dim)
      """
  }
}

extension RecentCommits {
  var text: String {
    let reach = isLimited ? "the last \(count) commits" : "\(Wording.count(count, "commit"))"
    return "changes: counted over \(reach) in \(Wording.count(days, "day"))"
      + (isCut ? "; this clone lacks older commits" : "")
  }
}

// MARK: The table

extension MetricsDocument {
  private func table(
    _ rows: [MetricsRow], _ columns: [MetricsColumn], _ report: MetricsReport
  ) -> ReportTable {
    ReportTable(
      "", report.by.rawValue,
      [.name(report.by.rawValue)] + columns.map { .number($0.title) },
      (rows + (rows.count > 1 ? [report.total] : [])).map { cells($0, columns, report.isComparison) })
  }

  private func cells(_ row: MetricsRow, _ columns: [MetricsColumn], _ compares: Bool) -> [StyledText] {
    let name = StyledText(row.name, row.name == MetricsRow.total ? .heading : .module)
    guard compares else { return [name] + columns.map { "\(row.text($0.measure, \.after) ?? "-")" } }
    let mark: StyledText =
      row.before == nil ? "\(" (new)", .good)" : row.after == nil ? "\(" (gone)", .bad)" : ""
    return [name + mark]
      + columns.map { column in
        let cell = row.comparison(column.measure)
        return StyledText(cell.text, cell.differs ? .plain : .dim)
      }
  }

  /// The columns that fit. The least important columns are left out first. Where important columns do not fit beside
  /// the names, a name stands above its values, and more columns fit.
  private func columns(
    _ rows: [MetricsRow], _ report: MetricsReport
  ) -> (shown: [MetricsColumn], hidden: [MetricsColumn]) {
    let rows = rows + [report.total]
    let all = MetricsColumn.telling(rows, comparing: report.isComparison && !showsAll)
    guard let width else { return (all, []) }
    let widths = Dictionary(
      uniqueKeysWithValues: all.map { column in
        let cells = rows.map { row in
          report.isComparison
            ? row.comparison(column.measure).text.count
            : (row.text(column.measure, \.after) ?? "-").count
        }
        return (column, max(column.title.count, cells.max() ?? 0))
      })
    let name = rows.map { DisplayWidth.of($0.name) }.max() ?? 0
    let beside = Self.fitting(all, widths, width - name - 2)
    let isWhole = beside.hidden.allSatisfy { !$0.isImportant }
    return isWhole ? beside : Self.fitting(all, widths, width - 2)
  }

  /// The columns that fit into `room`, and the others.
  private static func fitting(
    _ columns: [MetricsColumn], _ widths: [MetricsColumn: Int], _ room: Int
  ) -> (shown: [MetricsColumn], hidden: [MetricsColumn]) {
    var (shown, hidden): ([MetricsColumn], [MetricsColumn]) = (columns, [])
    func needed() -> Int { shown.reduce(0) { $0 + 2 + (widths[$1] ?? 0) } }
    while shown.count > 1, needed() > room, let least = shown.max(by: { $0.rank < $1.rank }) {
      shown.removeAll { $0 == least }
      hidden.append(least)
    }
    return (shown, hidden)
  }
}

extension MetricsRow {
  /// The name of the total row.
  static let total = "all"
}

/// A column of the table for people.
struct MetricsColumn: Sendable, Hashable {
  let measure: Measure
  let title: String
  /// The order of columns by importance. On a narrow terminal the column with the highest rank is left out first.
  let rank: Int

  /// True for a column that no terminal leaves out if it has room below the names.
  var isImportant: Bool { rank <= 2 }

  static let all = [
    MetricsColumn(measure: .code, title: "code", rank: 0),
    MetricsColumn(measure: .testCode, title: "test code", rank: 5),
    MetricsColumn(measure: .tests, title: "tests", rank: 3),
    MetricsColumn(measure: .coverage, title: "coverage", rank: 4),
    MetricsColumn(measure: .fanIn, title: "fan-in", rank: 7),
    MetricsColumn(measure: .fanOut, title: "fan-out", rank: 8),
    MetricsColumn(measure: .instability, title: "instability", rank: 2),
    MetricsColumn(measure: .depth, title: "depth", rank: 10),
    MetricsColumn(measure: .dependents, title: "dependents", rank: 1),
    MetricsColumn(measure: .dependentTests, title: "their tests", rank: 11),
    MetricsColumn(measure: .dependentSeconds, title: "their time", rank: 9),
    MetricsColumn(measure: .testSeconds, title: "own tests", rank: 12),
    MetricsColumn(measure: .buildSeconds, title: "build", rank: 13),
    MetricsColumn(measure: .changes, title: "changes", rank: 6),
  ]

  /// The columns with a value in these rows. In a comparison only columns with a difference.
  static func telling(_ rows: [MetricsRow], comparing: Bool) -> [MetricsColumn] {
    all.filter { column in
      rows.contains { row in
        comparing
          ? row.before == nil || row.after == nil
            || row.text(column.measure, \.before)
              != row.text(column.measure, \.after)
          : row.value(column.measure) != nil
      } && (column.measure == .code || rows.contains { $0.value(column.measure) != nil })
    }
  }
}

extension MetricsRow {
  func text(_ measure: Measure, _ side: KeyPath<MetricsRow, Measures?>) -> String? {
    self[keyPath: side].flatMap { measure.value(in: $0) }.map(measure.text)
  }

  /// `120`, or `100 → 120` where the values differ.
  func comparison(_ measure: Measure) -> (text: String, differs: Bool) {
    let (old, new) = (text(measure, \.before), text(measure, \.after))
    if before == nil || after == nil { return ((new ?? old) ?? "-", true) }
    return old == new ? (new ?? "-", false) : ("\(old ?? "-") → \(new ?? "-")", true)
  }
}

extension Measure {
  /// The value in the form that people read.
  func text(_ value: Double) -> String {
    switch self {
    case .coverage: LineCoverage.text(value)
    case .instability: Self.hundredths(value)
    case .dependentSeconds, .testSeconds, .buildSeconds: Wording.duration(.seconds(value))
    default: "\(Int(value))"
    }
  }

  private static func hundredths(_ value: Double) -> String {
    let whole = Int((value * 100).rounded())
    return "\(whole / 100).\("\(100 + whole % 100)".dropFirst())"
  }
}
