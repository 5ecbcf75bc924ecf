/// Names at the left, what they mean at the right: side by side where there is room, one below the
/// other in a narrow terminal.
struct HelpColumns {
  struct Row {
    let spans: [HelpText.Span]
    let help: String

    var length: Int { spans.reduce(0) { $0 + $1.text.count } }
  }

  private static let indent = 2
  private static let gap = 2
  /// Narrower text than this is hard to read.
  private static let narrowestHelp = 36

  let width: Int
  /// The widest name of all rows that are to be aligned.
  let nameWidth: Int

  init(width: Int, aligning rows: [Row]) {
    self.width = width
    nameWidth = rows.map(\.length).max() ?? 0
  }

  func add(_ rows: [Row], to text: inout HelpText) {
    let column = Self.indent + nameWidth + Self.gap
    let sideBySide = width - column >= Self.narrowestHelp
    for row in rows {
      let margin = HelpText.Span(.text, String(repeating: " ", count: Self.indent))
      if sideBySide {
        var lines = TextWrap.lines(of: row.help, width: width - column)[...]
        let pad = String(repeating: " ", count: column - Self.indent - row.length)
        text.lines.append([margin] + row.spans + [HelpText.Span(.text, pad + (lines.popFirst() ?? ""))])
        for line in lines {
          text.add(HelpText.Span(.text, String(repeating: " ", count: column) + line))
        }
      } else {
        text.lines.append([margin] + row.spans)
        text.addParagraph(row.help, width: width, indent: Self.indent + 6)
      }
    }
  }
}
