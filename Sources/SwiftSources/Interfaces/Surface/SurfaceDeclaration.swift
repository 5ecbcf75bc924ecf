import Base

/// A declaration that other modules can use, in the form of the compiler.
package struct SurfaceDeclaration: Sendable, Hashable {
  package var kind: DeclarationKind
  /// The names from the outermost type inwards. A callable declaration has its labels: `Cart`, `add(_:to:)`.
  package var path: [String]
  /// The whole declaration without its body, on one line.
  package var text: String
  package var access: SurfaceAccess
  /// The module of the extended type, if it is another module.
  package var extended: String?
  package var role: SurfaceRole
  /// The protocols and superclass, sorted, each with its conditions.
  package var conformances: [String]
  /// The availability, sorted: `macOS introduced 14`, `deprecated`.
  package var availability: [String]

  package init(
    _ kind: DeclarationKind, _ path: [String], _ text: String, access: SurfaceAccess = .public,
    extended: String? = nil, role: SurfaceRole = .plain, conformances: [String] = [],
    availability: [String] = []
  ) {
    self.kind = kind
    self.path = path
    self.text = text
    self.access = access
    self.extended = extended
    self.role = role
    self.conformances = conformances
    self.availability = availability
  }

  package var name: String { path.joined(separator: ".") }
}

extension SurfaceDeclaration: Comparable {
  /// Sorts by path, so that members follow their type.
  package static func < (left: Self, right: Self) -> Bool {
    if left.path != right.path { return left.path.lexicographicallyPrecedes(right.path) }
    if left.text != right.text { return left.text < right.text }
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    return left.encoded.lexicographicallyPrecedes(right.encoded)
  }
}

/// The kind of a declaration, by the names of symbol graphs. Some cases stand for other languages and statements.
package enum DeclarationKind: String, Sendable, Hashable, CaseIterable, ByteCodable {
  case `protocol`, `struct`, `enum`, `class`, actor, `typealias`, `associatedtype`
  case enumCase = "enum.case"
  case initializer = "init"
  case deinitializer = "deinit"
  case method
  case typeMethod = "type.method"
  case property
  case typeProperty = "type.property"
  case `subscript`
  case typeSubscript = "type.subscript"
  case function = "func"
  case `operator` = "func.op"
  case variable = "var"
  case macro
  case `extension`
  /// A public header of a C module. Its text is the digest of its bytes.
  case header
  /// A statement that no symbol graph has: a re-exported module, an operator, a precedence group.
  case statement
  case other

  /// The kind in the words of Swift: `static func` and not `type.method`.
  package var words: String {
    switch self {
    case .enumCase: "case"
    case .method: "func"
    case .typeMethod: "static func"
    case .property: "var"
    case .typeProperty: "static var"
    case .typeSubscript: "static subscript"
    case .operator: "operator"
    case .other: "declaration"
    default: rawValue
    }
  }

  package var isType: Bool {
    switch self {
    case .protocol, .struct, .enum, .class, .actor, .typealias: true
    default: false
    }
  }

  package var isCallable: Bool {
    switch self {
    case .initializer, .method, .typeMethod, .subscript, .typeSubscript, .function, .operator: true
    default: false
    }
  }
}

package enum SurfaceAccess: String, Sendable, Hashable, CaseIterable, ByteCodable {
  case open, `public`
  /// Only modules of the package can use the declaration.
  case package
}

/// The role of a declaration in a protocol.
package enum SurfaceRole: String, Sendable, Hashable, CaseIterable, ByteCodable {
  case plain, requirement
  /// A requirement with a default, so conforming types need not implement it.
  case defaultedRequirement
}

/// The place of a declaration, from the workspace's root.
package struct SurfacePlace: Sendable, Hashable {
  package var file: String
  package var line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}
