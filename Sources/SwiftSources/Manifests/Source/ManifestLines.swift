/// Finds the lines of declarations in a manifest's text.
///
/// The value of the manifest is known from its evaluation; this type only looks for words. Computed or unusual code has
/// no line: no line is better for a reader than a wrong one.
package struct ManifestLines: Sendable {
  /// The tokens of the text; nil when it cannot be read.
  private let text: TokenizedManifest?
  private let targets: [Target]

  fileprivate struct Target {
    let name: String
    let line: Int
    /// The tokens between its parentheses.
    let range: Range<Int>
  }

  package init(_ contents: [UInt8]) {
    text = try? TokenizedManifest(contents)
    targets = text?.targets ?? []
  }

  package func target(_ name: String) -> Int? { unique(name)?.line }

  /// Returns the line on which a target depends on one of `names`, which are names of targets or products.
  package func dependency(of target: String, named names: Set<String>) -> Int? {
    guard let text, let target = unique(target), let list = text.list("dependencies", in: target.range) else {
      return nil
    }
    let found = list.first { index in
      text.literal(index).map(names.contains) == true && ["", "name"].contains(text.label(of: index))
    }
    return found.map { text.tokens[$0].line }
  }

  /// Returns the line on which the package names a dependency by its URL, path or registry identity.
  package func package(at location: String) -> Int? {
    let found = text?.tokens.indices.first { index in
      text?.literal(index) == location && ["url", "path", "id"].contains(text?.label(of: index))
        && text?.isIn(".package", index) == true
    }
    return found.flatMap { text?.tokens[$0].line }
  }

  private func unique(_ name: String) -> Target? {
    let found = targets.filter { $0.name == name }
    return found.count == 1 ? found[0] : nil
  }
}

// MARK: Reading

extension TokenizedManifest {
  private static let functions: Set<String> = [
    "target", "executableTarget", "testTarget", "macro", "plugin", "systemLibrary", "binaryTarget",
  ]

  /// The calls that declare targets. Calls inside of one are its dependencies.
  fileprivate var targets: [ManifestLines.Target] {
    var targets: [ManifestLines.Target] = []
    var index = 0
    while index + 5 < tokens.count {
      guard word(index) == ".", Self.functions.contains(word(index + 1)), word(index + 2) == "(",
        word(index + 3) == "name", word(index + 4) == ":", let name = literal(index + 5),
        let end = end(ofBracketAt: index + 2)
      else {
        index += 1
        continue
      }
      targets.append(.init(name: name, line: tokens[index + 5].line, range: index + 3..<end))
      index = end
    }
    return targets
  }

  /// Returns the argument label before a token; empty when there is none.
  fileprivate func label(of index: Int) -> String { word(index - 1) == ":" ? word(index - 2) : "" }

  /// Returns the range of the tokens in the list that an argument of a call has.
  fileprivate func list(_ label: String, in call: Range<Int>) -> Range<Int>? {
    let depth = tokens[call.lowerBound].parentheses
    for index in call.dropLast(2)
    where tokens[index].parentheses == depth && word(index) == label && word(index + 1) == ":" {
      guard word(index + 2) == "[", let end = end(ofBracketAt: index + 2) else { return nil }
      return index + 3..<end
    }
    return nil
  }

  /// Returns true when a token is directly between the parentheses of a call.
  fileprivate func isIn(_ call: String, _ index: Int) -> Bool {
    let depth = tokens[index].parentheses
    guard let open = tokens[..<index].lastIndex(where: { $0.parentheses == depth - 1 }) else { return false }
    return word(open) == "(" && word(open - 2) + word(open - 1) == call
  }
}
