extension CommandSpec {
  static let help = CommandSpec(
    "help", "Show a command's help, or the commands of a group",
    positionals: [PositionalSpec("COMMAND", .command, "The command to explain")],
    examples: [Example("ambit help affected", "the same as `ambit affected --help`")]
  ) { arguments throws(UsageError) in
    .help(command: arguments.positionals.first?.text)
  }
}
