import Base

/// Writes XML that any parser takes, whatever the text in it holds.
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

  /// An element that holds text alone, or nothing.
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

  /// Characters that XML 1.0 does not allow at all, not even escaped, appear as `\xNN`.
  /// https://www.w3.org/TR/xml/#charsets
  package static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // A parser makes a space of a line's end in an attribute, and a newline of a bare `\r` anywhere.
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
