import Config
import ModuleGraph
import Support

/// Whether something new may lie in a folder.
struct ScaffoldFolder {
  let ground: ScaffoldGround

  func check(_ folder: RelativePath) throws(ScaffoldError) {
    let shown = Text.escapingControls(folder.description)
    guard !folder.escapesRoot, !folder.isRoot else {
      throw ScaffoldError(.invalidPath, "the folder \"\(shown)\" does not lie in the workspace")
    }
    guard let text = String(validating: folder.bytes, as: UTF8.self), shown == text,
      !text.contains(where: { "*?[]{}\\\"!:#$".contains($0) })
    else {
      throw ScaffoldError(
        .invalidPath,
        "the folder \"\(shown)\" has characters that manifests and patterns take for something else")
    }
    if folder.components.contains(where: { $0.elementsEqual(".git".utf8) }) {
      throw ScaffoldError(.invalidPath, "\"\(shown)\" lies in what is Git's own")
    }
    try checkWay(to: folder)
    let inside = ground.graph.modules.first { module in
      module.layout.folder.map { folder.isInside($0) } ?? false
    }
    if let inside {
      throw ScaffoldError(
        .invalidPath, "\"\(shown)\" lies among the sources of \(inside.id), which would compile it")
    }
    if ground.config.exclude.contains(where: { $0.covers(folder) }) {
      throw ScaffoldError(
        .excluded, "\"\(shown)\" is excluded from the workspace, so that nothing would see the package")
    }
  }

  /// What stands on the way must be folders that are really there and written so: a file system may take `features` for
  /// `Features`, and Git would not.
  private func checkWay(to folder: RelativePath) throws(ScaffoldError) {
    let names = NameMatching(ignoresCase: true, ignoresComposition: true)
    var above = RelativePath.root
    for component in folder.components {
      let path = above.appending(RelativePath(Array(component)))
      let kind = (try? ground.tree.kind(of: path)) ?? nil
      if path == folder, kind != nil {
        throw ScaffoldError(.nameTaken, "there is something at \"\(path)\" already")
      }
      if let kind, kind != .folder {
        throw ScaffoldError(.invalidPath, "\"\(path)\" is no folder")
      }
      let entries = kind == nil ? ((try? ground.tree.entries(of: above)) ?? []) : []
      if let other = entries.first(where: { names.key(of: $0.name) == names.key(of: component) }) {
        let there = above.appending(RelativePath(other.name))
        throw ScaffoldError(
          .nameTaken,
          "there is \"\(there)\" already, which some file systems take for the same as \"\(path)\"")
      }
      above = path
    }
  }
}
