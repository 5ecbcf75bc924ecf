/// Help as lines of marked spans. The caller that prints it decides about colour.
package struct HelpText: Sendable, Hashable {
  package enum Role: Sendable, Hashable {
    case text, heading
    /// The name of a command or a flag.
    case word
    case placeholder, dim
  }

  package struct Span: Sendable, Hashable {
    package let role: Role
    package let text: String

    package init(_ role: Role, _ text: String) {
      self.role = role
      self.text = text
    }
  }

  package internal(set) var lines: [[Span]] = []

  /// The text, each span styled by `style`, with a newline after every line.
  package func render(_ style: (Span) -> String = \.text) -> String {
    lines.map { $0.map(style).joined() + "\n" }.joined()
  }
}

extension HelpText {
  mutating func add(_ spans: Span...) {
    lines.append(spans)
  }

  mutating func addHeading(_ title: String) {
    if !lines.isEmpty { add() }
    add(Span(.heading, "\(title):"))
  }

  mutating func addParagraph(_ text: String, width: Int, indent: Int = 0) {
    for line in TextWrap.lines(of: text, width: width - indent) {
      add(Span(.text, String(repeating: " ", count: indent) + line))
    }
  }
}

/// Breaks text at spaces. Help is almost all ASCII, so a character is a column.
enum TextWrap {
  static func lines(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

/// Names on the left, with their meanings on the right. In a narrow terminal the meanings are below the names.
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
  /// The widest name among the rows to align.
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
