package import Arguments
package import Base
import GitBridge
import Reports
import Runner
package import Session

/// A command: its name, flags and help in `spec`, its options from `init`, and its work in `run`.
///
/// A new command is a type in a folder of its own, and a word in `Ambit.commands`.
package protocol AmbitCommand: Sendable, Hashable {
  static var spec: CommandSpec { get }

  /// The words suit `spec`.
  init(_ arguments: ParsedArguments) throws(Failure)

  /// True when the command may write to the user's cache.
  var usesCache: Bool { get }
  /// True when the command has to do with builds. A build may belong to another place than the working folder's.
  var concernsBuilds: Bool { get }

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode
}

extension AmbitCommand {
  package var usesCache: Bool { true }
  package var concernsBuilds: Bool { true }
}

/// A command whose words are read into options of their own.
protocol CommandWithOptions: AmbitCommand {
  associatedtype Options: CommandOptions

  init(options: Options)
}

protocol CommandOptions: Sendable, Hashable {
  init(_ arguments: ParsedArguments) throws(Failure)
}

extension CommandWithOptions {
  init(_ arguments: ParsedArguments) throws(Failure) { self.init(options: try Options(arguments)) }
}

extension RunOptions: CommandOptions {}

extension GlobalOptions {
  /// Returns nil outside of every repository, for commands about this machine, which run there too.
  func insideRepository<Value>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value? {
    do throws(Failure) {
      return try body()
    } catch {
      guard error.isOutsideRepository, workspaceFile == nil else { throw error }
      return nil
    }
  }
}

enum DocumentFormat: String, OutputFormat {
  case text, json, markdown
}

extension CommandOutput {
  /// `width` is that of text. JSON has the warnings within.
  func answer(
    _ document: @autoclosure () -> Document, json: @autoclosure () -> String, _ warnings: [Warning],
    as format: DocumentFormat, width: Int?
  ) {
    if format != .json { warn(warnings) }
    switch format {
    case .text: answer(document().lines(width: width))
    case .json: answer(json())
    case .markdown: answer(document().markdown)
    }
  }
}

extension Ambit {
  /// All commands, in the order of the overview. A command's `spec` names its group.
  package static let commands: [any AmbitCommand.Type] = [
    InitCommand.self, AffectedCommand.self, TestCommand.self, BuildCommand.self, WatchCommand.self,
    WhyCommand.self, PlanCommand.self, OwnersCommand.self, ReportCommand.self, DoctorCommand.self,
    TasksCommand.self, CICommand.self, HookCommand.self, AuditCommand.self, MCPCommand.self,
    GraphCommand.self, QueryCommand.self, ShowCommand.self, MetricsCommand.self, InterfaceCommand.self,
    LintCommand.self, ExtractCommand.self, NewCommand.self,
    LocalCommand.self, ReleasedCommand.self, ReleaseCommand.self,
    CacheCommand.self, HistoryCommand.self, InsightsCommand.self, KeyCommand.self, TrustCommand.self,
    CompletionsCommand.self, HelpCommand.self,
  ]

  package static let table = CommandTable(commands.map { $0.spec })

  /// The request of a command line.
  package enum Request {
    case run(any AmbitCommand, GlobalOptions)
    case version
  }

  /// Reads the words after the program's own name.
  package static func request(_ words: [Argument]) throws(Failure) -> Request {
    switch try ArgumentParser.parse(words, table) {
    case .help(let topic): return .run(HelpCommand(topic: topic), GlobalOptions())
    case .version: return .version
    case .command(let arguments):
      guard let type = commands.first(where: { $0.spec.name == arguments.command }) else {
        return .run(HelpCommand(topic: .overview), GlobalOptions())
      }
      let command = try type.init(arguments)
      return .run(command, GlobalOptions(arguments))
    }
  }
}

extension Ambit {
  /// Runs the program in `world`, and returns the exit code.
  package static func run(_ world: World) -> Int32 {
    do throws(Failure) {
      switch try request(world.arguments) {
      case .version:
        world.output.write(Array("ambit \(version)\n".utf8))
        return ExitCode.success.rawValue
      case .run(let command, let options):
        return run(command, world, options).rawValue
      }
    } catch {
      var options = GlobalOptions()
      options.json = ArgumentParser.asksForJSON(world.arguments)
      CommandOutput(world, options).fail(error)
      return ExitCode.noVerdict.rawValue
    }
  }

  private static func run(_ command: any AmbitCommand, _ world: World, _ options: GlobalOptions) -> ExitCode {
    var world = world
    let progressLine = ProgressLine.make(for: world, options)
    world.progressLine = progressLine
    world.onAbruptEnd { progressLine.end() }
    let output = CommandOutput(world, options)
    defer { output.showTimings() }
    do throws(Failure) {
      world = try world.entering(options.directory)
      if command.usesCache { try world.refusePlantedLinks() }
      if command.concernsBuilds {
        try PlaceChange(world)?.followScratch(options, output) { [world] in
          $0.obstacle(knownIn: world.cacheFolder)
        }
      }
      return try command.run(world, options, output)
    } catch {
      output.fail(error)
      return .noVerdict
    }
  }
}
