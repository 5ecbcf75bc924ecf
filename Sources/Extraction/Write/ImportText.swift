import Imports

/// A source's imports as they are written, so that another can be put among them.
struct ImportText {
  private struct Line {
    let range: Range<Int>
    /// From the line's first word to the name of the module.
    let prefix: String
    let module: String
    let name: Range<Int>
    let isTestable: Bool
    /// Behind the module in `import struct Cart.Price`.
    let declaration: String?

    var words: Set<String> { Set(prefix.split(separator: " ").map(String.init)) }

    func isPublic(otherwise: Bool) -> Bool {
      let words = words
      if words.contains("public") || words.contains("@_exported") { return true }
      return words.isDisjoint(with: ImportText.accesses) && otherwise
    }
  }

  private let source: SourceText
  private let lines: [Line]

  /// Those that hold whatever the conditions say, each on a line of its own.
  init(_ source: SourceText) {
    self.source = source
    let statements = Dictionary(
      grouping: ImportLexer.imports(in: source.bytes).filter { $0.kind == .module }, by: \.line)
    var (found, depth): ([Line], Int) = ([], 0)
    for number in 1...max(1, statements.keys.max() ?? 1) {
      guard let start = source.offset(line: number, column: 1) else { break }
      let end = source.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.count
      let text = source.text(start..<end)
      let words = text.drop { $0 == " " || $0 == "\t" }
      if words.hasPrefix("#if") { depth += 1 }
      if words.hasPrefix("#endif") { depth -= 1 }
      guard depth == 0, let one = statements[number]?.first, statements[number]?.count == 1,
        let line = Self.line(text, at: start, one)
      else { continue }
      found.append(line)
    }
    lines = found
  }

  private static func line(_ text: String, at start: Int, _ statement: SourceImport) -> Line? {
    guard let word = text.firstRange(of: "import ") else { return nil }
    let rest = text[word.upperBound...]
    guard let place = rest.firstRange(of: statement.module) else { return nil }
    let offset = start + text[..<place.lowerBound].utf8.count
    let behind = rest[place.upperBound...]
    let name = behind.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    // `import struct Cart.Price`: what stands between says what kind of thing it is.
    let isScoped = behind.hasPrefix(".") && !text[word.upperBound..<place.lowerBound].isEmpty
    return Line(
      range: start..<(start + text.utf8.count), prefix: String(text[..<word.upperBound]),
      module: statement.module, name: offset..<(offset + statement.module.utf8.count),
      isTestable: statement.isTestable, declaration: isScoped ? String(name) : nil)
  }
}

extension ImportText {
  private static let accesses: Set = ["public", "package", "internal", "fileprivate", "private"]

  /// Whether an import says who may hear of it.
  var saysAccess: Bool { lines.contains { !$0.words.isDisjoint(with: Self.accesses) } }

  /// The modules of which what is public may not speak.
  func hidden(byDefault isDefault: Bool) -> Set<String> {
    let open = Set(lines.filter { $0.isPublic(otherwise: !isDefault) }.map(\.module))
    return Set(lines.filter { !$0.isPublic(otherwise: !isDefault) }.map(\.module)).subtracting(open)
  }

  /// With `public` in front of every import of a module, in the place of what it said.
  func publishing(_ module: String) -> [TextReplacement] {
    lines.filter { $0.module == module && !$0.isPublic(otherwise: false) }.map { line in
      TextReplacement(
        range: line.range.lowerBound..<(line.range.lowerBound + line.prefix.utf8.count),
        text: Self.publicPrefix(line.prefix))
    }
  }

  private static func publicPrefix(_ prefix: String) -> String { "public " + withoutAccess(prefix) }

  private static func withoutAccess(_ prefix: String) -> String {
    prefix.split(separator: " ").filter { !accesses.contains(String($0)) }.joined(separator: " ") + " "
  }

  /// What a source that has something from `old` has to say when it comes from `name`.
  ///
  /// - `declarations`: what has moved, for imports of a single one.
  func following(
    _ name: String, insteadOf old: String, isTestable: Bool, declarations: Set<String>,
    isPublic: Bool, byDefault isHidden: Bool
  ) -> [TextReplacement] {
    let scoped = lines.filter { $0.module == old && $0.declaration.map(declarations.contains) == true }
    if !scoped.isEmpty { return scoped.map { TextReplacement(range: $0.name, text: name) } }
    guard let line = lines.first(where: { $0.module == old && $0.isTestable == isTestable }) else {
      return [
        adding(name, prefix: isTestable ? "@testable import " : isPublic ? "public import " : "import ")
      ]
    }
    var prefix = line.prefix
    if isPublic {
      prefix = line.words.contains("public") ? prefix : Self.publicPrefix(prefix)
    } else if isHidden, line.words.contains("public") {
      prefix = Self.withoutAccess(prefix)
    }
    return [adding(name, prefix: prefix, isTestable: isTestable)]
  }

  /// Every import of one module as one of another.
  func replacing(_ old: String, by name: String) -> [TextReplacement] {
    lines.filter { $0.module == old }.map { TextReplacement(range: $0.name, text: name) }
  }

  /// In its place among the others, as far as they are sorted.
  func adding(_ name: String, prefix: String, isTestable: Bool = false) -> TextReplacement {
    let newline = source.bytes.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
    let alike = lines.filter { $0.isTestable == isTestable }
    let peers = alike.isEmpty ? lines : alike
    if let next = peers.first(where: { $0.module.lowercased() > name.lowercased() }) {
      return TextReplacement(
        range: next.range.lowerBound..<next.range.lowerBound, text: prefix + name + newline)
    }
    guard let last = peers.last else { return first(prefix + name, newline) }
    let end = last.range.upperBound
    let place = end > 0 && source.bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
    return TextReplacement(range: place..<place, text: newline + prefix + name)
  }

  /// Behind the comment that a source begins with, if an empty line sets it apart.
  private func first(_ statement: String, _ newline: String) -> TextReplacement {
    var (at, place) = (0, 0)
    let bytes = source.bytes
    while at < bytes.count {
      let end = bytes[at...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      let line = source.text(at..<end).drop { $0 == " " || $0 == "\t" }
      let isEmpty = line.allSatisfy { $0 == "\n" || $0 == "\r\n" }
      guard isEmpty || (line.hasPrefix("//") && !line.hasPrefix("///")) else { break }
      at = end
      if isEmpty { place = at }
    }
    return TextReplacement(range: place..<place, text: statement + newline + newline)
  }
}
