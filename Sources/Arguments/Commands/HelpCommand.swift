extension CommandSpec {
  static let help = CommandSpec(
    "help", "Show a command's help, or the commands of a group",
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
  ) { arguments throws(UsageError) in
    let topic = arguments.positionals.first?.text
    if arguments.has(.allCommands) {
      guard let topic else { return .help(.groups(CommandGroup.allCases)) }
      throw UsageError("'--all' contradicts '\(topic)'", hints: ["give one of the two"])
    }
    let group = topic.flatMap(CommandGroup.init(rawValue:))
    return .help(group.map { .groups([$0]) } ?? topic.map { .command($0) } ?? .overview)
  }
}

extension FlagSpec {
  static let allCommands = toggle("all", "List all commands, each with a line")
}
