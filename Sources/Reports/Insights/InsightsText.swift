import Support
package import Terminal

/// `ambit insights` for people.
package struct InsightsText {
  private let width: Int?

  package init(width: Int?) { self.width = width }

  package func lines(_ document: InsightsDocument) -> [StyledText] {
    var lines = [StyledText(document.title, .heading)] + document.lead.map { StyledText($0) }
    for table in document.tables where !table.rows.isEmpty {
      lines += ["", StyledText(table.title, .heading)] + self.lines(of: table)
    }
    if !document.notes.isEmpty { lines += [""] + document.notes.map { StyledText($0, .dim) } }
    return lines
  }

  private func lines(of table: ReportTable) -> [StyledText] {
    // Names stand to the left, numbers to the right.
    let isName = table.header.indices.map { column in
      table.rows.contains { row in
        row[column].contains { if case .code = $0 { true } else { false } }
      }
    }
    var shown = Table(
      columns: [.init()]
        + isName.enumerated().map { column, isName in
          isName ? .init(truncation: .middle, narrowest: 20) : .init(column == 0 ? .left : .right)
        })
    shown.add([StyledText()] + table.header.map { StyledText($0, .dim) })
    for row in table.rows { shown.add([StyledText()] + row.map(Self.cell)) }
    return shown.lines(width: width)
  }

  private static func cell(_ cell: ReportTable.Cell) -> StyledText {
    cell.reduce(StyledText()) { text, span in
      switch span {
      case .code(let name): text + StyledText(Text.escapingControls(name), .module)
      case .words(let words): text + StyledText(Text.escapingControls(words))
      }
    }
  }
}
