import Arguments

extension MCPCommand {
  static let spec = CommandSpec(
    "mcp", .automation, "Serve editors and agents over the Model Context Protocol",
    discussion: [
      "The server reads requests from standard input and writes answers to standard output, one JSON "
        + "message a line. It stops at the end of the input. The client starts the server: name this command "
        + "in its configuration.",
      "The tools affected, why, query, owners, plan and test answer like the commands with '--json'. The "
        + "tool failures answers like `ambit history --failed --json`. Every call reads the working tree "
        + "again.",
    ],
    examples: [
      Example("ambit mcp", "for the workspace in the client's folder"),
      Example("ambit mcp -C ~/shop", "for the workspace in another folder"),
    ]
  )

  init(_ arguments: ParsedArguments) {}

  // The commands that the server starts look after themselves.
  var usesCache: Bool { false }
  var concernsBuilds: Bool { false }
}
