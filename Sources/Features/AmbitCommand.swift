package import Arguments
package import Base
package import Session

/// A command: its name, flags and help in `spec`, its options from `init`, and its work in `run`.
///
/// A new command is a type in a folder of its own, and a word in `Ambit.commands`.
package protocol AmbitCommand: Sendable, Hashable {
  static var spec: CommandSpec { get }

  /// The words suit `spec`.
  init(_ arguments: ParsedArguments) throws(Failure)

  /// True when '--format json' asks for JSON.
  var answersInJSON: Bool { get }
  /// True when the command may write to the user's cache.
  var usesCache: Bool { get }
  /// True when the command has to do with builds. A build may belong to another place than the working folder's.
  var concernsBuilds: Bool { get }

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode
}

extension AmbitCommand {
  package var answersInJSON: Bool { false }
  package var usesCache: Bool { true }
  package var concernsBuilds: Bool { true }
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
      return .run(command, GlobalOptions(arguments, json: command.answersInJSON))
    }
  }
}
