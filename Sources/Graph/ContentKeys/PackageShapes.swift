package import Base

/// Digests of what decides that SwiftPM accepts a package: the manifests of the package and of all packages that it
/// depends on, and the names of files in their targets. SwiftPM does not load the tests of packages below.
///
/// SwiftPM builds nothing in a package with one target that it refuses, such as a target without a folder or with the
/// sources of another. The keys of the other modules do not show that, since they leave out their siblings.
package struct PackageShapes: Sendable {
  private var digests: [RelativePath: SHA256Digest] = [:]

  /// Covers the packages with modules in the scope of `keys`. `exists` tells whether something is on the disk.
  package init(_ keys: ModuleKeys, exists: @escaping (RelativePath) -> Bool) {
    let (graph, surroundings) = (keys.graph, keys.surroundings)
    let modules = graph.modules.indices.filter { keys.scope.isInside[$0] }
    let packages = Set(modules.map { graph.modules[$0].package })
    let targets = TargetNames(keys, exists)
    let below = Self.loadedPackages(for: packages, in: graph, targets, keys.walk.roots)
    for package in packages {
      digests[graph.packages[package].folder] = DigestWriter.digest { writer in
        writer.text(.package, "shape", "3")
        writer.part(surroundings) { _ in }
        writer.part(below[package]) { _ in }
        targets.write(package, to: &writer) { $0 == .test }
      }
    }
  }

  /// Returns nil for a package without modules in the scope.
  package func digest(of package: RelativePath) -> SHA256Digest? { digests[package] }

  /// Returns digests of `packages` and all below them, each with what SwiftPM loads of the package and of those that it
  /// depends on. Packages that depend on one another have the same digest.
  private static func loadedPackages(
    for packages: Set<PackageIndex>, in graph: WorkspaceGraph, _ targets: TargetNames, _ roots: ManifestRoots
  ) -> Indexed<PackageIndex, SHA256Digest> {
    let below = graph.packages(neededBy: packages)
    let needed = graph.packages.mapped { $0.dependencies.compactMap(\.package) }
    var digests = Indexed<PackageIndex, SHA256Digest>(
      repeating: SHA256.digest(of: []), count: graph.packages.count)
    for component in StrongComponents.find(needed) where below.contains(component[0]) {
      let members = Set(component)
      let digest = DigestWriter.digest { writer in
        for package in component.sorted() {
          let manifest = roots.encodedManifest(of: graph.packages[package])
          writer.input(
            .package, .path(graph.packages[package].folder), .digest(SHA256.digest(of: manifest)))
          targets.write(package, to: &writer) { $0 != .test }
          for next in needed[package] where !members.contains(next) { writer.part(digests[next]) { _ in } }
        }
      }
      for package in component { digests[package] = digest }
    }
    return digests
  }
}

/// The names of files in targets.
private struct TargetNames {
  private let graph: WorkspaceGraph
  private let paths: Indexed<PackageIndex, [(module: ModuleIndex, path: RelativePath)]>
  private let exists: (RelativePath) -> Bool

  init(_ keys: ModuleKeys, _ exists: @escaping (RelativePath) -> Bool) {
    graph = keys.graph
    paths = keys.walk.inputs.files.targetPaths
    self.exists = exists
  }

  /// Writes the names in a package's targets of some kinds.
  ///
  /// SwiftPM refuses a target without its folder, a resource or a folder of headers. Without a file for Git they are on
  /// some disks alone, since Git keeps no empty folder and no ignored file.
  func write(_ package: PackageIndex, to writer: inout DigestWriter, where isWanted: (ModuleKind) -> Bool) {
    var files: [ModuleIndex: [RelativePath]] = [:]
    for (module, path) in paths[package] where isWanted(graph.modules[module].kind) {
      files[module, default: []].append(path)
      writer.input(.file, .path(path), .text(graph.modules[module].id.name))
    }
    for module in graph.packages[package].modules where isWanted(graph.modules[module].kind) {
      for place in graph.modules[module].layout.neededPlaces
      where files[module]?.contains(where: { $0.isInside(place) }) != true && exists(place) {
        writer.input(.file, .path(place), .text("not in Git"))
      }
    }
  }
}
