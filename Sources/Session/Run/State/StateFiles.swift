import Base
import GitBridge
import Graph
import Store

/// The files that a build may read: all that Git does not ignore, and ignored files that are compiled.
/// Paths are relative to the repository, since packages may lie beside the workspace.
struct StateFiles {
  let tree: WorkingTree
  let location: WorkspaceLocation
  let graph: WorkspaceGraph

  func paths() throws(GitError) -> [RelativePath] {
    let folders = [location.folderInRepository] + foldersOutside
    var known: [TreeFile] = []
    for folder in folders { known += try tree.files(below: folder) }
    let sources = IgnoredSources(tree: tree, workspaceFolder: location.folderInRepository)
    let ignored = graph.modules.indices.flatMap { sources.files(of: $0, in: graph) }
      .map { location.folderInRepository.appending($0.path) }.filter { !$0.escapesRoot }
    return Set(known.filter { $0.kind == .file || $0.kind == .executable }.map(\.path) + ignored).sorted()
  }

  /// True when all packages and their files lie in the repository.
  var stayInRepository: Bool { !placesOutside.contains(where: \.escapesRoot) }

  private var foldersOutside: [RelativePath] { placesOutside.filter { !$0.escapesRoot } }

  /// Folders outside the workspace, relative to the repository.
  private var placesOutside: [RelativePath] {
    let inside = location.folderInRepository
    return Set(graph.modules.indices.flatMap { graph.placesOutside($0) } + graph.packages.map(\.folder))
      .filter(\.escapesRoot).map(inside.appending).sorted()
  }
}

/// A list that is stored as a record for a line of states, the latest value first.
struct RecordedList {
  let name: String
  let most: Int

  private var form: SealedForm { SealedForm(name, version: 1) }

  func key(_ line: StateLine) -> SHA256Digest { SHA256.digest(of: Array(name.utf8) + line.digest.bytes) }

  func values(in result: ActionResult, for key: SHA256Digest) -> [String] {
    result.outputFiles.first { $0.path == name }.flatMap { form.value(in: $0.contents, for: key) } ?? []
  }

  /// Returns a record of the list with `value` first.
  func record(of value: String, before others: [String], for key: SHA256Digest) -> ActionResult {
    var result = ActionResult()
    let values = [value] + others.filter { $0 != value }.prefix(most - 1)
    result.outputFiles = [.init(path: name, contents: form.seal(values, for: key))]
    return result
  }
}
