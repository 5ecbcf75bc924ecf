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

/// The index's facts about one source that an extraction needs.
package struct IndexedFile: Sendable, Hashable {
  /// The path as seen from the workspace.
  package let path: RelativePath
  /// The module's name in the compiler.
  package let module: String
  package internal(set) var declarations: [Declaration] = []
  package internal(set) var uses: [Use] = []

  package struct Declaration: Sendable, Hashable {
    package let usr: String
    package let name: String
    package let kind: IndexSymbol.Kind
    package let subkind: IndexSymbol.Subkind
    package let line: Int
    package let column: Int
    /// True when the compiler made the declaration.
    package let isImplicit: Bool
    /// The enclosing type, extension or protocol.
    package let parent: String?
    /// The declarations that this one implements or overrides.
    package let overrides: [String]
  }

  package struct Use: Sendable, Hashable {
    package let usr: String
    package let name: String
    package let kind: IndexSymbol.Kind
    package let line: Int
    package let column: Int
    package let isImplicit: Bool
    /// The types that have the used symbol as superclass, or conform to it.
    package let derived: [String]
    /// The extension of the used type that begins there.
    package let extensions: [String]
  }

  package init(path: RelativePath, module: String, record: IndexRecord) {
    self.path = path
    self.module = module
    for occurrence in record.occurrences {
      let symbol = record.symbols[occurrence.symbol]
      func related(by role: IndexRoles) -> [String] {
        occurrence.relations.filter { $0.roles.contains(role) }.map { record.symbols[$0.symbol].usr }
      }
      // Parameters are only used inside of their function.
      guard symbol.kind != .parameter, symbol.kind != .module, symbol.subkind != .genericParameter else {
        continue
      }
      if occurrence.roles.isDisjoint(with: [.definition, .declaration]) {
        uses.append(
          Use(
            usr: symbol.usr, name: symbol.name, kind: symbol.kind, line: occurrence.line,
            column: occurrence.column, isImplicit: occurrence.roles.contains(.implicit),
            derived: related(by: .baseOf), extensions: related(by: .extendedBy)))
      } else {
        declarations.append(
          Declaration(
            usr: symbol.usr, name: symbol.name, kind: symbol.kind, subkind: symbol.subkind,
            line: occurrence.line, column: occurrence.column,
            isImplicit: occurrence.roles.contains(.implicit),
            parent: (related(by: .accessorOf) + related(by: .childOf)).first,
            overrides: related(by: .overrideOf)))
      }
    }
  }
}

/// The uses between the files of one module, with their places.
package struct FileGraph: Sendable {
  /// A use of a symbol of another file.
  package struct Link: Sendable, Hashable {
    package let from: RelativePath
    package let line: Int
    package let symbol: String
    package let to: RelativePath
  }

  package let files: [RelativePath]
  /// The first use, by the index of the using file, then of the used one.
  private let links: [[Int: Link]]

  /// - `links`: in the order for reports.
  package init(files: some Sequence<RelativePath>, links: some Sequence<Link>) {
    let sorted = Set(files).sorted()
    let index = Dictionary(uniqueKeysWithValues: zip(sorted, sorted.indices))
    var found: [[Int: Link]] = Array(repeating: [:], count: sorted.count)
    for link in links where link.from != link.to {
      guard let from = index[link.from], let to = index[link.to], found[from][to] == nil else { continue }
      found[from][to] = link
    }
    self.files = sorted
    self.links = found
  }

  /// Returns the first uses that lead from one set of files into another, by place.
  package func links(from one: Set<RelativePath>, to other: Set<RelativePath>) -> [Link] {
    files.indices.filter { one.contains(files[$0]) }.flatMap { from in
      links[from].sorted { $0.key < $1.key }.map(\.value).filter { other.contains($0.to) }
    }
  }

  /// Returns the files and all that they use, directly or not. It is the smallest set with these files that uses
  /// nothing outside of itself.
  package func closure(of start: Set<RelativePath>) -> Set<RelativePath> {
    var found = Set(files.indices.filter { start.contains(files[$0]) })
    var pending = Array(found)
    while let next = pending.popLast() {
      for used in links[next].keys where found.insert(used).inserted { pending.append(used) }
    }
    return Set(found.map { files[$0] })
  }

  /// Returns groups of files in the order in which they can move. A group comes after the files that it uses. Files
  /// that use one another are in one group.
  package func bottomUp(_ chosen: Set<RelativePath>) -> [[RelativePath]] {
    let members = files.indices.filter { chosen.contains(files[$0]) }
    let place = Dictionary(uniqueKeysWithValues: zip(members, members.indices))
    let successors = members.map { member in links[member].keys.compactMap { place[$0] }.sorted() }
    return StrongComponents.find(successors).map { component in component.map { files[members[$0]] }.sorted()
    }
  }
}

extension ExtractionContext {
  func graph(of module: ExtractionModule) -> FileGraph {
    let own = files(of: module)
    let links = own.flatMap { file in
      files[file].uses.compactMap { use -> FileGraph.Link? in
        guard let place = places[use.usr], place.file != file, files[place.file].module == module.name else {
          return nil
        }
        return FileGraph.Link(
          from: files[file].path, line: use.line, symbol: use.name,
          to: files[place.file].path)
      }
    }
    return FileGraph(files: own.map { files[$0].path }, links: links)
  }
}
