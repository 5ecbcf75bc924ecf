import Support

/// All that modules can use of a module, in one order whoever asks.
///
/// Where declarations stand is kept beside them: moving one is no change of the surface.
package struct PublicSurface: Sendable, Hashable {
  package let declarations: [SurfaceDeclaration]
  /// As many as there are declarations; nil where the compiler says none, as of what it makes itself.
  package let places: [SurfacePlace?]

  package init(_ declarations: [(SurfaceDeclaration, SurfacePlace?)]) {
    let sorted = declarations.sorted { $0.0 < $1.0 }
    self.declarations = sorted.map(\.0)
    places = sorted.map(\.1)
  }

  /// Whether both offer the very same, to modules of the package too.
  package func isSame(as other: PublicSurface) -> Bool { declarations == other.declarations }
}

extension PublicSurface {
  /// The same with what sources say of what types inherit from and no symbol graph has, such as `~Copyable`.
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

  /// The same with more declarations; places are those of files below `root` alone, as seen from there.
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
