/// Rows of aligned columns that fit a width.
package struct Table: Sendable {
  package struct Column: Sendable, Hashable {
    package enum Alignment: Sendable, Hashable {
      case left, right
    }

    package let alignment: Alignment
    /// The part that is cut from the column's cells when the table is too wide; nil leaves them whole.
    package let truncation: Truncation?
    /// The width to which a column is cut at most.
    package let narrowest: Int

    package init(_ alignment: Alignment = .left, truncation: Truncation? = nil, narrowest: Int = 12) {
      self.alignment = alignment
      self.truncation = truncation
      self.narrowest = narrowest
    }

    package static let left = Column()
    package static let right = Column(.right)
    /// A column whose cells are cut in the middle when the table is too wide. `end` cuts the end.
    package static func middle(_ narrowest: Int = 12) -> Column {
      Column(truncation: .middle, narrowest: narrowest)
    }
    package static func end(_ narrowest: Int = 12) -> Column {
      Column(truncation: .tail, narrowest: narrowest)
    }
  }

  private let columns: [Column]
  private let rows: [[StyledText]]
  private let gap = 2

  /// Missing cells of a row are empty.
  package init(_ columns: [Column], _ rows: [[StyledText]]) {
    precondition(rows.allSatisfy { $0.count <= columns.count }, "a row has more cells than there are columns")
    (self.columns, self.rows) = (columns, rows)
  }

  /// Rows with an indentation of two spaces.
  package static func indented(_ columns: [Column], _ rows: [[StyledText]], width: Int? = nil) -> [StyledText]
  {
    Table([.left] + columns, rows.map { [""] + $0 }).lines(width: width)
  }

  /// The rows as lines without trailing spaces. A nil width sets no limit.
  package func lines(width: Int? = nil) -> [StyledText] {
    let widths = fittedWidths(width)
    return rows.map { row in
      var line = StyledText()
      var pending = 0
      for (index, cell) in row.enumerated() where takesRoom(index, widths) {
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

  /// False for a column whose cells are all empty. The first column always counts, since it indents the others.
  private func takesRoom(_ column: Int, _ widths: [Int]) -> Bool { column == 0 || widths[column] > 0 }

  /// Narrows the widest column that may be cut, one column of text at a time, until the table fits.
  private func fittedWidths(_ limit: Int?) -> [Int] {
    var widths = columns.indices.map { index in
      rows.map { $0.indices.contains(index) ? $0[index].width : 0 }.max() ?? 0
    }
    guard let limit else { return widths }
    let shown = columns.indices.count { takesRoom($0, widths) }
    var excess = widths.reduce(0, +) + gap * max(0, shown - 1) - limit
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
