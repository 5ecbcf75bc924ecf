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
    case .change(let selection): return try tell(selection, world, global, console)
    }
  }

  private func tell(
    _ selection: SelectionOptions, _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    let pipeline = try SelectionPipeline.open(world, global, selection)
    let outcome = try pipeline.run(selection)
    let report = try pipeline.owners(outcome, selection, isGate: options.requireOwner)
    let gate = options.requireOwner ? OwnerGate(report) : nil
    if options.format != .json { console.warn(report.allWarnings) }
    switch options.format {
    case .text: console.answer(OwnersText.lines(report, width: console.output.width))
    case .json: console.answer(OwnersJSON.text(report, gate: gate))
    case .markdown: console.answer(OwnersMarkdown.text(report, gate: gate))
    case .github: console.answer(OwnersGitHub.text(report, gate: gate))
    }
    if let gate, !gate.isHeld {
      if options.format != .json { console.warn([Self.refusal(gate, report)]) }
      return .failed
    }
    let isNothing = outcome.report.isNothingAffected && report.deleted.isEmpty
    return options.exitCode && isNothing ? .nothingAffected : .success
  }

  private static func refusal(_ gate: OwnerGate, _ report: OwnersReport) -> Warning {
    let modules = Wording.count(gate.unowned, "affected module")
    let whose = report.rules.isBase ? "the rules of the base" : "the rules of the head"
    return Warning(
      code: "no-owner", message: "nobody owns \(modules), by \(whose) (\(report.rules.ref))",
      hints: [
        "name an owner in CODEOWNERS or workspace.json"
          + (report.rules.isBase ? "; as the base's rules count, that is a change of its own" : "")
      ])
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
