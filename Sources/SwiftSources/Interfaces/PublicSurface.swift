package import Base

/// All that other modules can use of a module, always in the same order.
///
/// The places of declarations are kept beside them: a moved declaration is no change of the surface.
package struct PublicSurface: Sendable, Hashable {
  package let declarations: [SurfaceDeclaration]
  /// The place of each declaration; nil when the compiler gives none, as for declarations that it makes.
  package let places: [SurfacePlace?]

  package init(_ declarations: [(SurfaceDeclaration, SurfacePlace?)]) {
    let sorted = declarations.sorted { $0.0 < $1.0 }
    self.declarations = sorted.map(\.0)
    places = sorted.map(\.1)
  }

  /// Returns true when both offer the same, to modules of the package too.
  package func isSame(as other: PublicSurface) -> Bool { declarations == other.declarations }
}

extension PublicSurface {
  /// Returns the surface with marks from sources that no symbol graph has, such as `~Copyable`.
  package func marking(_ marks: [String: Set<String>]) -> PublicSurface {
    guard !marks.isEmpty else { return self }
    return PublicSurface(
      zip(declarations, places).map { declaration, place in
        guard declaration.kind.isType, let more = marks[declaration.name] else { return (declaration, place) }
        var marked = declaration
        marked.conformances = (declaration.conformances + more).sorted()
        return (marked, place)
      })
  }

  /// Returns the surface with more declarations. Only places in files below `root` stay, as seen from there.
  package func adding(
    _ more: [(SurfaceDeclaration, SurfacePlace?)], keepingPlacesBelow root: String
  ) -> PublicSurface {
    let all = zip(declarations, places).map { ($0, $1) } + more
    return PublicSurface(
      all.map { declaration, place in
        guard var place else { return (declaration, nil) }
        place.file = place.file.path(below: root) ?? place.file
        return (declaration, place.file.hasPrefix("/") ? nil : place)
      })
  }
}

/// The known facts about a module's interface.
package enum ModuleInterface: Sendable, Hashable {
  case surface(PublicSurface)
  /// The module offers nothing to other modules, for this reason: it is a test or an executable.
  case nothing(String)
  /// The interface is not known without a build, for this reason.
  case unknown(String)

  /// Returns true when two revisions of a module surely offer the same. An unknown interface may have changed.
  package func isSurelySame(as other: ModuleInterface) -> Bool {
    switch (self, other) {
    case (.surface(let mine), .surface(let its)): mine.isSame(as: its)
    case (.nothing, .nothing): true
    default: false
    }
  }
}

extension PublicSurface: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    declarations.write(to: &writer)
    places.write(to: &writer)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let declarations = try reader.value([SurfaceDeclaration].self)
    let places = try reader.value([SurfacePlace?].self)
    guard declarations.count == places.count else { throw .invalid }
    self.init(Array(zip(declarations, places)))
  }
}

extension SurfaceDeclaration: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    kind.write(to: &writer)
    path.write(to: &writer)
    text.write(to: &writer)
    access.write(to: &writer)
    extended.write(to: &writer)
    role.write(to: &writer)
    conformances.write(to: &writer)
    availability.write(to: &writer)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    kind = try reader.value()
    path = try reader.value()
    text = try reader.value()
    access = try reader.value()
    extended = try reader.value()
    role = try reader.value()
    conformances = try reader.value()
    availability = try reader.value()
  }
}

extension SurfacePlace: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    file.write(to: &writer)
    line.write(to: &writer)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    file = try reader.value()
    line = try reader.value()
  }
}

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
