import Support

/// Writes the body of a page. All text goes through it, and none of it can become markup.
struct HTMLWriter {
  private(set) var text = ""

  typealias Attributes = [(name: String, value: String)]

  mutating func element(_ name: String, _ attributes: Attributes = [], _ body: (inout HTMLWriter) -> Void) {
    open(name, attributes)
    body(&self)
    text += "</\(name)>"
  }

  mutating func element(_ name: String, _ attributes: Attributes = [], text content: String) {
    element(name, attributes) { $0.words(content) }
  }

  /// A start tag whose end tag HTML lets go unsaid: those of rows and cells would be a fifth of a long table.
  mutating func open(_ name: String, _ attributes: Attributes = []) {
    text += "<\(name)\(attributes.map { " \($0.name)=\"\(Self.escaped($0.value))\"" }.joined())>"
  }

  mutating func words(_ content: String) { text += Self.escaped(content) }

  /// Text of several lines, whose lines stay.
  mutating func lines(_ content: String) {
    let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
    text += lines.map { Self.escaped(String($0)) }.joined(separator: "\n")
  }

  mutating func newLine() { text += "\n" }

  /// What another writer has written.
  mutating func append(_ other: HTMLWriter) { text += other.text }

  /// Nothing that markup is made of, and nothing that moves or hides the text around it.
  static func escaped(_ text: String) -> String {
    XMLWriter.escaped(Text.escapingControls(text), inAttribute: true)
  }
}
