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
