package import Base
package import Graph
package import SwiftSources

/// Builds a graph from manifests and files as the loader does, without evaluating anything.
package enum GraphFromFiles {
  package static func graph(
    _ manifests: [RelativePath: PackageManifest], _ tree: some FileTree, absoluteRoot: String = "/shop",
    names: NameMatching = .exact, imports: inout ImportScan
  ) throws -> WorkspaceGraph {
    try loader(manifests, absoluteRoot, names: names).load(
      head: .init(tree: tree, commit: nil), base: nil,
      memory: GraphMemory(cacheFolder: nil, surroundings: []),
      imports: &imports
    ).head
  }

  /// A loader that takes manifests for what they are told to be.
  package static func loader(
    _ manifests: [RelativePath: PackageManifest], _ absoluteRoot: String = "/shop",
    config: WorkspaceConfig = .default, names: NameMatching = .exact
  ) -> WorkspaceLoader {
    WorkspaceLoader(
      config: config, absoluteRoot: absoluteRoot, names: names, toolchain: ToolsVersion(6, 3)
    ) { sources in
      sources.map { source in
        manifests[source.folder].map { .success($0) }
          ?? .failure(ManifestProblem(.invalidManifest, file: source.path, message: "no such manifest"))
      }
    }
  }

  package static func graph(
    _ manifests: [RelativePath: PackageManifest], _ tree: some FileTree, absoluteRoot: String = "/shop",
    names: NameMatching = .exact
  ) throws -> WorkspaceGraph {
    var imports = ImportScan(cacheFolder: nil, jobs: 1)
    return try graph(manifests, tree, absoluteRoot: absoluteRoot, names: names, imports: &imports)
  }
}
