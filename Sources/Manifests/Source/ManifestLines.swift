/// Finds the lines on which a manifest says something, as far as its text shows them.
///
/// The manifest's value is known from evaluating it; this only looks for the words. What is computed, or
/// written in an unusual way, has no line: a reader is better sent to the file than to a wrong place in it.
package struct ManifestLines: Sendable {
  private let text: [UInt8]
  private let tokens: [SwiftToken]
  private let targets: [Target]

  private struct Target {
    let name: String
    let line: Int
    /// The tokens between its parentheses.
    let range: Range<Int>
  }

  package init(_ contents: [UInt8]) {
    text = contents
    tokens = (try? SwiftScanner.tokens(of: contents)) ?? []
    targets = Self.targets(text, tokens)
  }

  /// Where a target of that name is declared.
  package func target(_ name: String) -> Int? { unique(name)?.line }

  /// Where a target names a dependency that goes by one of `names`: a target's or a product's.
  package func dependency(of target: String, named names: Set<String>) -> Int? {
    guard let target = unique(target), let list = list("dependencies", in: target.range) else { return nil }
    let found = list.first { index in
      tokens[index].kind == .string && string(index).map(names.contains) == true
        && ["", "name"].contains(label(of: index))
    }
    return found.map { tokens[$0].line }
  }

  /// Where the package names another one by its URL, path or registry identity.
  package func package(at location: String) -> Int? {
    let found = tokens.indices.first { index in
      tokens[index].kind == .string && string(index) == location
        && ["url", "path", "id"].contains(label(of: index)) && isIn(".package", index)
    }
    return found.map { tokens[$0].line }
  }
}

// MARK: Reading

extension ManifestLines {
  private static let functions: Set<String> = [
    "target", "executableTarget", "testTarget", "macro", "plugin", "systemLibrary", "binaryTarget",
  ]

  private func unique(_ name: String) -> Target? {
    let found = targets.filter { $0.name == name }
    return found.count == 1 ? found[0] : nil
  }

  /// The calls that declare targets; those inside of one are its dependencies.
  private static func targets(_ text: [UInt8], _ tokens: [SwiftToken]) -> [Target] {
    let reader = ManifestLines(text: text, tokens: tokens)
    var targets: [Target] = []
    var index = 0
    while index + 5 < tokens.count {
      guard reader.word(index) == ".", functions.contains(reader.word(index + 1)),
        reader.word(index + 2) == "(", reader.word(index + 3) == "name", reader.word(index + 4) == ":",
        let name = reader.string(index + 5), let end = reader.end(ofBracketAt: index + 2)
      else {
        index += 1
        continue
      }
      targets.append(Target(name: name, line: tokens[index + 5].line, range: index + 3..<end))
      index = end
    }
    return targets
  }

  private init(text: [UInt8], tokens: [SwiftToken]) {
    self.text = text
    self.tokens = tokens
    targets = []
  }

  private func word(_ index: Int) -> String {
    String(decoding: text[tokens[index].range], as: UTF8.self)
  }

  /// What a plain literal says; nil for one with escapes.
  private func string(_ index: Int) -> String? {
    guard tokens[index].kind == .string else { return nil }
    let literal = text[tokens[index].range]
    guard literal.count >= 2, literal.first == UInt8(ascii: "\""), !literal.contains(UInt8(ascii: "\\"))
    else { return nil }
    return String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
  }

  /// The argument label before a token; empty when there is none.
  private func label(of index: Int) -> String {
    guard index >= 2, word(index - 1) == ":" else { return "" }
    return word(index - 2)
  }

  private func end(ofBracketAt index: Int) -> Int? {
    tokens[(index + 1)...].firstIndex { $0.kind == .symbol && $0.parentheses == tokens[index].parentheses }
  }

  /// The tokens of the list that an argument of a call gives.
  private func list(_ label: String, in call: Range<Int>) -> Range<Int>? {
    let depth = tokens[call.lowerBound].parentheses
    for index in call.dropLast(2)
    where tokens[index].parentheses == depth && word(index) == label && word(index + 1) == ":" {
      guard word(index + 2) == "[", let end = end(ofBracketAt: index + 2) else { return nil }
      return index + 3..<end
    }
    return nil
  }

  /// Whether a token stands directly between the parentheses of a call.
  private func isIn(_ call: String, _ index: Int) -> Bool {
    let depth = tokens[index].parentheses
    guard let open = tokens[..<index].lastIndex(where: { $0.parentheses == depth - 1 }), open >= 2 else {
      return false
    }
    return word(open) == "(" && word(open - 2) + word(open - 1) == call
  }
}
