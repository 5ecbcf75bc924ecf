package import Imports
package import Support

/// The sources of single modules, by the scan's own rules.
package struct ModuleSources {
  package struct File: Sendable, Hashable {
    package let path: RelativePath
    package let language: SourceLanguage

    package init(path: RelativePath, language: SourceLanguage) {
      self.path = path
      self.language = language
    }
  }

  private let tree: any FileTree

  package init(_ tree: any FileTree) { self.tree = tree }

  /// Sorted, each once.
  package func files(of module: ModuleNode) throws -> [File] {
    let found = try ScanRoot.all(of: module.layout).flatMap { try $0.files(in: tree).files }
    return Set(found.map { File(path: $0.file.path, language: $0.language) }).sorted { $0.path < $1.path }
  }
}
