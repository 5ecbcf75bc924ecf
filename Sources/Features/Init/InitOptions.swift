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
  static let force = toggle("force", conflicts: ["stdout"], "Replace an existing workspace.json")
  static let stdout = toggle("stdout", conflicts: ["force"], "Print the file instead of writing it")
  static let schema = toggle(
    "schema", conflicts: ["force", "stdout"],
    "Only write the schema of workspace.json for editors, after an update of Ambit")
}

extension InitCommand {
  static let spec = CommandSpec(
    "init", .everyday, "Write a workspace.json for this repository",
    discussion: [
      "The file has a name, a base, package folders, teams from CODEOWNERS and tags from folders, with "
        + "comments. It does not change the selection, except for modules that only macOS builds.",
      "Modules that import Apple frameworks unconditionally get \"hosts\", so that Linux skips them.",
      "For Xcode projects, Ambit lists schemes with tests, and schemes that CI calls. It also prints "
        + "lines for a shell, make or fastlane that run only affected tests.",
      "Ambit prints the share of tests that the last 50 commits would have run, as far as 10 seconds allow.",
      "Editors use .ambit/workspace.schema.json to complete and check the file. Commit both files.",
      "The file is optional: without it, Ambit finds every package and uses defaults.",
    ],
    flags: [.force, .stdout, .schema],
    examples: [
      Example("ambit init", "in the root of the repository"),
      Example("ambit init --stdout", "preview the file"),
    ]
  )

  init(_ arguments: ParsedArguments) {
    options = InitOptions(arguments)
  }

  var concernsBuilds: Bool { false }
}
