package import Support

/// What the sources below one folder name that may lie elsewhere.
package struct FolderImports: Sendable, Hashable {
  /// Modules imported, or asked for with `canImport`; sorted, each once.
  package var modules: [String] = []
  /// Files that C-family sources and module maps name by a relative path, as seen from the folder: those
  /// outside, and those inside that are no sources by their name. Sorted, each once.
  package var includes: [RelativePath] = []
  /// Files whose bytes are taken in, by names that count from where the build runs. Sorted, each once.
  package var embedded: [RelativePath] = []
}
