package import Support
package import Workspace

extension ModuleKeys {
  /// The modules whose keys would be others if any of these files were: those that read one, and those that
  /// need them.
  package func modules(reading paths: Set<RelativePath>) -> Set<ModuleID> {
    guard !paths.isEmpty else { return [] }
    var reached = Set<Int>()
    for component in scope.components {
      let isReached = component.contains { module in
        reads(module, anyOf: paths) || scope.edges[module].contains { reached.contains($0.target) }
      }
      if isReached { reached.formUnion(component) }
    }
    return Set(reached.map { graph.modules[$0].id })
  }

  /// Every file that the keys depend on, manifests and lockfiles included, sorted.
  package var paths: [RelativePath] {
    let packages = Set(graph.modules.indices.filter { scope.isInside[$0] }.map { graph.modules[$0].package })
    return Set(walk.inputs.files.all().map(\.path) + packages.flatMap(describingFiles)).sorted()
  }

  private func reads(_ module: Int, anyOf paths: Set<RelativePath>) -> Bool {
    let files = walk.inputs.files
    let package = graph.modules[module].package
    let lists = [
      files.own[module], files.inputs[module], files.ofPackage[package], files.global, files.ofWorkspace,
    ]
    return lists.contains { $0.contains { paths.contains($0.path) } }
      || describingFiles(package).contains(where: paths.contains)
  }

  /// What says how a package is built without being part of it.
  private func describingFiles(_ package: Int) -> [RelativePath] {
    [graph.packages[package].folder.appending(PackageFile.manifest)] + walk.pins.served[package]
  }
}
