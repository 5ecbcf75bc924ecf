package import Base

/// A table of a document. A terminal, Markdown and a page show it each in their own way.
package struct ReportTable: Sendable, Hashable {
  package struct Column: Sendable, Hashable {
    let title: String
    /// The column in a terminal. nil puts the value on its own line below the row, since there is no room beside the
    /// others.
    let layout: Table.Column?

    init(_ title: String, _ layout: Table.Column?) { (self.title, self.layout) = (title, layout) }

    package static func name(_ title: String, _ narrowest: Int = 20) -> Column {
      Column(title, .middle(narrowest))
    }
    package static func words(_ title: String) -> Column { Column(title, .left) }
    package static func number(_ title: String) -> Column { Column(title, .right) }
    /// A column whose end is cut when the line is too long.
    package static func rest(_ title: String) -> Column { Column(title, .end()) }
    package static func below(_ title: String) -> Column { Column(title, nil) }
  }

  /// The table's title; empty where a section's title stands above.
  package let title: String
  /// The word for a row: `module`.
  package let noun: String
  package let columns: [Column]
  package let rows: [[StyledText]]
  /// True when the table is folded even if it is short.
  package let isAlwaysFolded: Bool

  package init(
    _ title: String, _ noun: String, isAlwaysFolded: Bool = false, _ columns: [Column], _ rows: [[StyledText]]
  ) {
    self.title = title
    self.noun = noun
    self.isAlwaysFolded = isAlwaysFolded
    // A column without any value is left out.
    let kept = columns.indices.filter { column in rows.contains { !$0[column].spans.isEmpty } }
    self.columns = kept.map { columns[$0] }
    self.rows = rows.map { row in kept.map { row[$0] } }
  }

  /// More rows than this are folded away.
  package static let mostOpenRows = 15

  package var isFolded: Bool { isAlwaysFolded || rows.count > Self.mostOpenRows }

  /// The line of a folded table: `Reached: 40 modules`.
  package var summary: String {
    if isAlwaysFolded { return title }
    return "\(title)\(title.isEmpty ? "" : ": ")\(Wording.count(rows.count, noun))"
  }
}

// MARK: In a terminal

extension ReportTable {
  /// The title and the rows. `most` limits the rows that people see; nil shows all rows.
  ///
  /// No name is cut. Where a row does not fit, texts go below it, and then all but its first cell.
  package func lines(width: Int?, most: Int? = nil) -> [StyledText] {
    guard !rows.isEmpty else { return [] }
    let shown = rows.prefix(most ?? rows.count)
    var beside = columns.indices.filter { columns[$0].layout != nil }
    while let width, table(beside, shown).width > width,
      let last = beside.lastIndex(where: { $0 > 0 && columns[$0].layout?.truncation == .tail })
    {
      beside.remove(at: last)
    }
    let below = columns.indices.filter { !beside.contains($0) }
    let blocks = blocks(beside, shown, width)
    let titles = blocks.count - shown.count
    let rest = rows.count - shown.count
    return ["", .heading(title)].prefix(title.isEmpty ? 1 : 2) + blocks.prefix(titles).joined()
      + zip(blocks.dropFirst(titles), shown).flatMap { $0 + self.below($1, below, width) }
      + (rest > 0 ? [StyledText("  and \(rest) more", .dim)] : [])
  }

  /// The lines of each row, after those of the titles. A name that leaves too little room stands above its other cells.
  private func blocks(_ beside: [Int], _ rows: ArraySlice<[StyledText]>, _ width: Int?) -> [[StyledText]] {
    let whole = table(beside, rows)
    guard let width, beside.count > 1, columns[beside[0]].layout?.truncation == .middle, whole.width > width
    else { return whole.blocks(width: width) }
    let names = table(Array(beside.prefix(1)), rows, header: true).blocks(width: width)
    let others = table(Array(beside.dropFirst()), rows, header: true).blocks(width: width - 2)
    return zip(names, others).map { name, others in
      name + others.filter { !$0.spans.isEmpty }.map { "  \($0)" }
    }
  }

  /// The table's first row holds the titles, unless there is one column and no `header` is asked for.
  private func table(_ beside: [Int], _ rows: ArraySlice<[StyledText]>, header: Bool = false) -> Table {
    let titles = header || beside.count > 1 ? [beside.map { "\(columns[$0].title, .dim)" as StyledText }] : []
    return Table(
      [.left] + beside.compactMap { columns[$0].layout },
      (titles + rows.map { row in beside.map { row[$0] } }).map { [""] + $0 })
  }

  private func below(_ row: [StyledText], _ columns: [Int], _ width: Int?) -> [StyledText] {
    columns.filter { !row[$0].spans.isEmpty }.flatMap { column in
      let title: StyledText = "    \(self.columns[column].title.lowercased() + ":", .dim) "
      let lines = row[column].wrapped(to: width.map { max($0 - title.width, 20) })
      return lines.enumerated().map { index, line in
        (index == 0 ? title : StyledText(String(repeating: " ", count: title.width))) + line
      }
    }
  }
}

// MARK: Cells

extension StyledText {
  /// The first names of a list, and the number of the others.
  package static func names(_ names: [String], _ style: Style = .name, nobody: String = "") -> StyledText {
    guard !names.isEmpty else { return StyledText(nobody, nobody.isEmpty ? .plain : .warning) }
    let rest = names.count - mostNames
    return joined(names.prefix(mostNames).map { "\($0, style)" }, by: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }

  private static var mostNames: Int { 5 }

  package static func joined(_ parts: [StyledText], by separator: String) -> StyledText {
    parts.enumerated().reduce(into: StyledText()) { text, part in
      if part.offset > 0 { text.append(separator) }
      text += part.element
    }
  }
}

/// Names on one line.
package enum NameList {
  /// Joins as many of `names` as fit into `room` columns, and adds the number of the others. The result has at least
  /// one name. Without a limit it has all names.
  package static func text(_ names: [String], room: Int?) -> String {
    let all = names.joined(separator: ", ")
    guard let room, DisplayWidth.of(all) > room else { return all }
    var shown = names.first ?? ""
    for (index, name) in names.enumerated().dropFirst() {
      let longer = "\(shown), \(name)"
      if DisplayWidth.of("\(longer), +\(names.count - index - 1) more") > room {
        return "\(shown), +\(names.count - index) more"
      }
      shown = longer
    }
    return shown
  }
}
