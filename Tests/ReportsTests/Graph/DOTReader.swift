import Base

/// Reads the part of Graphviz's language that is written here, and nothing laxer: an independent check that
/// no name can leave its quotes. https://graphviz.org/doc/info/lang.html
struct DOTReader {
  struct Failure: Error {
    let message: String
  }

  enum Token: Hashable {
    case word(String)
    /// A quoted string, its escapes undone as a label has them.
    case quoted(String)
    case sign(String)
  }

  var labels: [String] = []
  var nodes: [String] = []
  var edges: [[String]] = []

  private var tokens: ArraySlice<Token>

  init(_ text: String) throws {
    tokens = try Self.tokens(Array(text))[...]
    try expect(.word("digraph"))
    guard case .word = tokens.popFirst() else { throw Failure(message: "no name") }
    try body()
    guard tokens.isEmpty else { throw Failure(message: "something follows the graph") }
  }

  private mutating func body() throws {
    try expect(.sign("{"))
    while let token = tokens.popFirst(), token != .sign("}") {
      switch token {
      case .word("subgraph"):
        guard case .word = tokens.popFirst() else { throw Failure(message: "no name of a subgraph") }
        try body()
        continue
      case .word:
        if tokens.first == .sign("=") { try value(token) } else { _ = try attributes() }
      case .quoted(let name):
        if tokens.first == .sign("->") {
          tokens.removeFirst()
          guard case .quoted(let target) = tokens.popFirst() else { throw Failure(message: "no target") }
          edges.append([name, target])
        } else {
          nodes.append(name)
        }
        if tokens.first == .sign("[") { _ = try attributes() }
      case .sign(let sign): throw Failure(message: "unexpected \(sign)")
      }
      try expect(.sign(";"))
    }
  }

  private mutating func attributes() throws {
    try expect(.sign("["))
    while tokens.first != .sign("]") {
      guard let key = tokens.popFirst(), case .word = key else { throw Failure(message: "no attribute") }
      try value(key)
      if tokens.first == .sign(",") { tokens.removeFirst() }
    }
    tokens.removeFirst()
  }

  private mutating func value(_ key: Token) throws {
    try expect(.sign("="))
    switch tokens.popFirst() {
    case .quoted(let text): if key == .word("label") { labels.append(text) }
    case .word: break
    default: throw Failure(message: "no value of \(key)")
    }
  }

  private mutating func expect(_ token: Token) throws {
    let found = tokens.popFirst()
    guard found == token else {
      throw Failure(message: "expected \(token), found \(String(describing: found))")
    }
  }

  private static func tokens(_ text: [Character]) throws -> [Token] {
    var result: [Token] = []
    var at = 0
    while at < text.count {
      let character = text[at]
      at += 1
      if character.isWhitespace { continue }
      if character == "\"" {
        var value = ""
        while at < text.count, text[at] != "\"" {
          if text[at] == "\\" {
            at += 1
            guard at < text.count, text[at] == "\"" || text[at] == "\\" else {
              throw Failure(message: "an escape with a meaning of its own")
            }
          }
          value.append(text[at])
          at += 1
        }
        guard at < text.count else { throw Failure(message: "a string without an end") }
        at += 1
        result.append(.quoted(value))
      } else if character == "-", at < text.count, text[at] == ">" {
        at += 1
        result.append(.sign("->"))
      } else if character.isLetter || character.isNumber || character == "_" {
        var word = String(character)
        while at < text.count, text[at].isLetter || text[at].isNumber || text[at] == "_" {
          word.append(text[at])
          at += 1
        }
        result.append(.word(word))
      } else {
        result.append(.sign(String(character)))
      }
    }
    return result
  }
}
