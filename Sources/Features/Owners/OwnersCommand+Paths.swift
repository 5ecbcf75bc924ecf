import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session

/// `ambit owners --paths`: names the owners of files and folders, changed or not.
extension OwnersCommand {
  func answer(
    _ paths: [Argument], _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    let workspace = try OpenWorkspace.open(world, global, headRevision: nil)
    var (owners, warnings) = try workspace.ownerResolver()
    let modules = try modulesByPath(workspace, world)
    let entries = try paths.map { argument throws(Failure) in
      let path = try Self.path(argument, workspace, world)
      let files = try Failure.wrapping { try Self.files(at: path, in: workspace) }
      if files.isEmpty { warnings.append(Self.nothing(at: argument)) }
      // A path without a file is answered as a file to be made there.
      let answers = (files.isEmpty ? [path] : files).map {
        owners.owners(ofPath: $0, modules: modules($0)).owners
      }
      return PathOwners(path: path, owners: Self.joined(answers))
    }
    if options.format == .json {
      console.answer(OwnersJSON.text(entries, warnings))
    } else {
      console.warn(warnings)
      console.answer(entries.lines(width: console.output.width))
    }
    return .success
  }

  /// The path, relative to the workspace.
  private static func path(
    _ argument: Argument, _ workspace: OpenWorkspace, _ world: World
  ) throws(Failure) -> RelativePath {
    let place = world.resolvedPath(argument.bytes)
    let repository = RelativePath(Array(workspace.repository.workingFolder.utf8))
    guard !place.seen(from: repository).escapesRoot else {
      throw Failure(
        code: "outside-repository", message: "the path \(argument.quoted) is outside the repository",
        hints: ["paths are relative to the current folder, or to -C"])
    }
    return place.seen(from: RelativePath(Array(workspace.location.root.utf8)))
  }

  private static func nothing(at path: Argument) -> Warning {
    Warning(
      code: "missing-path",
      message: "\(path.quoted) does not exist: the answer is for a new file there",
      hints: ["paths are relative to the current folder, or to -C"])
  }

  /// The files at or below a path. The rules of CODEOWNERS apply to files; a folder has the owners of its files.
  private static func files(at path: RelativePath, in workspace: OpenWorkspace) throws -> [RelativePath] {
    let folder = workspace.location.folderInRepository
    return try workspace.head.tree.files(below: folder.appending(path)).map { $0.path.seen(from: folder) }
  }

  /// All owners. The owner of most files comes first.
  private static func joined(_ answers: [[String]]) -> [String] {
    guard let first = answers.first, answers.contains(where: { $0 != first }) else {
      return answers.first ?? []
    }
    var counts: [String: Int] = [:]
    for owner in answers.joined() { counts[owner, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// Returns the modules of a path. Manifests are read only when a rule mentions modules.
  private func modulesByPath(
    _ workspace: OpenWorkspace, _ world: World
  ) throws(Failure) -> (RelativePath) -> [ModuleID] {
    let speaksOfModules = workspace.config.owners.rules.contains { rule in
      if case .modules = rule.match { true } else { false }
    }
    guard speaksOfModules else { return { _ in [] } }
    let graph = try workspace.load(
      .nothing(), try world.locateToolchain(for: workspace.location.root), world
    ).loaded.headWithProjects
    let map = ModuleMap(
      graph: graph,
      rules: PathRules(
        config: workspace.config, location: workspace.location, graph: graph))
    return { path in map.place(path).modules.map { graph.modules[$0.module].id }.sorted() }
  }
}
