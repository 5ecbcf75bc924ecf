package import Base

/// A module of the workspace as an extraction sees it.
package struct ExtractionModule: Sendable, Hashable {
  package let id: ModuleID
  /// As sources import it and the index names it.
  package let name: String
  package let isTest: Bool
  /// What its manifest says that it needs, of the workspace.
  package let declared: Set<ModuleID>
  /// A library of its package has it in it, so that other packages may depend on it.
  package let isOffered: Bool

  package init(id: ModuleID, isTest: Bool, declared: Set<ModuleID>, isOffered: Bool = true) {
    self.id = id
    name = ModuleName.names(of: id.name).first ?? id.name
    self.isTest = isTest
    self.declared = declared
    self.isOffered = isOffered
  }
}

/// What is known of a workspace before some of its files move.
package struct ExtractionGround: Sendable {
  /// By the name that the index has.
  package let modules: [String: ExtractionModule]
  /// Each once for every module that has it, by path.
  package let files: [IndexedFile]
  /// The packages of the workspace that each one names.
  package let packages: [RelativePath: Set<RelativePath>]
  /// What stands in a source.
  package let contents: @Sendable (RelativePath) -> [UInt8]
  /// Where each symbol is declared: an index of `files`, and one of its declarations.
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
        // What is written says more than what the compiler added.
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

  /// The indices of a module's files.
  func files(of module: ExtractionModule) -> [Int] {
    files.indices.filter { files[$0].module == module.name }
  }
}

struct SymbolPlace: Sendable, Hashable {
  let file: Int
  let declaration: Int
}

/// The module of a symbol, as far as its name in the index says.
enum SymbolOrigin {
  /// `Foundation` for `s:10Foundation4DateV`; nil for what the standard library and C have.
  static func module(of usr: String) -> String? {
    guard usr.hasPrefix("s:") else { return nil }
    let digits = usr.dropFirst(2).prefix { $0.isASCII && $0.isNumber }
    guard let length = Int(digits), length > 0 else { return nil }
    let name = usr.dropFirst(2 + digits.count).prefix(length)
    return name.count == length ? String(name) : nil
  }

  /// Libraries are made of parts that nobody imports: `FoundationEssentials` comes with `Foundation`.
  static func `is`(_ module: String, partOf imported: String) -> Bool {
    module == imported || module.hasPrefix(imported)
  }
}
