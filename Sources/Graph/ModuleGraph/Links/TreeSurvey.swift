import Base

/// The manifests and symbolic links of a tree, found in one pass over all its files.
struct TreeSurvey {
  /// The paths of the manifests, sorted.
  let manifests: [RelativePath]
  let links: LinkMap

  /// `nesting` is the tree's folder in its repository. Links elsewhere in the repository count too, since links of the
  /// tree may lead to them.
  init(of tree: any FileTree, absoluteRoot: String?, nesting: RelativePath, names: NameMatching) throws {
    let found = try tree.surroundingFiles { name, kind in
      kind == .symbolicLink || PackageFile.isManifest(name)
    }
    manifests = found.filter { file in
      file.kind != .absentSubmodule && PackageFile.isManifest(file.path.lastComponent)
        && !file.path.escapesRoot
    }.map(\.path)
    var targets: [RelativePath: [UInt8]] = [:]
    for link in found where link.kind == .symbolicLink {
      targets[link.path] = try tree.contents(of: link)
    }
    links = LinkMap(
      targets, absoluteRoot: absoluteRoot, nesting: nesting,
      spelling: names.isExact ? nil : Spelling(tree: tree, names: names))
  }
}
