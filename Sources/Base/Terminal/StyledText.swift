/// The kind of a piece of text. Its look is decided when it is rendered.
package enum Style: Sendable, Hashable, CaseIterable {
  case plain, heading, module, path, count, dim, good, bad, warning
  /// A person's or team's name, and other text that pages show as code. Pages show `module` and `path` as code too.
  case name, code

  package var isCode: Bool { [.module, .path, .name, .code].contains(self) }

  /// The parameters of the escape sequence that starts the style.
  var parameters: String? {
    switch self {
    case .plain, .code: nil
    case .heading, .name: "1"
    case .module: "36"
    case .path: "34"
    case .count: "1"
    case .dim: "2"
    case .good: "32"
    case .bad: "1;31"
    case .warning: "33"
    }
  }
}

/// A line made of styled pieces. All text is escaped, so that a terminal escape in the name of a module or file has no
/// effect.
package struct StyledText: Sendable, Hashable {
  package struct Span: Sendable, Hashable {
    package let style: Style
    package let text: String
  }

  package private(set) var spans: [Span] = []

  package init(_ text: String = "", _ style: Style = .plain) {
    let safe = Text.escapingControls(text)
    if !safe.isEmpty { spans = [Span(style: style, text: safe)] }
  }

  init(spans: [Span]) {
    self.spans = spans
  }

  /// The text without its styles.
  package var plain: String { spans.map(\.text).joined() }

  /// The number of columns on a terminal.
  package var width: Int { spans.reduce(0) { $0 + DisplayWidth.of($1.text) } }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum += right
    return sum
  }

  /// Appends the pieces. Neighbours of one style become one piece.
  package static func += (left: inout StyledText, right: StyledText) {
    for span in right.spans {
      if let last = left.spans.last, last.style == span.style {
        left.spans[left.spans.count - 1] = Span(style: span.style, text: last.text + span.text)
      } else {
        left.spans.append(span)
      }
    }
  }

  package mutating func append(_ text: String, _ style: Style = .plain) {
    self += StyledText(text, style)
  }

  /// The text, with escape sequences for the styles if `color` is true.
  package func render(color: Bool) -> String {
    guard color else { return plain }
    return spans.map { span in
      span.style.parameters.map { "\u{1B}[\($0)m\(span.text)\u{1B}[0m" } ?? span.text
    }.joined()
  }
}

/// `"made \(folder, .path) in \(seconds) s"`: each value of a literal has a style.
extension StyledText: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self.init(value) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = StyledText()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { text.append(literal) }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible, _ style: Style = .plain)
    {
      text.append(value.description, style)
    }

    package mutating func appendInterpolation(_ other: StyledText) { text += other }
  }
}

extension StyledText {
  package static func heading(_ title: String, _ remark: String = "") -> StyledText {
    "\(title, .heading)\(remark.isEmpty ? "" : " \(remark)", .dim)"
  }
}

extension [StyledText] {
  /// An empty line, the title with a remark, and the lines. Empty without lines.
  package static func section(_ title: String, _ remark: String, _ lines: [StyledText]) -> [StyledText] {
    lines.isEmpty ? [] : ["", .heading(title, remark)] + lines
  }

  package static func section(_ title: String, _ lines: [StyledText]) -> [StyledText] {
    section(title, "", lines)
  }
}
