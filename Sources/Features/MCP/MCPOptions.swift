import Arguments

extension MCPCommand {
  static let spec = CommandSpec(
    "mcp", .automation, "Serve editors and agents by the Model Context Protocol",
    discussion: [
      "Reads requests from standard input and writes answers to standard output, one JSON message a line, until the input "
        + "ends. A client starts the server: its configuration names this command.",
      "The tools are affected, why, query, owners, plan and test, which answer like the commands with '--json', and "
        + "failures, which answers like `ambit history --failed --json`. Every call reads the working tree anew.",
    ],
    examples: [
      Example("ambit mcp", "for the workspace of the folder in which the client starts it"),
      Example("ambit mcp -C ~/shop", "for the workspace of a folder"),
    ]
  )

  init(_ arguments: ParsedArguments) {}

  // The commands that the server starts look after themselves.
  var usesCache: Bool { false }
  var concernsBuilds: Bool { false }
}
