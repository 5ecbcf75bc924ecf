/// What can be said of a module's interface.
package enum ModuleInterface: Sendable, Hashable {
  case surface(PublicSurface)
  /// It offers nothing to other modules, and why: a test, an executable.
  case nothing(String)
  /// Nobody can tell without a build, and why.
  case unknown(String)

  package var surface: PublicSurface? {
    if case .surface(let surface) = self { surface } else { nil }
  }

  /// Whether two revisions of a module surely offer the same. What is not known may have changed.
  package func isSurelySame(as other: ModuleInterface) -> Bool {
    switch (self, other) {
    case (.surface(let mine), .surface(let its)): mine.isSame(as: its)
    case (.nothing, .nothing): true
    default: false
    }
  }
}
