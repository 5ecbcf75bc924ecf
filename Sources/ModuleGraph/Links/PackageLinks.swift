import Names
package import Support

/// A symbolic link of a package that no target of it follows, and where it leads: what lies there is the package's as
/// well as whoever else's it is.
package struct PackageLink: Sendable, Hashable {
  package let path: RelativePath
  /// Sorted.
  package let places: [RelativePath]
}

/// Finds the links of each package that are nobody's.
struct PackageLinks {
  let links: LinkMap
  /// Of all packages.
  let folders: Set<RelativePath>

  func links(of package: RelativePath, _ modules: [ModuleNode]) -> [PackageLink] {
    links.links(below: package).compactMap { link in
      // A link in the place of a manifest makes what it leads to an input of every target.
      let isManifest = link.parent == package && PackageFile.isManifest(link.lastComponent)
      guard !isManifest, innermostPackage(of: link) == package,
        !modules.contains(where: { $0.kind != .unknown && $0.layout.owns(link) })
      else { return nil }
      let places = links.places(linkedFrom: link) { _ in true }
      return places.isEmpty ? nil : PackageLink(path: link, places: places)
    }
  }

  private func innermostPackage(of path: RelativePath) -> RelativePath? {
    path.withAncestors.last { folders.contains($0) }
  }
}
