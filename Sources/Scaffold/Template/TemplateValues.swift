/// What the names in a template stand for.
package struct TemplateValues: Sendable, Hashable {
  package var texts: [String: String] = [:]
  package var flags: [String: Bool] = [:]
  /// A section of that name is repeated for each row.
  package var rows: [String: [[String: String]]] = [:]

  package init() {}

  /// Whether a section of that name is kept. A text counts as a flag: an empty one is none.
  func isSet(_ name: String) -> Bool? {
    flags[name] ?? texts[name].map { !$0.isEmpty } ?? rows[name].map { !$0.isEmpty }
  }

  /// With what a row says.
  func entering(_ row: [String: String]) -> TemplateValues {
    var inner = self
    inner.texts.merge(row) { $1 }
    return inner
  }

  var textNames: [String] { Array(texts.keys) }
  var sectionNames: [String] { Array(texts.keys) + flags.keys + rows.keys }
}
