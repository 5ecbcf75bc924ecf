package import Support

/// What the sources below one folder name that may lie elsewhere.
package struct FolderImports: Sendable, Hashable {
  /// Modules imported, or asked for with `canImport`; sorted, each once.
  package var modules: [String]
  /// Files outside the folder that C-family sources include by a relative path, as seen from the folder;
  /// sorted, each once.
  package var includes: [RelativePath]

  package init(modules: [String] = [], includes: [RelativePath] = []) {
    self.modules = modules
    self.includes = includes
  }
}
