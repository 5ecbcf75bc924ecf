import AffectedGraph
import Arguments
import ModuleMap
import Ownership
import Reports
import Support
import Terminal
import Workspace

/// `ambit owners`: whom a change concerns, or who owns some paths.
struct OwnersCommand {
  let options: OwnersOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    switch options.subject {
    case .paths(let paths): return try answer(paths, world, global, console)
    case .change(let selection):
      let outcome = try SelectionPipeline.open(world, global, selection).run(selection)
      let report = OwnersReport(
        outcome.report, teams: outcome.config.teams, extraWarnings: outcome.ownerWarnings)
      if options.format == .json {
        console.answer(OwnersJSON.text(report))
      } else {
        console.warn(outcome.report.allWarnings + outcome.ownerWarnings)
        console.answer(OwnersText.lines(report, width: console.output.width))
      }
      return options.exitCode && outcome.report.isNothingAffected ? .nothingAffected : .success
    }
  }

  private func answer(
    _ paths: [Argument], _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    let workspace = try OpenWorkspace.open(world, global, headRevision: nil)
    let (owners, warnings) = try workspace.ownerResolver()
    let modules = try modulesByPath(workspace, world)
    let entries = paths.map { argument in
      let path = workspace.relativePath(of: argument, in: world)
      return PathOwners(path: path, owners: owners.owners(ofPath: path, modules: modules(path)).owners)
    }
    if options.format == .json {
      console.answer(OwnersJSON.text(entries))
    } else {
      console.warn(warnings)
      console.answer(OwnersText.lines(entries, width: console.output.width))
    }
    return .success
  }

  /// Which modules a path belongs to. Manifests are only read when a rule speaks of modules.
  private func modulesByPath(
    _ workspace: OpenWorkspace, _ world: World
  ) throws(Failure) -> (RelativePath) -> [ModuleID] {
    let speaksOfModules = workspace.config.owners.rules.contains { rule in
      if case .modules = rule.match { true } else { false }
    }
    guard speaksOfModules else { return { _ in [] } }
    let graph = try workspace.load(.nothing(), try world.locateToolchain(), world).loaded.head
    let map = ModuleMap(
      graph: graph,
      rules: PathRules(
        config: workspace.config, configuration: workspace.location.configuration, graph: graph))
    return { path in
      let placed = map.place(path).modules.map { graph.modules[$0.module].id }
      // A folder stands for what lies in it.
      let inside = graph.listedModules.filter { $0.layout.folder?.isInside(path) ?? false }.map(\.id)
      return Set(placed + inside).sorted()
    }
  }
}
