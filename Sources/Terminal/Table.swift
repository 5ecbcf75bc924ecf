/// Rows of aligned columns that fit a width.
package struct Table: Sendable {
  package struct Column: Sendable, Hashable {
    package enum Alignment: Sendable, Hashable {
      case left, right
    }

    package let alignment: Alignment
    /// How the column's cells are cut where the table is too wide; nil: never.
    package let truncation: Truncation?
    /// Cutting goes no further than this.
    package let narrowest: Int

    package init(_ alignment: Alignment = .left, truncation: Truncation? = nil, narrowest: Int = 12) {
      self.alignment = alignment
      self.truncation = truncation
      self.narrowest = narrowest
    }
  }

  private let columns: [Column]
  private var rows: [[StyledText]] = []
  private let gap = 2

  package init(columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row; missing cells are empty.
  package mutating func add(_ cells: [StyledText]) {
    precondition(cells.count <= columns.count, "a row of \(cells.count) cells in \(columns.count) columns")
    rows.append(cells)
  }

  /// The rows as lines without trailing spaces. A nil width sets no limit.
  package func lines(width: Int? = nil) -> [StyledText] {
    let widths = fittedWidths(width)
    return rows.map { row in
      var line = StyledText()
      var pending = 0
      for (index, cell) in row.enumerated() {
        let column = columns[index]
        let cell = cell.truncated(to: widths[index], column.truncation ?? .tail)
        let pad = widths[index] - cell.width
        let before = column.alignment == .right ? pad : 0
        if !cell.spans.isEmpty {
          line.append(String(repeating: " ", count: pending + before))
          line += cell
          pending = 0
        } else {
          pending += before
        }
        pending += pad - before + gap
      }
      return line
    }
  }

  /// Takes what is too much from the widest column that may be cut, again and again.
  private func fittedWidths(_ limit: Int?) -> [Int] {
    var widths = columns.indices.map { index in
      rows.map { $0.indices.contains(index) ? $0[index].width : 0 }.max() ?? 0
    }
    guard let limit else { return widths }
    var excess = widths.reduce(0, +) + gap * max(0, columns.count - 1) - limit
    while excess > 0 {
      let candidates = columns.indices.filter {
        columns[$0].truncation != nil && widths[$0] > columns[$0].narrowest
      }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}
