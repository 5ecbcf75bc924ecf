/// Help as lines of marked spans, so that whoever prints it decides about colour.
package struct HelpText: Sendable, Hashable {
  package enum Role: Sendable, Hashable {
    case text, heading
    /// A command or a flag.
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

  /// The text, each span as `style` makes it, with a newline after every line.
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

  /// A paragraph, wrapped.
  mutating func addParagraph(_ text: String, width: Int, indent: Int = 0) {
    for line in TextWrap.lines(of: text, width: width - indent) {
      add(Span(.text, String(repeating: " ", count: indent) + line))
    }
  }
}

/// Breaks text at spaces. Help is ASCII but for a dash or two, so a character is a column.
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
