import Base

/// One declaration that others can use, as the compiler writes it.
package struct SurfaceDeclaration: Sendable, Hashable {
  package var kind: DeclarationKind
  /// Names from the outermost type inwards; of what can be called with its labels: `Cart`, `add(_:to:)`.
  package var path: [String]
  /// The whole declaration without its body, on one line.
  package var text: String
  package var access: SurfaceAccess
  /// The module of the type that it extends, where that is another one's.
  package var extended: String?
  package var role: SurfaceRole
  /// What it conforms to or inherits from, sorted, each with its conditions.
  package var conformances: [String]
  /// `macOS introduced 14`, `deprecated`; sorted.
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
  /// By path, so that members follow their type.
  package static func < (left: Self, right: Self) -> Bool {
    if left.path != right.path { return left.path.lexicographicallyPrecedes(right.path) }
    if left.text != right.text { return left.text < right.text }
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    return left.encoded.lexicographicallyPrecedes(right.encoded)
  }
}

/// What a declaration declares, by the names of symbol graphs, and what stands for those of other languages.
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
  /// A public header of a module in C, whose text is the digest of its bytes.
  case header
  /// What no symbol graph has: re-exported modules, operators, precedence groups.
  case statement
  case other

  /// In the words of Swift: `static func` rather than `type.method`.
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
  /// For the modules of its package alone.
  case package
}

/// What a declaration is to a protocol.
package enum SurfaceRole: String, Sendable, Hashable, CaseIterable, ByteCodable {
  case plain, requirement
  /// A requirement that those who conform need not meet themselves.
  case defaultedRequirement
}

/// Where a declaration stands, from the workspace's root.
package struct SurfacePlace: Sendable, Hashable {
  package var file: String
  package var line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}
