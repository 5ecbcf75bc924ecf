import Base
import Graph

/// The package folders of a workspace, summed up in patterns.
struct PackageFolders {
  /// The folders that count without a configuration, sorted.
  let folders: [RelativePath]

  init(found: [RelativePath]) {
    folders = PackageSelection(from: found, config: .default).folders
  }

  /// `Apps/*`, `Packages/*`; nil when no patterns say exactly what is there.
  var patterns: [String]? {
    let patterns = Set(folders.compactMap(pattern)).sorted()
    guard patterns.allSatisfy(Self.isPlain) else { return nil }
    var config = WorkspaceConfig.default
    config.packages = patterns.map { Glob($0 == "." ? "" : $0) }
    return PackageSelection(from: folders, config: config).folders == folders ? patterns : nil
  }

  /// The folders that hold packages side by side, which is what teams and layers are made of.
  var parents: [RelativePath] {
    Set(folders.filter { !$0.isRoot && !isNested($0) }.map(\.parent)).filter { !$0.isRoot }.sorted()
  }

  private func pattern(for folder: RelativePath) -> String? {
    if folder.isRoot { return "." }
    // Fixtures lie in packages: a pattern for them would say more than anyone knows.
    if folder.parent.isRoot || isNested(folder) { return folder.description }
    return folder.parent.description + "/*"
  }

  /// Whether the folder lies in another package than the root's.
  private func isNested(_ folder: RelativePath) -> Bool {
    var above = folder.parent
    while !above.isRoot {
      if folders.binarySearch(above, by: { $0 }) != nil { return true }
      above = above.parent
    }
    return false
  }

  /// Whether nothing in it but the stars at its end has a meaning of its own.
  private static func isPlain(_ pattern: String) -> Bool {
    let body = pattern.hasSuffix("/*") ? pattern.dropLast(2) : pattern[...]
    return !body.contains { "*?[]{}\\!".contains($0) } && Glob.problem(in: pattern) == nil
  }
}
