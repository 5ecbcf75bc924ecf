package import Digests
import Imports
import Manifests
import ModuleGraph
package import Names
import Support

extension ModuleKeys {
  /// Over all that a module's key holds but what the sources and headers hold that it is compiled from, its own and those
  /// of all that it needs. Where this is the same, only what compilers make of sources can differ.
  ///
  /// nil where programs of the workspace have a hand in the build: what they write is not only in the product.
  package func besideSources(of module: ModuleID) -> SHA256Digest? {
    guard let root = graph.index(of: module), key(of: module) != nil else { return nil }
    let modules = closure(of: root).sorted { graph.modules[$0].id < graph.modules[$1].id }
    guard !modules.contains(where: { graph.modules[$0].isFedByPrograms }) else { return nil }
    return DigestWriter.digest { writer in
      for index in modules {
        visitShared(index, .whole, &writer)
        let isCompiled = compiled(in: index)
        walk.module(index, leavingOut: isCompiled, &writer)
        for edge in scope.edges[index] {
          writer.text(.dependency, "\(edge.kind) \(graph.modules[edge.target].id)", "needed")
        }
      }
    }
  }

  /// Tells the sources and headers of a target from its resources, whatever those are called.
  private func compiled(in index: ModuleIndex) -> (TreeFile) -> Bool {
    let module = graph.modules[index]
    guard module.kind != .system, module.kind != .binary, let folder = module.layout.folder else {
      return { _ in false }
    }
    let described = walk.facts[module.package]?.targets[module.id.name]?.description
    let resources = (described?.resources ?? []).map { folder.appending($0.path) }
    return { file in
      let language = SourceLanguage(of: file.path.lastComponent)
      return (language == .swift || language == .cFamily) && (file.kind == .file || file.kind == .executable)
        && file.path.isInside(folder) && !resources.contains { file.path.isInside($0) }
    }
  }
}
