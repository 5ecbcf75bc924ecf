extension CommandSpec {
  static let help = CommandSpec(
    "help", "Print the overview, or a command's help",
    positionals: [PositionalSpec("COMMAND", .command, "The command to explain")],
    examples: [Example("ambit help affected", "the same as `ambit affected --help`")]
  ) { arguments throws(UsageError) in
    .help(command: arguments.positionals.first?.text)
  }
}
