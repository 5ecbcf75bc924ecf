package import Base
import SwiftSources

/// A place in a source that imports a module.
package struct ImportSite: Sendable, Hashable {
  package let file: RelativePath
  package let line: Int
  /// nil when the line says enough.
  package var column: Int?
}

/// Looks into the sources of single modules for import lines, which a scan of all modules has no room to remember.
package struct ImportSites {
  private let tree: any FileTree

  package init(_ tree: any FileTree) {
    self.tree = tree
  }

  /// Returns the first place, by path and line, that imports each of `names`. A name that occurs only in `canImport`
  /// has no place.
  package func sites(of names: Set<String>, in module: ModuleNode) throws -> [String: ImportSite] {
    var sites: [String: ImportSite] = [:]
    for file in try files(of: module) where sites.count < names.count {
      guard let bytes = try tree.contents(of: file.file) else { continue }
      for (name, line) in Self.imports(in: bytes, file.language)
      where names.contains(name) && sites[name] == nil {
        sites[name] = ImportSite(file: file.file.path, line: line)
      }
    }
    return sites
  }

  /// The names that Swift sources of the module ask for with `canImport`.
  package func askedFor(in module: ModuleNode) throws -> Set<String> {
    var names: Set<String> = []
    for file in try files(of: module) where file.language == .swift {
      let imports = ImportLexer.imports(in: try tree.contents(of: file.file) ?? [])
      names.formUnion(imports.filter { $0.kind == .canImport }.map(\.module))
    }
    return names
  }

  /// Returns true when the module has sources and all are Swift. C-family sources may take in more than their text
  /// shows.
  package func isSwiftOnly(_ module: ModuleNode) throws -> Bool {
    let languages = Set(try files(of: module).map(\.language))
    return languages == [.swift]
  }

  private func files(of module: ModuleNode) throws -> [ScannedFile] {
    try ScanRoot.all(of: module.layout).flatMap { try $0.files(in: tree).files }
  }

  private static func imports(
    in bytes: [UInt8], _ language: SourceLanguage
  ) -> [(name: String, line: Int)] {
    switch language {
    case .swift:
      ImportLexer.imports(in: bytes).filter { $0.kind == .module }.map { ($0.module, $0.line) }
    case .cFamily:
      CIncludeLexer.includes(in: bytes).filter { $0.form == .module }.compactMap { include in
        include.path.split(separator: ".").first.map { (String($0), include.line) }
      }
    case .moduleMap: []
    }
  }
}
