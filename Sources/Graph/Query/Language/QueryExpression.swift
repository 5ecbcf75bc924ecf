/// Which modules are asked for.
///
/// Long chains of operators are one node each, so that only parentheses make an expression deep: and those the parser
/// counts.
package indirect enum QueryExpression: Sendable, Hashable {
  /// A module, a package or a glob, as module arguments take them.
  case modules(QueryWord)
  case all
  case tag(QueryWord)
  case owner(QueryWord)
  case unowned
  case kind(ModuleKind)
  /// With what they need, `steps` edges far.
  case deps(QueryExpression, steps: Int?)
  /// With what needs them.
  case rdeps(QueryExpression, steps: Int?)
  /// One shortest chain from the first to the second.
  case path(QueryExpression, QueryExpression)
  /// Whatever lies on any such chain.
  case paths(QueryExpression, QueryExpression)
  /// The test modules that need any of them, and those among them.
  case tests(QueryExpression)
  /// By themselves, since that revision or the usual base.
  case changed(since: QueryWord?)
  case affected(since: QueryWord?)
  /// What is in all of them.
  case common([QueryExpression])
  /// From left to right.
  case sum(QueryExpression, [Summand])

  package struct Summand: Sendable, Hashable {
    package let isTakenAway: Bool
    package let expression: QueryExpression

    package init(isTakenAway: Bool, _ expression: QueryExpression) {
      self.isTakenAway = isTakenAway
      self.expression = expression
    }
  }
}

extension QueryExpression {
  /// The expressions that this one is made of.
  var parts: [QueryExpression] {
    switch self {
    case .modules, .all, .tag, .owner, .unowned, .kind, .changed, .affected: []
    case .deps(let set, _), .rdeps(let set, _), .tests(let set): [set]
    case .path(let from, let to), .paths(let from, let to): [from, to]
    case .common(let sets): sets
    case .sum(let first, let rest): [first] + rest.map(\.expression)
    }
  }

  /// True when the answer depends on owners.
  package var asksForOwners: Bool {
    switch self {
    case .owner, .unowned: true
    default: parts.contains(where: \.asksForOwners)
    }
  }

  /// The revisions since which changes are asked for, each once, in order; nil is the usual base.
  package var comparisons: [QueryWord?] {
    var found: [QueryWord?] = []
    func collect(_ expression: QueryExpression) {
      switch expression {
      case .changed(let since), .affected(let since): if !found.contains(since) { found.append(since) }
      default: expression.parts.forEach(collect)
      }
    }
    collect(self)
    return found
  }
}

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
