/// A declaration of a Swift source that other modules can name: a type, wherever it stands, or a function, variable or macro
/// outside of any.
package struct SourceDeclaration: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case `protocol`, `struct`, `enum`, `class`, actor, `typealias`, `func`, `var`, macro
  }

  package let kind: Kind
  /// With the types that it stands in: `Cart.Line`.
  package let name: String
  package let line: Int
}

/// What a Swift source says to those that import its module: what it declares, and what has no place in a symbol graph.
package struct SourceDeclarations: Sendable, Hashable {
  /// Public and open ones.
  package internal(set) var declarations: [SourceDeclaration] = []
  /// Re-exported modules, operators and precedence groups, each on one line as it is written.
  package internal(set) var statements: [String] = []
  /// By the names of public types and of what is extended: what it says of what it inherits from that is no conformance, such as
  /// `~Copyable`, and `@MainActor Equatable`.
  package internal(set) var marks: [String: Set<String>] = [:]
  /// Attributes that are declared somewhere: macros, wrappers, builders, actors.
  package internal(set) var attributes: Set<String> = []
  /// Whether braces or literals do not close, so that what came after may have been misread.
  package internal(set) var isDoubtful = false

  init() {}

  /// All branches of `#if` count.
  package init(in bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var scanner = DeclarationScanner(ByteCursor(bytes: base, end: buffer.count))
      scanner.run()
      self = scanner.found
    }
  }
}
