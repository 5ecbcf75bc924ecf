import Support

/// What one pass over all files of a tree tells: where manifests stand, and the symbolic links.
struct TreeSurvey {
  /// Sorted.
  let manifests: [RelativePath]
  let links: LinkMap

  init(of tree: any FileTree, absoluteRoot: String?) throws {
    let found = try tree.files { name, kind in kind == .symbolicLink || PackageFile.isManifest(name) }
    manifests = found.filter { $0.kind != .absentSubmodule && PackageFile.isManifest($0.path.lastComponent) }
      .map(\.path)
    var targets: [RelativePath: [UInt8]] = [:]
    for link in found where link.kind == .symbolicLink {
      targets[link.path] = try tree.contents(of: link)
    }
    links = LinkMap(targets, absoluteRoot: absoluteRoot)
  }
}
