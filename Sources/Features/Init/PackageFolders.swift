import Base
import Graph

/// The package folders of a workspace, summarised in patterns.
struct PackageFolders {
  /// The folders that count without a configuration, sorted.
  let folders: [RelativePath]

  init(found: [RelativePath]) {
    folders = PackageSelection(from: found, config: .default).folders
  }

  /// `Apps/*`, `Packages/*`; nil when no patterns match exactly the existing packages.
  var patterns: [String]? {
    let patterns = Set(folders.compactMap(pattern)).sorted()
    guard patterns.allSatisfy(Self.isPlain) else { return nil }
    var config = WorkspaceConfig.default
    config.packages = patterns.map { Glob($0 == "." ? "" : $0) }
    return PackageSelection(from: folders, config: config).folders == folders ? patterns : nil
  }

  /// The folders with packages side by side. Teams and layers often follow these folders.
  var parents: [RelativePath] {
    Set(folders.filter { !$0.isRoot && !isNested($0) }.map(\.parent)).filter { !$0.isRoot }.sorted()
  }

  private func pattern(for folder: RelativePath) -> String? {
    if folder.isRoot { return "." }
    // Fixtures are packages within packages. A pattern for their parent could match more.
    if folder.parent.isRoot || isNested(folder) { return folder.description }
    return folder.parent.description + "/*"
  }

  /// True when the folder is inside another package, except the root's.
  private func isNested(_ folder: RelativePath) -> Bool {
    var above = folder.parent
    while !above.isRoot {
      if folders.binarySearch(above, by: { $0 }) != nil { return true }
      above = above.parent
    }
    return false
  }

  /// True when no character has a special meaning, except a star at the end.
  private static func isPlain(_ pattern: String) -> Bool {
    let body = pattern.hasSuffix("/*") ? pattern.dropLast(2) : pattern[...]
    return !body.contains { "*?[]{}\\!".contains($0) } && Glob.problem(in: pattern) == nil
  }
}
