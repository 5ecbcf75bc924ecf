import Support

/// A comment for a pull request, no longer than hosts take.
struct MarkdownPage {
  /// GitHub's limit for a comment is 65,536 characters; the rest is for what stands around the rows.
  static let mostBytes = 60_000
  private static let mostWarnings = 20
  private static let longestMessage = 1000

  private var lines: [String] = []
  private var room = mostBytes

  /// `marker` is the comment's first line, by which a script finds it again.
  init(marker: String) { add([marker]) }

  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func add(_ more: [String]) {
    lines += more
    room -= more.reduce(0) { $0 + $1.utf8.count + 1 }
  }

  mutating func add(_ warnings: [Warning]) {
    for warning in warnings.prefix(Self.mostWarnings) {
      add(["", "> **Warning:** \(Markdown.plain(Text.cut(warning.message, to: Self.longestMessage)))"])
      add(warning.hints.map { "> Hint: \(Markdown.code(Text.cut($0, to: Self.longestMessage)))" })
    }
    let rest = warnings.count - Self.mostWarnings
    if rest > 0 { add(["", "> and \(rest) more warnings"]) }
  }
}

// MARK: Tables

extension MarkdownPage {
  mutating func add(_ tables: [ReportTable]) {
    for table in tables { add(table) }
  }

  /// Nothing for a table without rows.
  mutating func add(_ table: ReportTable) {
    guard !table.rows.isEmpty else { return }
    let counted = "<details><summary><b>\(table.title)</b>: \(table.rows.count) \(table.noun)s</summary>"
    let folded = table.folding == .always ? "<details><summary>\(table.title)</summary>" : counted
    add(["", table.isFolded ? folded : "**\(table.title)**", ""])
    rows(of: table)
    if table.isFolded { add(["", "</details>"]) }
  }

  /// What no longer fits is counted.
  private mutating func rows(of table: ReportTable) {
    add([Self.row(table.header), Self.row(table.header.map { _ in "---" })])
    for (index, cells) in table.rows.enumerated() {
      let line = Self.row(cells.map(Self.cell))
      guard line.utf8.count + 1 < room else { return add(["", "and \(table.rows.count - index) more"]) }
      add([line])
    }
  }

  private static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }

  /// Words and names of one cell, also where they stand by themselves.
  static func cell(_ cell: ReportTable.Cell) -> String {
    cell.map { span in
      switch span {
      case .code(let text): Markdown.code(text)
      case .words(let text): Markdown.plain(text)
      }
    }.joined()
  }
}
