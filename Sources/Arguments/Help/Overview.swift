extension CommandTable {
  /// What `ambit` alone prints.
  package static func overview(width: Int = 80) -> HelpText {
    var text = HelpText()
    text.addParagraph(
      "Builds and tests only what a change reaches, in a Git monorepo of Swift packages", width: width)
    text.addHeading("Usage")
    text.addParagraph("ambit [GLOBAL-FLAGS] COMMAND [FLAGS] [ARGUMENTS]", width: width, indent: 2)
    let rows = all.map { HelpColumns.Row(spans: [HelpText.Span(.word, $0.name)], help: $0.summary) }
    text.addHeading("Commands")
    HelpColumns(width: width, aligning: rows).add(rows, to: &text)
    text.add()
    text.addParagraph("Run `ambit COMMAND --help` for the flags of a command.", width: width)
    return text
  }

  /// The help that an invocation asks for; the overview when it names no command.
  package static func help(for name: String?, width: Int = 80) -> HelpText {
    name.flatMap(command(named:))?.helpText(width: width) ?? overview(width: width)
  }
}
