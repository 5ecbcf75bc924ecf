import Base

/// The place of an expanded text.
enum SettingPath: Hashable {
  case inTree(RelativePath)
  /// The path is outside of the workspace, or in a folder of the build.
  case elsewhere
  /// The path has an unknown variable. The value is the known folder before it.
  case unknown(RelativePath?)

  /// Paths count from `folder`.
  init(_ text: String, from folder: RelativePath) {
    let text = Self.unquoted(text)
    guard !text.isEmpty, !text.contains(ExpandedMark.built) else {
      self = .elsewhere
      return
    }
    guard let place = text.firstIndex(of: ExpandedMark.unknown) else {
      self = Self.resolved(text, from: folder).map { .inTree($0) } ?? .elsewhere
      return
    }
    let known = text[..<place]
    guard let slash = known.lastIndex(of: "/") else {
      self = .unknown(nil)
      return
    }
    self = .unknown(Self.resolved(String(known[..<slash]), from: folder))
  }

  private static func resolved(_ text: String, from folder: RelativePath) -> RelativePath? {
    let path: RelativePath
    if text.hasPrefix(ExpandedMark.root) {
      path = RelativePath(String(text.dropFirst(ExpandedMark.root.count)))
    } else {
      guard let first = text.first, !"/~<@".contains(first) else { return nil }
      path = folder.appending(text)
    }
    return path.escapesRoot ? nil : path
  }

  private static func unquoted(_ text: String) -> String {
    var result = text.trimmingSpaces
    for quote in ["\"", "'"] where result.count > 1 && result.hasPrefix(quote) && result.hasSuffix(quote) {
      result = String(result.dropFirst().dropLast())
    }
    return result.contains("\\") ? result.replacing("\\ ", with: " ") : result
  }
}

extension String {
  /// Returns the same as `contains`, which takes 20 times as long for texts.
  func holds(_ text: String) -> Bool {
    let pattern = Array(text.utf8)
    guard let first = pattern.first else { return true }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: pattern) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}

extension StringProtocol {
  /// The text without spaces at both ends.
  var trimmingSpaces: String {
    let rest = drop { $0.isWhitespace }
    guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(rest[...last])
  }
}

/// Splits lists in settings. Words with spaces are in quotes or have a backslash before each space.
enum ShellWords {
  static func split(_ text: String) -> [String] {
    guard text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x22 || $0 == 0x27 || $0 == 0x5C }) else {
      return text.isEmpty ? [] : [text]
    }
    var words: [String] = []
    var word = ""
    var isOpen = false
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        isOpen = true
      } else if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        isOpen = true
      } else if character.isWhitespace {
        if isOpen || !word.isEmpty { words.append(word) }
        word = ""
        isOpen = false
      } else {
        word.append(character)
      }
    }
    if isOpen || !word.isEmpty { words.append(word) }
    return words
  }
}
