package import Base

/// Digests of what decides that SwiftPM accepts a package: the manifests of the package and of all packages that it
/// depends on, and the names of its own files.
///
/// SwiftPM builds nothing in a package with one target that it refuses, such as a target without a folder or with the
/// sources of another. The keys of the other modules do not show that, since they leave out their siblings.
package struct PackageShapes: Sendable {
  private var digests: [RelativePath: SHA256Digest] = [:]

  /// Covers the packages with modules in the scope of `keys`.
  package init(_ keys: ModuleKeys) {
    let (graph, surroundings) = (keys.graph, keys.surroundings)
    let modules = graph.modules.indices.filter { keys.scope.isInside[$0] }
    let packages = Set(modules.map { graph.modules[$0].package })
    let manifests = Self.manifests(of: packages, in: graph)
    for package in packages {
      digests[graph.packages[package].folder] = DigestWriter.digest { writer in
        writer.text(.package, "shape", "2")
        writer.part(surroundings) { _ in }
        writer.part(manifests[package]) { _ in }
        for (module, path) in keys.walk.inputs.files.targetPaths[package] {
          writer.input(.file, .path(path), .text(graph.modules[module].id.name))
        }
      }
    }
  }

  /// Returns nil for a package without modules in the scope.
  package func digest(of package: RelativePath) -> SHA256Digest? { digests[package] }

  /// Returns a digest of each package's manifest and of those that it depends on, for `packages` and all below them.
  /// Packages that depend on one another have the same digest.
  private static func manifests(
    of packages: Set<PackageIndex>, in graph: WorkspaceGraph
  ) -> Indexed<PackageIndex, SHA256Digest> {
    let below = graph.packages(neededBy: packages)
    let needed = graph.packages.mapped { $0.dependencies.compactMap(\.package) }
    var digests = Indexed<PackageIndex, SHA256Digest>(
      repeating: SHA256.digest(of: []), count: graph.packages.count)
    for component in StrongComponents.find(needed) where below.contains(component[0]) {
      let members = Set(component)
      let digest = DigestWriter.digest { writer in
        for package in component.sorted() {
          var bytes = ByteWriter()
          graph.packages[package].encodedManifest.write(to: &bytes)
          writer.input(
            .package, .path(graph.packages[package].folder), .digest(SHA256.digest(of: bytes.bytes)))
          for next in needed[package] where !members.contains(next) { writer.part(digests[next]) { _ in } }
        }
      }
      for package in component { digests[package] = digest }
    }
    return digests
  }
}
