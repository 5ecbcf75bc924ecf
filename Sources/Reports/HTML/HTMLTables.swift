/// Tables of a page that may not grow without end.
struct HTMLTables {
  /// Bytes that rows may still take.
  private(set) var room: Int

  /// Long tables do without labels for phones: there are only names in them.
  private static let mostLabelled = 200

  /// Nothing for a table without rows.
  mutating func write(_ table: ReportTable, to writer: inout HTMLWriter) {
    guard !table.rows.isEmpty else { return }
    let title = table.folding == .always ? table.title : "\(table.title): \(table.rows.count)"
    guard table.isFolded else {
      writer.element("h3", text: table.title)
      return rows(of: table, to: &writer)
    }
    writer.element("details") { writer in
      writer.element("summary", text: title)
      rows(of: table, to: &writer)
    }
  }

  /// What no longer fits is counted.
  private mutating func rows(of table: ReportTable, to writer: inout HTMLWriter) {
    var left = 0
    writer.element("div", [("class", "wide")]) { writer in
      writer.element("table") { left = Self.lines(of: table, to: &$0, &room) }
    }
    if left > 0 { writer.element("p", [("class", "dim")], text: "and \(left) more") }
  }

  /// The answer is how many rows have no room.
  private static func lines(of table: ReportTable, to writer: inout HTMLWriter, _ room: inout Int) -> Int {
    writer.open("thead")
    writer.open("tr")
    for title in table.header {
      writer.open("th", [("scope", "col")])
      writer.words(title)
    }
    writer.open("tbody")
    for (index, cells) in table.rows.enumerated() {
      let row = row(cells, labels: table.rows.count <= mostLabelled ? table.header : [])
      guard row.text.utf8.count < room else { return table.rows.count - index }
      room -= row.text.utf8.count
      writer.append(row)
    }
    return 0
  }

  private static func row(_ cells: [ReportTable.Cell], labels: [String]) -> HTMLWriter {
    var writer = HTMLWriter()
    writer.newLine()
    writer.open("tr")
    for (index, cell) in cells.enumerated() {
      let label = index > 0 && index < labels.count && !cell.isEmpty ? labels[index] : ""
      writer.open("td", label.isEmpty ? [] : [("data-l", label)])
      writer.cell(cell)
    }
    return writer
  }
}
