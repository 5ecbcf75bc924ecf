package import Base
import SwiftSources

/// What the sources below one folder name that may lie elsewhere.
package struct FolderImports: Sendable, Hashable {
  /// Modules imported, or asked for with `canImport`; sorted, each once.
  package var modules: [String] = []
  /// Files that C-family sources and module maps name by a relative path, as seen from the folder: those
  /// outside, and those inside that are no sources by their name. Sorted, each once.
  package var includes: [RelativePath] = []
  /// Files whose bytes are taken in, by names that count from where the build runs. Sorted, each once.
  package var embedded: [RelativePath] = []
  /// Names of files that string literals say and that count for nothing otherwise: in lower case, with `*` for what
  /// is left open. Sorted, each once.
  package var names: [String] = []
}

extension FolderImports {
  /// What one file names; `path` is seen from the folder. Each may occur more than once.
  init(file bytes: [UInt8], _ language: SourceLanguage, at path: RelativePath, wanted: NameSet) {
    switch language {
    case .swift:
      let (imports, literals) = ImportLexer.findings(in: bytes)
      self.init(
        modules: imports.map(\.module), names: NamedFiles.names(in: bytes, literals, wanted: wanted))
    case .cFamily:
      let (found, literals) = CIncludeLexer.findings(in: bytes)
      self.init(
        modules: found.filter { $0.form == .module }.compactMap {
          $0.path.split(separator: ".").first.map(String.init)
        },
        includes: found.flatMap { Self.places(of: $0, in: path) },
        embedded: found.filter { $0.form == .embedded && !$0.path.hasPrefix("/") }
          .map { RelativePath($0.path) },
        names: NamedFiles.names(in: bytes, literals, wanted: wanted))
    case .moduleMap:
      self.init(includes: ModuleMapLexer.references(in: bytes).flatMap { Self.places(of: $0, in: path) })
    }
  }

  /// Where an include may lead that is none of the folder's sources. Besides the file's own folder the compiler
  /// looks in header search paths, of which the folder itself and `include` are the usual ones.
  private static func places(of include: CInclude, in file: RelativePath) -> [RelativePath] {
    let (text, name) = (include.path, RelativePath(include.path))
    let climbs = text.utf8.starts(with: "../".utf8) || text.contains("/../")
    let isNear = include.form == .quoted || include.form == .embedded
    guard climbs && include.form != .module || isNear, !text.hasPrefix("/") else { return [] }
    // A file that is scanned by itself is the whole folder: all beside it is outside.
    guard !file.isRoot else { return [besideRoot.appending(name)] }
    let places = [file.parent, .root, "include"].map { $0.appending(name) }
    return places.filter { $0.escapesRoot || (isNear && isOddlyNamed($0)) }
  }

  private static func places(
    of reference: ModuleMapLexer.Reference, in file: RelativePath
  ) -> [RelativePath] {
    guard !reference.path.hasPrefix("/") else { return [] }
    let place = (file.isRoot ? besideRoot : file.parent).appending(RelativePath(reference.path))
    var places = [place]
    if case .umbrellaHeader = reference { places.append(place.parent) }
    if case .umbrellaFolder = reference { return places.filter(\.escapesRoot) }
    return places.filter { $0.escapesRoot || isOddlyNamed($0) }
  }

  private static let besideRoot: RelativePath = ".."

  /// Whether a name does not tell that the file is compiled.
  private static func isOddlyNamed(_ path: RelativePath) -> Bool {
    !path.isRoot && SourceLanguage(of: path.lastComponent) == nil
  }

  /// The union of what several files name, each once and in order.
  init(joining parts: [FolderImports]) {
    self.init(
      modules: Set(parts.lazy.flatMap(\.modules)).sorted(),
      includes: Set(parts.lazy.flatMap(\.includes)).sorted(),
      embedded: Set(parts.lazy.flatMap(\.embedded)).sorted(),
      names: Set(parts.lazy.flatMap(\.names)).sorted())
  }
}
