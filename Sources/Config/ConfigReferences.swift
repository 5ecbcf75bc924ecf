import Support

/// A second look at decoded values, for names that must be defined elsewhere in the file.
extension ConfigValue {
  func child(_ key: String) -> ConfigValue? {
    node[key].map { ConfigValue(node: $0, source: source, name: Self.join(name, key)) }
  }

  /// The elements of a list, none for anything else.
  var children: [ConfigValue] {
    (node.arrayValue ?? []).map { ConfigValue(node: $0, source: source, name: name) }
  }

  func check(isAmong known: some Collection<String>, what: String) throws(ConfigError) {
    guard let text = node.stringValue, text != "!default", !known.contains(text) else { return }
    let hint = Self.didYouMean(text, among: known)
    throw error(.unknownName, "unknown \(what) \(Self.quote(text)) in \"\(name)\"\(hint)")
  }
}
