package struct InitOptions: Sendable, Hashable {
  /// Replace a file that is there.
  package var force = false
  /// Print the file instead of writing it.
  package var toOutput = false

  package init() {}

  init(_ arguments: ParsedArguments) {
    force = arguments.has(.force)
    toOutput = arguments.has(.stdout)
  }
}

extension FlagSpec {
  static let force = toggle("force", conflicts: ["stdout"], "Replace a workspace.json that is there")
  static let stdout = toggle("stdout", conflicts: ["force"], "Print the file instead of writing it")
}

extension CommandSpec {
  static let initialize = CommandSpec(
    "init", "Write a workspace.json that fits the packages found",
    discussion: [
      "Proposes a name, the base to compare with, the folders of packages, teams from CODEOWNERS and tags from "
        + "folders, with a comment for each. The proposal changes nothing in what is selected; edit it from there.",
      "Without the file Ambit finds every package and uses its defaults: nobody needs one to start.",
    ],
    flags: [.force, .stdout],
    examples: [
      Example("ambit init", "in the root of the repository"),
      Example("ambit init --stdout", "see the proposal first"),
    ]
  ) { arguments throws(UsageError) in
    .run(.initialize(InitOptions(arguments)), GlobalOptions(arguments))
  }
}
