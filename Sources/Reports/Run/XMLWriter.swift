import Base

/// Writes XML that any parser accepts, whatever characters the text has.
package struct XMLWriter {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  mutating func element(
    _ name: String, _ attributes: [(String, String)] = [], _ body: (inout XMLWriter) -> Void
  ) {
    line("<\(name)\(Self.written(attributes))>")
    depth += 1
    body(&self)
    depth -= 1
    line("</\(name)>")
  }

  /// Writes an element that holds only text, or nothing.
  mutating func element(_ name: String, _ attributes: [(String, String)] = [], text: String = "") {
    let start = "<\(name)\(Self.written(attributes))"
    line(text.isEmpty ? "\(start)/>" : "\(start)>\(Self.escaped(text))</\(name)>")
  }

  private mutating func line(_ line: String) {
    text += String(repeating: "  ", count: depth) + line + "\n"
  }

  private static func written(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0)=\"\(escaped($1, inAttribute: true))\"" }.joined()
  }

  /// Escapes text. XML 1.0 forbids some characters even as entities; these become `\xNN`.
  /// https://www.w3.org/TR/xml/#charsets
  package static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // A parser turns a line end in an attribute into a space, and a bare `\r` into a newline.
      case "\n": result += inAttribute ? "&#10;" : "\n"
      case "\t": result += inAttribute ? "&#9;" : "\t"
      case "\r": result += "&#13;"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}":
        result += scalar.utf8.map { "\\x" + Text.hex($0) }.joined()
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
