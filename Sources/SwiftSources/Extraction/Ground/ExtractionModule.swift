package import Base

/// A module of the workspace with the facts that an extraction needs.
package struct ExtractionModule: Sendable, Hashable {
  package let id: ModuleID
  /// The name in imports and in the index.
  package let name: String
  package let isTest: Bool
  /// The modules of the workspace that its manifest declares.
  package let declared: Set<ModuleID>
  /// True when a library of its package contains the module, so that other packages may depend on it.
  package let isOffered: Bool

  package init(id: ModuleID, isTest: Bool, declared: Set<ModuleID>, isOffered: Bool = true) {
    self.id = id
    name = ModuleName.names(of: id.name).first ?? id.name
    self.isTest = isTest
    self.declared = declared
    self.isOffered = isOffered
  }
}

/// The known facts about a workspace before some of its files move.
package struct ExtractionContext: Sendable {
  /// The modules by their names in the index.
  package let modules: [String: ExtractionModule]
  /// The files, each once for every module that compiles it, sorted by path.
  package let files: [IndexedFile]
  /// The packages of the workspace that each package depends on.
  package let packages: [RelativePath: Set<RelativePath>]
  /// Returns the bytes of a source.
  package let contents: @Sendable (RelativePath) -> [UInt8]
  /// The place of each symbol's declaration: an index of `files`, and one of its declarations.
  let places: [String: SymbolPlace]

  package init(
    modules: [ExtractionModule], files: [IndexedFile], packages: [RelativePath: Set<RelativePath>],
    contents: @escaping @Sendable (RelativePath) -> [UInt8]
  ) {
    self.modules = Dictionary(modules.map { ($0.name, $0) }, uniquingKeysWith: { one, _ in one })
    self.files = files
    self.packages = packages
    self.contents = contents
    var places: [String: SymbolPlace] = [:]
    for (file, facts) in files.enumerated() {
      for (index, declaration) in facts.declarations.enumerated() {
        let place = SymbolPlace(file: file, declaration: index)
        // A written declaration has more to say than one of the compiler.
        if let known = places[declaration.usr],
          !files[known.file].declarations[known.declaration].isImplicit || declaration.isImplicit
        {
          continue
        }
        places[declaration.usr] = place
      }
    }
    self.places = places
  }

  func declaration(_ place: SymbolPlace) -> IndexedFile.Declaration {
    files[place.file].declarations[place.declaration]
  }

  func declaration(of usr: String) -> IndexedFile.Declaration? { places[usr].map(declaration) }

  /// Returns the indices of a module's files.
  func files(of module: ExtractionModule) -> [Int] {
    files.indices.filter { files[$0].module == module.name }
  }
}

struct SymbolPlace: Sendable, Hashable {
  let file: Int
  let declaration: Int
}

/// Finds the module of a symbol in its name in the index.
enum SymbolOrigin {
  /// Returns `Foundation` for `s:10Foundation4DateV`; nil for symbols of the standard library and of C.
  static func module(of usr: String) -> String? {
    guard usr.hasPrefix("s:") else { return nil }
    let digits = usr.dropFirst(2).prefix { $0.isASCII && $0.isNumber }
    guard let length = Int(digits), length > 0 else { return nil }
    let name = usr.dropFirst(2 + digits.count).prefix(length)
    return name.count == length ? String(name) : nil
  }

  /// Returns true for a part of an imported library. Nobody imports the parts: `FoundationEssentials` comes with
  /// `Foundation`.
  static func `is`(_ module: String, partOf imported: String) -> Bool {
    module == imported || module.hasPrefix(imported)
  }
}
