/// The facts in a manifest's text that need no evaluation: its imports, and whether it means the same as a function
/// body.
///
/// SwiftPM compiles a manifest as a script. The batch compiles it as a function body, which means the same for nearly
/// every manifest. Most differences make the batch's compilation fail, which only costs time. The differences that
/// would pass unnoticed are refused here.
struct ManifestOutline: Sendable, Hashable {
  let toolsVersion: ToolsVersion
  /// The words after `import`, sorted: a module, or one declaration of it (`class Foundation.ProcessInfo`).
  let imports: [String]
  /// The text with spaces in place of its imports, so that every line keeps its number.
  let body: [UInt8]
}

extension ManifestOutline {
  /// Words that, at the start of a top-level statement, are only allowed in a script, or mean something else in a
  /// function body.
  fileprivate static let refusedStarts: Set<String> = [
    "extension", "protocol", "operator", "precedencegroup", "infix", "prefix", "postfix", "actor",
    "public", "private", "fileprivate", "internal", "open", "package", "static", "lazy",
    "indirect", "final", "nonisolated", "isolated", "macro", "dynamic", "unowned", "weak",
  ]

  fileprivate static let controlStarts: Set<String> = [
    "if", "else", "guard", "for", "while", "repeat", "do", "switch", "catch",
  ]

  /// Words for things that only SwiftPM provides: its own arguments, and the state of Git.
  fileprivate static let unprovided: Set<String> = ["CommandLine", "gitInformation"]

  /// The words that may precede the name in an import of one declaration.
  fileprivate static let importKinds: Set<String> = [
    "typealias", "struct", "class", "enum", "protocol", "let", "var", "func",
  ]

  fileprivate static let conditionals: Set<String> = ["#if", "#elseif", "#else", "#endif"]

  init(_ contents: [UInt8]) throws(ManifestDoubt) {
    guard let toolsVersion = ToolsVersionLine.parse(contents) else {
      throw ManifestDoubt(reason: "an unusual tools version line")
    }
    guard String(validating: contents, as: UTF8.self) != nil else {
      throw ManifestDoubt(reason: "text that is not UTF-8")
    }
    let text = try TokenizedManifest(contents)
    try text.checkConditionals()
    let imports = try text.imports()
    guard imports.contains(where: { $0.name == "PackageDescription" }) else {
      throw ManifestDoubt(reason: "no import of PackageDescription")
    }
    try text.checkStatements()
    if toolsVersion >= ToolsVersion(6, 0) { try text.checkIsolation() }
    var body = contents
    for statement in imports {
      for index in statement.range { body[index] = UInt8(ascii: " ") }
    }
    self.toolsVersion = toolsVersion
    self.imports = Set(imports.map(\.name)).sorted()
    self.body = body
  }

  /// The names of the imported modules.
  var modules: Set<String> {
    Set(imports.compactMap { $0.split(separator: " ").last?.split(separator: ".").first.map(String.init) })
  }
}

// MARK: Conditional compilation

extension TokenizedManifest {
  /// Returns true when a token is the first on its line or follows `;`, at the top level. An expression over several
  /// lines so counts as several statements, which does no harm here.
  private func startsStatement(_ index: Int) -> Bool {
    guard tokens[index].braces == 0, tokens[index].parentheses == 0 else { return false }
    guard index > 0 else { return true }
    let before = tokens[index - 1]
    return before.line < tokens[index].line || word(index - 1) == ";" || before.kind == .directive
  }

  /// Checks that each branch of an `#if` has balanced brackets. A branch that is not compiled could otherwise hide the
  /// bracket that closes the function.
  fileprivate func checkConditionals() throws(ManifestDoubt) {
    var open: [(braces: Int, parentheses: Int)] = []
    for (index, token) in tokens.enumerated() where token.kind == .directive {
      let name = word(index)
      guard ManifestOutline.conditionals.contains(name) else {
        throw ManifestDoubt(reason: "\"\(name)\", which depends on the file")
      }
      if name == "#if" { open.append((token.braces, token.parentheses)) }
      guard let current = open.last, current == (token.braces, token.parentheses) else {
        throw ManifestDoubt(reason: "unbalanced brackets in conditional compilation")
      }
      if name == "#endif" { open.removeLast() }
    }
    guard open.isEmpty else { throw ManifestDoubt(reason: "an unclosed \"#if\"") }
  }
}

// MARK: Imports

extension TokenizedManifest {
  fileprivate func imports() throws(ManifestDoubt) -> [(name: String, range: Range<Int>)] {
    var result: [(name: String, range: Range<Int>)] = []
    var conditionalDepth = 0
    for (index, token) in tokens.enumerated() {
      switch (token.kind, token.kind == .symbol ? "" : word(index)) {
      case (.directive, "#if"): conditionalDepth += 1
      case (.directive, "#endif"): conditionalDepth -= 1
      case (.word, "import"):
        // `.import` is a member. Only a plain import alone in its statement is accepted.
        guard conditionalDepth == 0, startsStatement(index), let (name, last) = imported(after: index) else {
          throw ManifestDoubt(reason: "an unusual import")
        }
        let next = last + 1
        var end = tokens[last].range.upperBound
        if next < tokens.count, !startsStatement(next) {
          // The `;` is blanked too, since it may not be alone.
          guard word(next) == ";" else {
            throw ManifestDoubt(reason: "an unusual import")
          }
          end = tokens[next].range.upperBound
        }
        result.append((name, token.range.lowerBound..<end))
      default: break
      }
    }
    return result
  }

  /// Reads `Foundation` or `class Foundation.ProcessInfo` behind the word at `index`, on the same line. Returns the
  /// index of the last token too.
  private func imported(after index: Int) -> (name: String, last: Int)? {
    func isNear(_ place: Int) -> Bool { isWord(place) && tokens[place].line == tokens[index].line }
    guard isNear(index + 1) else { return nil }
    guard ManifestOutline.importKinds.contains(word(index + 1)) else { return (word(index + 1), index + 1) }
    guard isNear(index + 2), isNear(index + 4), word(index + 3) == "." else { return nil }
    return ("\(word(index + 1)) \(word(index + 2)).\(word(index + 4))", index + 4)
  }
}

// MARK: Statements

extension TokenizedManifest {
  fileprivate func checkStatements() throws(ManifestDoubt) {
    // True when the brace that opens at the top level belongs to a control statement.
    var insideControl = false
    for (index, token) in tokens.enumerated() {
      let isSymbol = token.kind == .symbol
      if isSymbol, token.braces == 0, bytes[token.range.lowerBound] == UInt8(ascii: "@") {
        throw ManifestDoubt(reason: "an attribute at the top level")
      }
      guard token.kind == .word else { continue }
      let word = word(index)
      if ManifestOutline.unprovided.contains(word) {
        throw ManifestDoubt(reason: "\"\(word)\", which only SwiftPM can provide")
      }
      if startsStatement(index) {
        // `package.targets` is no modifier.
        let isModifier = isWord(index + 1)
        if word == "defer" || isModifier && ManifestOutline.refusedStarts.contains(word) {
          throw ManifestDoubt(reason: "\"\(word)\" at the top level")
        }
        insideControl = ManifestOutline.controlStarts.contains(word)
      } else if token.braces == 0, ManifestOutline.controlStarts.contains(word) {
        insideControl = true
      }
      // A script may not return, but a function may.
      if word == "return" || word == "throw", token.braces == 0 || insideControl {
        throw ManifestDoubt(reason: "\"\(word)\" outside of a function")
      }
    }
  }

  /// In language mode 6 the variables of a script belong to the main actor, and its functions do not. SwiftPM refuses a
  /// function that uses such a variable, but a local function may use it.
  fileprivate func checkIsolation() throws(ManifestDoubt) {
    var variables: Set<String> = []
    var hasFunctions = false
    for index in tokens.indices where tokens[index].kind == .word && startsStatement(index) {
      let keyword = word(index)
      if keyword == "func" || keyword == "struct" || keyword == "enum" || keyword == "class" {
        hasFunctions = true
      } else if keyword == "let" || keyword == "var", index + 1 < tokens.count {
        variables.insert(word(index + 1))
        if tokens[index + 1].kind != .word { hasFunctions = true }
      }
    }
    guard hasFunctions else { return }
    for (index, token) in tokens.enumerated()
    where token.kind == .word && token.braces > 0 && variables.contains(word(index)) {
      throw ManifestDoubt(reason: "a function or type beside the variable \"\(word(index))\"")
    }
  }
}
