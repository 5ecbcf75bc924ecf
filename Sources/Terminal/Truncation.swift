/// Which part of a text that does not fit gives way.
package enum Truncation: Sendable, Hashable {
  /// Keep the beginning.
  case tail
  /// Keep both ends: right for paths and module ids, whose last part tells most.
  case middle
}

extension StyledText {
  /// The text in at most `width` columns, with an ellipsis where something was left out.
  package func truncated(to width: Int, _ truncation: Truncation = .tail) -> StyledText {
    guard self.width > width else { return self }
    guard width > 0 else { return StyledText() }
    let room = width - 1
    let back = truncation == .middle ? room / 2 : 0
    let cells = spans.flatMap { span in span.text.map { Cell(character: $0, style: span.style) } }
    let head = Self.fitting(cells, room - back)
    let tail = Self.fitting(cells.reversed(), back).reversed()
    let ellipsis = Cell(character: "…", style: (head.last ?? cells.first)?.style ?? .plain)
    return Self.joined(head + [ellipsis] + tail)
  }

  private struct Cell {
    let character: Character
    let style: Style
  }

  private static func fitting(_ cells: [Cell], _ width: Int) -> ArraySlice<Cell> {
    var used = 0
    return cells.prefix {
      used += DisplayWidth.of($0.character)
      return used <= width
    }
  }

  private static func joined(_ cells: [Cell]) -> StyledText {
    var spans: [Span] = []
    for cell in cells {
      if let last = spans.last, last.style == cell.style {
        spans[spans.count - 1] = Span(style: last.style, text: last.text + String(cell.character))
      } else {
        spans.append(Span(style: cell.style, text: String(cell.character)))
      }
    }
    return StyledText(spans: spans)
  }
}
