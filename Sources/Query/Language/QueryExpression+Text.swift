import ModuleGraph

/// An expression as it can be typed again: the same tree comes of it.
extension QueryExpression: CustomStringConvertible {
  package var description: String {
    switch self {
    case .modules(let word): Self.text(of: word)
    case .all: "all"
    case .tag(let word): "tag(\(Self.text(of: word)))"
    case .owner(let word): "owner(\(Self.text(of: word)))"
    case .unowned: "unowned()"
    case .kind(let kind): "kind(\(kind.rawValue))"
    case .deps(let set, let steps): "deps(\(set)\(steps.map { ", \($0)" } ?? ""))"
    case .rdeps(let set, let steps): "rdeps(\(set)\(steps.map { ", \($0)" } ?? ""))"
    case .path(let from, let to): "path(\(from), \(to))"
    case .paths(let from, let to): "paths(\(from), \(to))"
    case .tests(let set): "tests(\(set))"
    case .changed(let since): "changed(\(since.map(Self.text) ?? ""))"
    case .affected(let since): "affected(\(since.map(Self.text) ?? ""))"
    case .common(let sets): sets.map(\.operand).joined(separator: " & ")
    case .sum(let first, let rest):
      first.operand + rest.map { " \($0.isTakenAway ? "-" : "|") \($0.expression.operand)" }.joined()
    }
  }

  /// In parentheses where it is made of operands itself.
  private var operand: String {
    switch self {
    case .common, .sum: "(\(self))"
    default: description
    }
  }

  private static func text(of word: QueryWord) -> String {
    // Between quotes of one kind there can be those of the other alone.
    isPlain(word.text) ? word.text : word.text.contains("\"") ? "'\(word.text)'" : "\"\(word.text)\""
  }

  /// Whether it is the same name without quotes.
  private static func isPlain(_ text: String) -> Bool {
    guard let tokens = try? QueryLexer.tokens(of: text), tokens.count == 2 else { return false }
    return tokens[0].kind == .word(text) && QueryParser.isOnlyName(text)
  }
}
