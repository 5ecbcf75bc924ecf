/// Rows of aligned columns that fit a width.
package struct Table: Sendable {
  package struct Column: Sendable, Hashable {
    package enum Alignment: Sendable, Hashable {
      case left, right
    }

    package var alignment = Alignment.left
    /// The part that is cut from the column's cells when the table is too wide; nil leaves them whole.
    package var truncation: Truncation?
    /// The width to which a column is cut at most.
    package var narrowest = 12

    package static let left = Column()
    package static let right = Column(alignment: .right)
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
  ///
  /// A row whose names do not fit takes several lines, unless `cutsNames` is true.
  package func lines(width: Int? = nil, cutsNames: Bool = false) -> [StyledText] {
    blocks(width: width, cutsNames: cutsNames).flatMap(\.self)
  }

  /// The lines of each row.
  package func blocks(width: Int?, cutsNames: Bool = false) -> [[StyledText]] {
    let widths = fittedWidths(width)
    return rows.map { row in
      let fits = zip(columns, row).enumerated().allSatisfy { index, cell in
        cell.0.truncation != .middle || cell.1.width <= widths[index]
      }
      guard let width, !fits, !cutsNames else { return [aligned(row, widths)] }
      return flowing(row, width)
    }
  }

  private func aligned(_ row: [StyledText], _ widths: [Int]) -> StyledText {
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

  /// The cells one after the other. What does not fit into a line begins the next one, further to the right.
  private func flowing(_ row: [StyledText], _ limit: Int) -> [StyledText] {
    let start = row.first?.spans.isEmpty == true ? gap : 0
    let indent = StyledText(String(repeating: " ", count: start + 2 * gap))
    var lines: [StyledText] = []
    for cell in row where !cell.spans.isEmpty {
      if let last = lines.last, last.width + gap + cell.width <= limit {
        lines[lines.count - 1] = last + StyledText(String(repeating: " ", count: gap)) + cell
      } else if lines.isEmpty {
        lines = [StyledText(String(repeating: " ", count: start)) + cell]
      } else {
        lines += cell.wrapped(to: limit - indent.width).map { indent + $0 }
      }
    }
    return lines
  }

  /// False for a column whose cells are all empty. The first column always counts, since it indents the others.
  private func takesRoom(_ column: Int, _ widths: [Int]) -> Bool { column == 0 || widths[column] > 0 }

  private var wholeWidths: [Int] {
    columns.indices.map { index in
      rows.map { $0.indices.contains(index) ? $0[index].width : 0 }.max() ?? 0
    }
  }

  private func width(_ widths: [Int]) -> Int {
    let shown = columns.indices.count { takesRoom($0, widths) }
    return widths.reduce(0, +) + gap * max(0, shown - 1)
  }

  /// The width of the whole table when nothing is cut.
  package var width: Int { width(wholeWidths) }

  /// Narrows the widest column that may be cut, one column of text at a time, until the table fits. Names, which are cut in
  /// the middle, come last.
  private func fittedWidths(_ limit: Int?) -> [Int] {
    var widths = wholeWidths
    guard let limit else { return widths }
    var excess = width(widths) - limit
    while excess > 0 {
      let candidates = columns.indices.filter {
        columns[$0].truncation != nil && widths[$0] > columns[$0].narrowest
      }
      let ends = candidates.filter { columns[$0].truncation == .tail }
      guard let widest = (ends.isEmpty ? candidates : ends).max(by: { widths[$0] < widths[$1] }) else {
        break
      }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}
