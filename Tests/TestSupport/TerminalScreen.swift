/// A terminal as far as the product uses one: what is written moves a cursor over a grid of cells, and a change
/// of width wraps lines anew, as most terminals do.
package struct TerminalScreen {
  private struct Row: Equatable {
    var cells: [Character] = []
    /// Whether the next row goes on with this one's line.
    var isWrapped = false
  }

  /// The second cell of a wide character.
  private static let filler: Character = "\u{0}"

  package private(set) var columns: Int
  private var rows = [Row()]
  private var row = 0
  private var column = 0
  private let widthOf: (Character) -> Int

  package init(columns: Int, widthOf: @escaping (Character) -> Int = { _ in 1 }) {
    self.columns = columns
    self.widthOf = widthOf
  }

  /// What can be read on it, without what is blank at the ends.
  package var lines: [String] {
    var lines = rows.map { row in
      var text = String(row.cells.filter { $0 != Self.filler })
      while text.last == " " { text.removeLast() }
      return text
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  package mutating func write(_ text: String) {
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "\r": column = 0
      case "\n", "\r\n":
        row += 1
        column = 0
        if row == rows.count { rows.append(Row()) }
      case "\u{1B}": runSequence(&rest)
      default: put(character)
      }
    }
  }

  private mutating func put(_ character: Character) {
    let width = widthOf(character)
    guard width > 0 else { return }
    if column + width > columns {
      rows[row].isWrapped = true
      row += 1
      column = 0
      if row == rows.count { rows.append(Row()) }
    }
    while rows[row].cells.count < column + width { rows[row].cells.append(" ") }
    rows[row].cells[column] = character
    if width == 2 { rows[row].cells[column + 1] = Self.filler }
    column += width
  }

  /// Cursor up, the two ways of erasing, and colours, which are not looked at; anything else is a mistake.
  private mutating func runSequence(_ rest: inout Substring) {
    guard rest.popFirst() == "[" else { preconditionFailure("a sequence that is not known") }
    let parameters = rest.prefix { $0.isNumber || $0 == ";" }
    rest = rest.dropFirst(parameters.count)
    switch rest.popFirst() {
    case "m": break
    case "A": row = max(0, row - (Int(parameters) ?? 1))
    case "K": eraseLine()
    case "J":
      eraseLine()
      rows.removeLast(rows.count - row - 1)
    default: preconditionFailure("a sequence that is not known")
    }
  }

  private mutating func eraseLine() {
    rows[row].cells = Array(rows[row].cells.prefix(column))
    rows[row].isWrapped = false
  }

  /// The cursor stays at the character it is at.
  package mutating func resize(columns: Int) {
    self.columns = columns
    let old = rows
    let (oldRow, oldColumn) = (row, column)
    rows = []
    var line: [Character] = []
    var offset: Int?
    for (index, current) in old.enumerated() {
      if index == oldRow { offset = line.count + oldColumn }
      line += current.cells
      if current.isWrapped { continue }
      append(line, cursor: offset)
      line = []
      offset = nil
    }
  }

  private mutating func append(_ line: [Character], cursor offset: Int?) {
    let first = rows.count
    var rest = line[...]
    repeat {
      var part = rest.prefix(columns)
      // A wide character is not cut in two.
      if part.count < rest.count, rest[part.endIndex] == Self.filler { part = part.dropLast() }
      rest = rest.dropFirst(part.count)
      rows.append(Row(cells: Array(part), isWrapped: !rest.isEmpty))
    } while !rest.isEmpty
    guard let offset else { return }
    row = min(first + offset / columns, rows.count - 1)
    column = offset % columns
  }
}
