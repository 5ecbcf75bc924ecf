/// An expression that stands for modules.
///
/// A long chain of operators is one node, so only parentheses make an expression deep. The parser limits those.
package indirect enum QueryExpression: Sendable, Hashable {
  /// A module, a package or a glob, as in arguments of commands.
  case modules(QueryWord)
  case all
  case tag(QueryWord)
  case owner(QueryWord)
  case unowned
  case kind(ModuleKind)
  /// The modules of the expression and all that they need, up to `steps` edges away.
  case deps(QueryExpression, steps: Int?)
  /// The modules of the expression and all that need them, up to `steps` edges away.
  case rdeps(QueryExpression, steps: Int?)
  /// One shortest chain from the first to the second.
  case path(QueryExpression, QueryExpression)
  /// All modules on any such chain.
  case paths(QueryExpression, QueryExpression)
  /// The test modules that need any of the modules, and those among them.
  case tests(QueryExpression)
  /// The modules that changed themselves since that revision; nil stands for the usual base.
  case changed(since: QueryWord?)
  case affected(since: QueryWord?)
  /// The modules that are in all of the sets.
  case common([QueryExpression])
  /// A sum of sets and differences, from left to right.
  case sum(QueryExpression, [Summand])

  package struct Summand: Sendable, Hashable {
    package let isTakenAway: Bool
    package let expression: QueryExpression
  }
}

extension QueryExpression {
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

  /// The revisions whose changes are needed, each once, in order; nil stands for the usual base.
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

/// Writes an expression so that parsing gives the same tree.
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

  /// The text of an operand, in parentheses when it has operators itself.
  private var operand: String {
    switch self {
    case .common, .sum: "(\(self))"
    default: description
    }
  }

  private static func text(of word: QueryWord) -> String {
    // A text in quotes of one kind can only contain quotes of the other kind.
    isPlain(word.text) ? word.text : word.text.contains("\"") ? "'\(word.text)'" : "\"\(word.text)\""
  }

  /// Returns true when the text means the same name without quotes.
  private static func isPlain(_ text: String) -> Bool {
    guard let tokens = try? QueryLexer.tokens(of: text), tokens.count == 2 else { return false }
    return tokens[0].kind == .word(text) && QueryParser.isOnlyName(text)
  }
}

package enum QueryFunction: String, Sendable, Hashable, CaseIterable {
  case deps, rdeps, path, paths, tests
  case owner, unowned, tag, kind
  case changed, affected, all

  /// The forms of the function in messages and documents.
  package var usage: String {
    switch self {
    case .deps: "deps(E), deps(E, N)"
    case .rdeps: "rdeps(E), rdeps(E, N)"
    case .path: "path(A, B)"
    case .paths: "paths(A, B)"
    case .tests: "tests(E)"
    case .owner: "owner(TEAM)"
    case .unowned: "unowned()"
    case .tag: "tag(TAG)"
    case .kind: "kind(KIND)"
    case .changed: "changed(), changed(REV)"
    case .affected: "affected(), affected(REV)"
    case .all: "all, all()"
    }
  }

  /// The shorter form with a colon, as in `tag:layer:core`.
  package var prefix: String? {
    switch self {
    case .owner: "team:"
    case .tag: "tag:"
    case .kind: "kind:"
    default: nil
    }
  }
}
