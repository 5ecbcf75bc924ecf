package import Arguments
package import Base
import GitBridge

/// The folder of the workspace: the one that holds `workspace.json`, else the Git root.
package struct WorkspaceLocation {
  package static let configurationName = "workspace.json"

  /// The absolute path, with links resolved.
  package private(set) var root: String
  /// The workspace's folder in the repository. Empty when both are the same.
  package let folderInRepository: RelativePath
  /// The configuration file, relative to the workspace.
  package let configuration: RelativePath
  /// The rule by which the file system compares names.
  package var names = NameMatching.exact

  /// The absolute path.
  package var repositoryRoot: String {
    let inside = folderInRepository.bytes.count
    return inside == 0 ? root : String(decoding: root.utf8.dropLast(inside + 1), as: UTF8.self)
  }

  /// The same workspace in another folder.
  package func moved(to root: String) -> WorkspaceLocation {
    var moved = self
    moved.root = root
    return moved
  }

  package func absolutePath(of folder: RelativePath) -> String {
    folder.isRoot ? root : root + "/" + String(decoding: folder.bytes, as: UTF8.self)
  }

  /// Replaces workspace.json and keeps its permissions.
  package func replaceConfiguration(with text: [UInt8]) throws(Failure) {
    let file = absolutePath(of: configuration)
    let permissions = FileFacts(of: file)?.permissions ?? 0o644
    guard LocalFiles.replace(file, with: text, permissions: UInt32(permissions)) else {
      throw .unwritable(file)
    }
  }

  /// Finds the workspace without reading files or configuration, for commands that must work in any state.
  package static func find(_ world: World, _ global: GlobalOptions) throws(Failure) -> WorkspaceLocation {
    let start = world.workingFolder
    let repository = try Repository.open(containing: start, environment: world.environment)
    return try find(
      repositoryRoot: repository.workingFolder, from: start,
      explicitFile: global.workspaceFile.map { world.absoluteText($0.bytes) })
  }

  /// Finds the nearest `workspace.json` from `start` upwards, no further than the Git root.
  package static func find(
    repositoryRoot: String, from start: String, explicitFile: String?
  ) throws(Failure) -> WorkspaceLocation {
    if let explicitFile {
      guard let file = LocalFiles.resolved(explicitFile) else {
        throw Failure(
          code: "no-configuration", message: "there is no file \"\(explicitFile)\"",
          hints: ["--workspace takes the path of a workspace.json"])
      }
      let (folder, name) = split(file)
      return try make(root: folder, name: name, repositoryRoot)
    }
    var folder = LocalFiles.resolved(start) ?? start
    while isInside(folder, repositoryRoot) {
      if LocalFiles.isFile(folder + "/" + configurationName) {
        return try make(root: folder, name: configurationName, repositoryRoot)
      }
      if folder == repositoryRoot { break }
      folder = split(folder).folder
    }
    return try make(root: repositoryRoot, name: configurationName, repositoryRoot)
  }

  private static func make(root: String, name: String, _ repositoryRoot: String) throws(Failure)
    -> WorkspaceLocation
  {
    WorkspaceLocation(
      root: root, folderInRepository: try folder(root, in: repositoryRoot), configuration: RelativePath(name))
  }

  /// Returns the path of an absolute folder, relative to the repository's root.
  package static func folder(_ root: String, in repositoryRoot: String) throws(Failure) -> RelativePath {
    guard isInside(root, repositoryRoot) else {
      throw Failure(
        code: "workspace-outside-repository",
        message: "the workspace \"\(root)\" is not in the Git repository \"\(repositoryRoot)\"",
        hints: ["run Ambit in the repository of the workspace, or name it with -C"])
    }
    let inside = root.utf8.dropFirst(repositoryRoot.utf8.count)
    return RelativePath(Array(inside.drop { $0 == UInt8(ascii: "/") }))
  }

  private static func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || folder == "/" || path.hasPrefix(folder + "/")
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }
}

extension World {
  /// Returns a path as it is called where the working folder is seen.
  func entered(_ path: String) -> String {
    guard case .done(let placement, _) = placing else { return path }
    return placement.entered(path)
  }

  func entered(_ path: [UInt8]) -> [UInt8] {
    guard case .done = placing, let text = String(validating: path, as: UTF8.self) else { return path }
    return Array(entered(text).utf8)
  }

  /// Returns the path of a place beside the repository, as seen from where the working folder lies. nil for a process that
  /// sees the folder there.
  package var beside: (@Sendable (RelativePath) -> [UInt8])? {
    guard case .done(let placement, let aside) = placing else { return nil }
    let workspace = RelativePath(placement.origin + placement.workspace)
    return { path in
      let absolute = "/" + String(decoding: workspace.appending(path).bytes, as: UTF8.self)
      return Array(placement.seen(absolute, aside: aside).utf8)
    }
  }

  /// Returns text for a file, with paths as the user knows them.
  func shown(_ text: String) -> String { placing.names?.text(text) ?? text }

  /// The environment for a child process that is Ambit again.
  package var everything: [String: String] {
    var result = environment.merging(secrets) { own, _ in own }
    if let placing { result[PlacementStep.variable] = placing.text }
    return result
  }
}

extension PlacementStep? {
  fileprivate var names: RenamedPaths? {
    guard case .done(let placement, let aside) = self else { return nil }
    return RenamedPaths(placement, aside: aside)
  }

  /// Returns a sink with paths as a user in the working folder knows them.
  func reading(_ sink: any ByteSink) -> any ByteSink {
    names.map { RenamingSink(sink: sink, names: $0) } ?? sink
  }
}

private struct RenamingSink: ByteSink {
  let sink: any ByteSink
  let names: RenamedPaths

  func write(_ bytes: [UInt8]) { sink.write(names.bytes(bytes)) }

  func capabilities(_ color: ColorChoice) -> TerminalCapabilities { sink.capabilities(color) }
}
