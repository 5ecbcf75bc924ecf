package import Base
import SwiftSources

/// The names in the sources below one folder that may lead to files or modules elsewhere.
package struct FolderImports: Sendable, Hashable {
  /// Modules imported, or asked for with `canImport`; sorted, each once. `Core#FLAG` is an import that is compiled only
  /// with a flag. `Core?` is asked for.
  package var modules: [String] = []
  /// Files that C-family sources and module maps name by a relative path, as seen from the folder. These are the files
  /// outside, and those inside that their names do not mark as sources. Sorted, each once.
  package var includes: [RelativePath] = []
  /// Files that sources embed, as `#embed` does. Their paths count from where the build runs. Sorted, each once.
  package var embedded: [RelativePath] = []
  /// Names of harmless files that string literals contain, in lower case, with `*` for an open part; also
  /// `program`. Sorted, each once.
  package var names: [String] = []
}

extension FolderImports {
  /// Stands among the names of sources that SwiftPM makes an executable of. No file has this name.
  static let program = "/"

  /// Collects the names in one file, in the order of the text and with repetitions. `path` is seen from the folder.
  init(file bytes: [UInt8], _ language: SourceLanguage, at path: RelativePath, wanted: NameSet) {
    switch language {
    case .swift:
      let (imports, literals) = ImportLexer.findings(in: bytes)
      self.init(
        modules: imports.map(Self.text),
        names: NamedFiles.names(in: bytes, literals, wanted: wanted))
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
    if language != .moduleMap, Self.isProgram(path.lastComponent) { names.append(Self.program) }
  }

  private static func text(of found: SourceImport) -> String {
    let name = found.kind == .canImport ? "\(found.module)?" : found.module
    return found.flag.map { "\(name)#\($0)" } ?? name
  }

  /// Returns the places an include may lead to that are not sources of the folder. The compiler looks in the file's own
  /// folder, then in header search paths. The folder itself and `include` are the usual ones.
  private static func places(of include: CInclude, in file: RelativePath) -> [RelativePath] {
    let (text, name) = (include.path, RelativePath(include.path))
    let climbs = text.utf8.starts(with: "../".utf8) || text.contains("/../")
    let isNear = include.form == .quoted || include.form == .embedded
    guard climbs && include.form != .module || isNear, !text.hasPrefix("/") else { return [] }
    if include.form == .named {
      return climbing(name).map { file.isRoot ? besideRoot.appending($0) : $0 }
    }
    // A file that is scanned by itself is the whole folder, so everything beside it is outside.
    guard !file.isRoot else { return [besideRoot.appending(name)] }
    let places = [file.parent, .root, "include"].map { $0.appending(name) }
    return places.filter { $0.escapesRoot || (isNear && isOddlyNamed($0)) }
  }

  /// Returns the places outside the folder that a path may mean in a file at any depth below it.
  static func climbing(_ path: RelativePath) -> [RelativePath] {
    var places: [RelativePath] = []
    var rest = RelativePath.root.appending(path)
    while rest.escapesRoot {
      places.append(rest)
      rest = RelativePath(Array(rest.bytes.dropFirst(3)))
    }
    return places
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

  /// Returns true when the file's name does not show that it is compiled.
  private static func isOddlyNamed(_ path: RelativePath) -> Bool {
    !path.isRoot && SourceLanguage(of: path.lastComponent) == nil
  }

  /// Returns true for `main.swift`, `Main.c` and the like, as SwiftPM does. A header makes no executable.
  private static func isProgram(_ name: ArraySlice<UInt8>) -> Bool {
    let words = NamePattern.lowercased(name).split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return words.count == 2 && words[0].elementsEqual("main".utf8) && words[1].first != UInt8(ascii: "h")
  }

  /// Returns the names of modules that are imported if at most those flags are set for which `mayBeSet` is true.
  func importedModules(where mayBeSet: (String) -> Bool = { _ in true }) -> [String] {
    modules.compactMap { text in
      let (name, flag) = Self.parts(of: text)
      return flag.map { mayBeSet(String($0)) } ?? true
        ? String(name.last == "?" ? name.dropLast() : name) : nil
    }
  }

  /// The names of modules that sources ask for with `canImport`.
  var askedModules: [String] {
    modules.compactMap { text in
      let name = Self.parts(of: text).name
      return name.last == "?" ? String(name.dropLast()) : nil
    }
  }

  private static func parts(of text: String) -> (name: Substring, flag: Substring?) {
    guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "#")) else { return (text[...], nil) }
    return (text[..<mark], text[text.index(after: mark)...])
  }

  /// Joins the names of several files, each once and in order.
  init(joining parts: [FolderImports]) {
    self.init(
      modules: Set(parts.lazy.flatMap(\.modules)).sorted(),
      includes: Set(parts.lazy.flatMap(\.includes)).sorted(),
      embedded: Set(parts.lazy.flatMap(\.embedded)).sorted(),
      names: Set(parts.lazy.flatMap(\.names)).sorted())
  }
}
