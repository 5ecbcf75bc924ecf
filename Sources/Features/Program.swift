import Arguments
import Base
import Runner
package import Session

extension Ambit {
  /// Runs the program in `world`, and returns the exit code.
  package static func run(_ world: World) -> Int32 {
    do throws(UsageError) {
      switch try ArgumentParser.parse(world.arguments) {
      case .version:
        world.output.write(Array("ambit \(version)\n".utf8))
        return ExitCode.success.rawValue
      case .help(let topic):
        showHelp(on: topic, world)
        return ExitCode.success.rawValue
      case .run(let command, let options):
        return run(command, world, options).rawValue
      }
    } catch {
      var options = GlobalOptions()
      options.json = ArgumentParser.asksForJSON(world.arguments)
      CommandOutput(world, options).fail(Failure(describing: error))
      return ExitCode.noVerdict.rawValue
    }
  }

  private static func run(_ command: ChosenCommand, _ world: World, _ options: GlobalOptions) -> ExitCode {
    var world = world
    let progressLine = ProgressLine.make(for: world, options)
    world.progressLine = progressLine
    world.onAbruptEnd { progressLine.end() }
    let output = CommandOutput(world, options)
    defer { output.showTimings() }
    do throws(Failure) {
      world = try world.entering(options.directory)
      if command.usesCache { try world.refusePlantedLinks() }
      if command.speaksOfBuilds { try PlaceChange(world)?.followScratch(options, output) }
      switch command {
      case .affected(let affected): return try AffectedCommand(options: affected).run(world, options, output)
      case .why(let why): return try WhyCommand(options: why).run(world, options, output)
      case .query(let query): return try QueryCommand(options: query).run(world, options, output)
      case .show(let show): return try ShowCommand(options: show).run(world, options, output)
      case .metrics(let metrics): return try MetricsCommand(options: metrics).run(world, options, output)
      case .key(let key): return try KeyCommand(options: key).run(world, options, output)
      case .interface(let interface):
        return try InterfaceCommand(options: interface).run(world, options, output)
      case .local(let local): return try LocalCommand(options: local).run(world, options, output)
      case .released(let released): return try ReleasedCommand(options: released).run(world, options, output)
      case .status: return try StatusCommand().run(world, options, output)
      case .release(let release): return try ReleaseCommand(options: release).run(world, options, output)
      case .build(let run): return try RunCommand(action: .build, options: run).run(world, options, output)
      case .test(let run): return try RunCommand(action: .test, options: run).run(world, options, output)
      case .watch(let watch): return try WatchCommand(options: watch).run(world, options, output)
      case .plan(let plan): return try PlanCommand(options: plan).run(world, options, output)
      case .tasks(let tasks): return try TasksCommand(options: tasks).run(world, options, output)
      case .owners(let owners): return try OwnersCommand(options: owners).run(world, options, output)
      case .report(let report): return try ReportCommand(options: report).run(world, options, output)
      case .lint(let lint): return try LintCommand(options: lint).run(world, options, output)
      case .graph(let graph): return try GraphCommand(options: graph).run(world, options, output)
      case .history(let history): return try HistoryCommand(options: history).run(world, options, output)
      case .insights(let insights):
        return try InsightsCommand(options: insights).run(world, options, output)
      case .audit(let audit): return try AuditCommand(options: audit).run(world, options, output)
      case .initialize(let initialize):
        return try InitCommand(options: initialize).run(world, options, output)
      case .new(let new): return try NewCommand(options: new).run(world, options, output)
      case .extract(let extract): return try ExtractCommand(options: extract).run(world, options, output)
      case .cache(let cache): return try CacheCommand(options: cache).run(world, options, output)
      case .states(let states): return try StateCommand(options: states).run(world, options, output)
      case .doctor(let onlyHarmless):
        return try DoctorCommand(onlyHarmless: onlyHarmless).run(world, options, output)
      case .trust(let trust): return try TrustCommand(options: trust).run(world, options, output)
      case .ci(let ci): return try CICommand(options: ci).run(world, output)
      case .mcp: return try MCPCommand().run(world, options)
      case .hook(let hook): return try HookCommand(options: hook).run(world, options, output)
      case .completions(let completions):
        return try CompletionsCommand(options: completions).run(world, options, output)
      }
    } catch {
      output.fail(error)
      return .noVerdict
    }
  }

  private static func showHelp(on topic: HelpTopic, _ world: World) {
    let capabilities = world.output.capabilities(.auto)
    let text = topic.text(width: min(capabilities.width ?? 80, 100)).render { span in
      StyledText(span.text, span.role.style).render(color: capabilities.color)
    }
    world.output.write(Array(text.utf8))
  }
}

extension ChosenCommand {
  /// True when the command may write to the user's cache.
  fileprivate var usesCache: Bool {
    switch self {
    case .completions(let options): options.line != nil
    // The commands that the server starts look after themselves.
    case .ci, .mcp: false
    default: true
    }
  }
}

extension ChosenCommand {
  /// True when the command has to do with builds. A build may belong to another place than the working folder's.
  fileprivate var speaksOfBuilds: Bool {
    switch self {
    case .initialize, .new, .cache, .trust, .completions, .ci, .mcp: false
    case .hook(let hook): hook.action == .run
    default: true
    }
  }
}

extension HelpText.Role {
  fileprivate var style: Style {
    switch self {
    case .text: .plain
    case .heading: .heading
    case .word: .module
    case .placeholder: .path
    case .dim: .dim
    }
  }
}
