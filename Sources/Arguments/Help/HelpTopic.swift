/// The help that a command line asks for.
package enum HelpTopic: Sendable, Hashable {
  /// The everyday commands, and the names of the others: `ambit`.
  case overview
  /// The commands of these groups: `ambit help automation`, `ambit help --all`.
  case groups([CommandGroup])
  /// One command in full: `ambit test --help`.
  case command(String)
  /// One command with its main flags: `ambit test -h`.
  case mainFlags(String)

  /// The text, wrapped to `width` columns.
  package func text(of table: CommandTable, width: Int = 80) -> HelpText {
    switch self {
    case .overview: overview(table, width)
    case .groups(let groups): list(groups, table, width)
    case .command(let name): table.command(named: name)?.helpText(width: width) ?? overview(table, width)
    case .mainFlags(let name): table.command(named: name)?.shortHelp(width: width) ?? overview(table, width)
    }
  }

  private func overview(_ table: CommandTable, _ width: Int) -> HelpText {
    var text = HelpText()
    text.addParagraph(
      "Builds and tests only what a change reaches, in a Git monorepo of Swift packages", width: width)
    text.add()
    text.add(HelpText.Span(.heading, "Usage:"), HelpText.Span(.text, " ambit COMMAND [FLAGS] [ARGUMENTS]"))
    text.add([.everyday], of: table, width)
    let others = CommandGroup.allCases.filter { $0 != .everyday }
    let rows = others.map { group in
      HelpColumns.Row(spans: [HelpText.Span(.word, group.rawValue)], help: table.names(in: group))
    }
    text.addHeading("More commands, by group")
    HelpColumns(width: width, aligning: rows).add(rows, to: &text)
    text.add()
    text.addParagraph(
      "Run `ambit help GROUP`, `ambit help --all` or `ambit COMMAND -h` to read more.",
      width: width)
    return text
  }

  private func list(_ groups: [CommandGroup], _ table: CommandTable, _ width: Int) -> HelpText {
    var text = HelpText()
    text.add(groups, of: table, width)
    text.add()
    text.addParagraph(
      "Run `ambit COMMAND -h` for the main flags of a command, `--help` for all.",
      width: width)
    return text
  }
}

extension HelpText {
  /// Adds each group's commands under its title.
  fileprivate mutating func add(_ groups: [CommandGroup], of table: CommandTable, _ width: Int) {
    let row = { (command: CommandSpec) in
      HelpColumns.Row(spans: [Span(.word, command.name)], help: command.summary)
    }
    let columns = HelpColumns(width: width, aligning: groups.flatMap(table.commands(in:)).map(row))
    for group in groups {
      addHeading(group.title)
      columns.add(table.commands(in: group).map(row), to: &self)
    }
  }
}
