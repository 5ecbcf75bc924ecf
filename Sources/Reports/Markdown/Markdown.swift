import Support

/// Text from outside in Markdown, as GitHub and GitLab read it.
enum Markdown {
  /// A name as code, good for a table's cell. In code nobody is mentioned, and nothing is a link.
  static func code(_ text: String) -> String {
    let shown = Text.escapingControls(text)
    guard !shown.isEmpty else { return "" }
    // Backslashes count before a pipe in a table, and only there.
    let isPlain = !shown.contains { "`|\\".contains($0) } && shown.first != " " && shown.last != " "
    return isPlain ? "`\(shown)`" : "<code>\(entities(shown))</code>"
  }

  /// A sentence without any formatting. Hosts look for `@name` and `#1` in what they have rendered, entities and all, so
  /// a space without width parts them.
  static func plain(_ text: String) -> String {
    entities(Text.escapingControls(text)).replacing("&#64;", with: "&#64;&#8203;")
      .replacing("&#35;", with: "&#35;&#8203;")
  }

  /// All but letters, digits and harmless signs as numbers: what is none of Markdown's characters when the
  /// structure is read cannot become one.
  private static func entities(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isHarmless =
        scalar.value >= 0x80 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " /,;?%='\"-()".unicodeScalars.contains(scalar)
      if isHarmless { result.unicodeScalars.append(scalar) } else { result += "&#\(scalar.value);" }
    }
    return result
  }
}
