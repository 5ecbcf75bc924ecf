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
    let graph = keys.graph
    let manifests = Self.manifests(graph)
    let surroundings = DigestWriter.digest { keys.walk.surroundings(&$0) }
    for module in graph.modules.indices where keys.scope.isInside[module] {
      let package = graph.modules[module].package
      let folder = graph.packages[package].folder
      guard digests[folder] == nil else { continue }
      digests[folder] = keys.walk.inputs.files.names[package].digest { writer in
        writer.text(.package, "shape", "1")
        writer.part(surroundings) { _ in }
        writer.part(manifests[package]) { _ in }
      }
    }
  }

  /// Returns nil for a package without modules in the scope.
  package func digest(of package: RelativePath) -> SHA256Digest? { digests[package] }

  /// Returns a digest of each package's manifest and of those that it depends on. Packages that depend on one another
  /// have the same digest.
  private static func manifests(_ graph: WorkspaceGraph) -> Indexed<PackageIndex, SHA256Digest> {
    let needed = graph.packages.mapped { $0.dependencies.compactMap(\.package) }
    var digests = Indexed<PackageIndex, SHA256Digest>(
      repeating: SHA256.digest(of: []), count: graph.packages.count)
    for component in StrongComponents.find(needed) {
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
