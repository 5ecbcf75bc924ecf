import Names
import Support

/// Finds the package folders of a tree and the manifest that is in force in each.
struct PackageDiscovery {
  /// The manifests of one package folder.
  struct Candidate: Equatable {
    let folder: RelativePath
    /// Names of all manifests in the folder, the version-specific ones included.
    let names: [String]
  }

  /// All package folders that hold a plain `Package.swift`, sorted.
  static func candidates(among manifests: [RelativePath]) -> [Candidate] {
    var names: [RelativePath: [String]] = [:]
    for path in manifests {
      guard let name = String(validating: path.lastComponent, as: UTF8.self) else { continue }
      names[path.parent, default: []].append(name)
    }
    return names.filter { $1.contains(PackageFile.manifest) }
      .map { Candidate(folder: $0, names: $1.sorted()) }
      .sorted { $0.folder < $1.folder }
  }

  /// The manifests that stand in `folder`, when it is a package at all.
  static func candidate(at folder: RelativePath, in tree: any FileTree) throws -> Candidate? {
    let names = try tree.entries(of: folder)
      .filter { $0.kind != .folder && PackageFile.isManifest($0.name[...]) }
      .compactMap { String(validating: $0.name, as: UTF8.self) }
    return names.contains(PackageFile.manifest) ? Candidate(folder: folder, names: names.sorted()) : nil
  }
}
