import Support

/// What a piece of text is; how that looks is decided when it is rendered.
package enum Style: Sendable, Hashable, CaseIterable {
  case plain, heading, module, path, count, dim, good, bad, warning

  /// The parameters of the escape sequence that starts the style.
  var parameters: String? {
    switch self {
    case .plain: nil
    case .heading: "1"
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

/// A line made of styled pieces. All text that enters it is made safe to show, so a module or a file
/// with a terminal escape in its name cannot do anything but look odd.
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

  /// Columns on a terminal.
  package var width: Int { spans.reduce(0) { $0 + DisplayWidth.of($1.text) } }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(spans: left.spans + right.spans)
  }

  package static func += (left: inout StyledText, right: StyledText) {
    left.spans += right.spans
  }

  package mutating func append(_ text: String, _ style: Style = .plain) {
    self += StyledText(text, style)
  }

  /// With escape sequences for the styles, or without.
  package func render(color: Bool) -> String {
    guard color else { return plain }
    return spans.map { span in
      span.style.parameters.map { "\u{1B}[\($0)m\(span.text)\u{1B}[0m" } ?? span.text
    }.joined()
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) {
    self.init(value)
  }
}
