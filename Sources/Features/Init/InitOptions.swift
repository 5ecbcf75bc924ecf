import Arguments

struct InitOptions: Sendable, Hashable {
  /// True to replace a file that exists.
  var force = false
  /// True to print the file instead of writing it.
  var toOutput = false
  /// True to write only the schema for editors.
  var onlySchema = false

  init() {}

  init(_ arguments: ParsedArguments) {
    force = arguments.has(.force)
    toOutput = arguments.has(.stdout)
    onlySchema = arguments.has(.schema)
  }
}

extension FlagSpec {
  static let force = toggle("force", conflicts: ["stdout"], "Replace a workspace.json that is there")
  static let stdout = toggle("stdout", conflicts: ["force"], "Print the file instead of writing it")
  static let schema = toggle(
    "schema", conflicts: ["force", "stdout"],
    "Write only the schema that editors check workspace.json by, after an update of Ambit")
}

extension InitCommand {
  static let spec = CommandSpec(
    "init", .everyday, "Write a workspace.json for the packages and projects it finds",
    discussion: [
      "Proposes a name, the base to compare with, the folders of packages, teams from CODEOWNERS and tags from "
        + "folders, with a comment for each. The proposal changes nothing in what is selected, but for modules that it says only "
        + "macOS builds; edit it from there.",
      "Modules whose sources import frameworks of Apple on every system get \"hosts\", so that Linux skips them.",
      "In a repository with Xcode projects it names the schemes that test something, and those that the "
        + "CI calls. It also prints lines that run only what is affected, for a shell, make or fastlane.",
      "It says how much of the tests the last 50 commits would have run, and looks at as many as 10 seconds allow.",
      "Beside it goes .ambit/workspace.schema.json, by which editors complete and check it; commit both.",
      "Without the file Ambit finds every package and uses its defaults: nobody needs one to start.",
    ],
    flags: [.force, .stdout, .schema],
    examples: [
      Example("ambit init", "in the root of the repository"),
      Example("ambit init --stdout", "see the proposal first"),
    ]
  )

  init(_ arguments: ParsedArguments) {
    options = InitOptions(arguments)
  }

  var concernsBuilds: Bool { false }
}
