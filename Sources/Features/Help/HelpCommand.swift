import Arguments
import Base
import Session

struct HelpCommand: AmbitCommand {
  let topic: HelpTopic

  static let spec = CommandSpec(
    "help", .machine, "Show a command's help, or the commands of a group",
    positionals: [
      PositionalSpec(
        "TOPIC", .topic,
        "A command, or a group: \(CommandGroup.allCases.map(\.rawValue).joined(separator: ", "))")
    ],
    flags: [.allCommands],
    examples: [
      Example("ambit help affected", "the same as `ambit affected --help`"),
      Example("ambit help automation", "the commands of a group"),
      Example("ambit help --all", "all commands"),
    ]
  )

  var usesCache: Bool { false }
  var concernsBuilds: Bool { false }

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let capabilities = world.output.capabilities(.auto)
    let text = topic.text(of: Ambit.table, width: min(capabilities.width ?? 80, 100)).render { span in
      StyledText(span.text, span.role.style).render(color: capabilities.color)
    }
    world.output.write(Array(text.utf8))
    return .success
  }
}

extension HelpCommand {
  init(_ arguments: ParsedArguments) throws(Failure) {
    let word = arguments.positionals.first?.text
    if arguments.has(.allCommands) {
      if let word { throw Failure.usage("'--all' contradicts '\(word)'", hints: ["give one of the two"]) }
      topic = .groups(CommandGroup.allCases)
    } else {
      let group = word.flatMap(CommandGroup.init(rawValue:))
      topic = group.map { .groups([$0]) } ?? word.map { .command($0) } ?? .overview
    }
  }
}

extension FlagSpec {
  static let allCommands = toggle("all", "List all commands, one a line")
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
