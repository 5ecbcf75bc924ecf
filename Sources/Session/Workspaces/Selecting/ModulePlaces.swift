import Arguments
import Base
import Graph

/// Paths instead of names. A folder means the modules in it; a file means the modules that own it.
struct ModulePlaces {
  private let graph: WorkspaceGraph
  private let workspace: OpenWorkspace
  private let world: World

  init(_ graph: WorkspaceGraph, _ workspace: OpenWorkspace, _ world: World) {
    self.graph = graph
    self.workspace = workspace
    self.world = world
  }

  /// Returns true when a word can only be a path: `.`, `./Core`, `Packages/Core`.
  static func isPath(_ word: Argument) -> Bool {
    let slash = UInt8(ascii: "/")
    return !word.bytes.starts(with: [slash, slash])
      && (word.bytes.contains(slash) || word == "." || word == "..")
  }

  /// Returns at least one module, or nil where nothing exists.
  func modules(at word: Argument) throws(Failure) -> [ModuleID]? {
    let root = RelativePath(Array(workspace.location.root.utf8))
    let path = world.resolvedPath(word.bytes).seen(from: root)
    guard !path.escapesRoot else {
      throw Failure(
        code: "outside-workspace", message: "the path \(word.quoted) is outside the workspace",
        hints: ["paths are relative to the current folder, or to -C"])
    }
    let kind = try Failure.wrapping { try path.isRoot ? .folder : workspace.tree.kind(of: path) }
    guard let kind else { return nil }
    let inside = inside(path)
    let found = inside.isEmpty ? holding(path) : kind == .folder ? inside : []
    let listed = found.map { graph.modules[$0] }.filter { $0.kind != .unknown }.map(\.id)
    guard !listed.isEmpty else { throw nothingHolds(word, path) }
    return listed
  }

  /// The modules in a folder, with all modules of packages in there.
  private func inside(_ folder: RelativePath) -> [ModuleIndex] {
    graph.modules.numbered.filter { _, module in
      graph.packages[module.package].folder.isInside(folder)
        || module.layout.folder.map { $0.isInside(folder) } ?? false
    }.map(\.0)
  }

  /// The modules that own a file. A manifest belongs to its whole package.
  private func holding(_ path: RelativePath) -> [ModuleIndex] {
    let rules = PathRules(config: workspace.config, location: workspace.location, graph: graph)
    let placement = ModuleMap(graph: graph, rules: rules).place(path)
    if [.manifest, .lockfile].contains(placement.pathClass), case .packages(let packages) = placement.scope {
      return packages.flatMap { graph.packages[$0].modules }
    }
    let own = placement.modules.filter { $0.role == .own }
    return (own.isEmpty ? placement.modules : own).map(\.module)
  }

  private func nothingHolds(_ word: Argument, _ path: RelativePath) -> Failure {
    let package = path.withAncestors.reversed().lazy.compactMap { graph.package(at: $0) }.first
    return Failure(
      code: "unknown-module", message: "no module contains \(word.quoted)",
      hints: [
        package.map { "its package is //\(graph.packages[$0].folder)" }
          ?? "`ambit affected --all --format names` lists all modules"
      ])
  }
}
