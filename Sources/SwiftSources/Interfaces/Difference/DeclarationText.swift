/// A declaration, split for a comparison by parts: modifiers, parameters with their defaults, effects, accessors and
/// the rest.
struct DeclarationText: Hashable {
  struct Parameter: Hashable {
    /// The labels, name and type.
    var text: String
    /// The default value; nil when there is none.
    var value: String?
  }

  /// The attributes and modifiers, except those of access.
  private(set) var modifiers: Set<String> = []
  private(set) var parameters: [Parameter] = []
  /// The effects, also those of an accessor: `async`, `throws`, `throws(E)`.
  private(set) var effects: Set<String> = []
  /// The accessors in braces; nil for a declaration without any.
  private(set) var accessors: String?
  /// The remaining words, in their order.
  private(set) var rest: [String] = []

  private static let introducers: Set = [
    "func", "init", "init?", "init!", "subscript", "var", "let", "class", "struct", "enum", "actor",
    "protocol",
    "typealias", "associatedtype", "case", "macro", "extension", "deinit",
  ]
  private static let access: Set = ["open", "public", "package"]

  /// Returns nil for a text that does not look like a declaration.
  init?(_ text: String) {
    var words = Self.words(of: text)[...]
    guard let introducer = words.firstIndex(where: { Self.introduces($0) }) else { return nil }
    // `class` is a modifier before another introducer, as in `class func`.
    let next = words.index(after: introducer)
    let isModifier = words[introducer] == "class" && next < words.endIndex && Self.introduces(words[next])
    let start = isModifier ? next : introducer
    modifiers = Set(words[..<start]).subtracting(Self.access)
    words = words[start...]
    if let last = words.last, last.hasPrefix("{") {
      accessors = last
      effects = Set(Self.words(of: String(last.dropFirst().dropLast())).filter(Self.isEffect))
      words.removeLast()
    }
    var hasParameters = false
    for word in words {
      if !hasParameters, let (head, list) = Self.parameterList(word), Self.isCallable(words.first ?? "") {
        hasParameters = true
        rest.append(head)
        parameters = list
      } else if Self.isEffect(word) {
        effects.insert(word)
      } else {
        rest.append(word)
      }
    }
  }

  private static func isEffect(_ word: String) -> Bool {
    ["async", "throws", "rethrows"].contains(word) || word.hasPrefix("throws(")
  }

  private static func introduces(_ word: String) -> Bool {
    introducers.contains(word)
      || ["init(", "init?(", "init<", "subscript(", "subscript<"].contains { word.hasPrefix($0) }
  }

  private static func isCallable(_ word: String) -> Bool {
    word == "func" || word == "case" || word == "macro" || word.hasPrefix("init")
      || word.hasPrefix("subscript")
  }
}

// MARK: Words

extension DeclarationText {
  /// Splits a text at blanks outside of brackets and literals.
  private static func words(of text: String) -> [String] {
    split(text, at: " ").filter { !$0.isEmpty }
  }

  private static func split(_ text: some StringProtocol, at separator: Character) -> [String] {
    var (found, word, depth, isQuoted) = ([String](), "", 0, false)
    var before: Character = " "
    for character in text {
      if character == "\"", before != "\\" { isQuoted.toggle() }
      if !isQuoted {
        switch character {
        case "(", "[", "{", "<": depth += 1
        // The `>` of an arrow closes nothing, and operators close no more than was opened.
        case ")", "]", "}": depth -= 1
        case ">" where before != "-" && depth > 0: depth -= 1
        default: break
        }
      }
      before = character
      if character == separator, depth == 0, !isQuoted {
        found.append(word)
        word = ""
      } else {
        word.append(character)
      }
    }
    return found + [word]
  }

  /// Splits `name<T>(a: Int = 1)` into `name<T>` and its parameters.
  private static func parameterList(_ word: String) -> (String, [Parameter])? {
    guard word.hasSuffix(")") else { return nil }
    var depth = 0
    var start: String.Index?
    for index in word.indices {
      switch word[index] {
      case "<": depth += 1
      case ">": depth -= 1
      case "(" where depth <= 0: start = index
      default: break
      }
      if start != nil { break }
    }
    guard let start else { return nil }
    let inside = word[word.index(after: start)...].dropLast()
    let parts = inside.isEmpty ? [] : split(inside, at: ",")
    return (
      String(word[..<start]),
      parts.map { part in
        let words = words(of: part)
        guard let sign = words.firstIndex(of: "=") else {
          return Parameter(text: words.joined(separator: " "))
        }
        return Parameter(
          text: words[..<sign].joined(separator: " "), value: words[(sign + 1)...].joined(separator: " "))
      }
    )
  }
}
