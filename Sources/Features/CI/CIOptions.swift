import Arguments

struct CIOptions: Sendable, Hashable {
  var files: [Argument]

  init(files: [Argument]) { self.files = files }
}

extension CICommand {
  static let spec = CommandSpec(
    "ci", .automation, "Check that a CI file calls Ambit as it should",
    discussion: [
      "'check' reads each FILE and names the calls that Ambit would refuse, such as those with a flag "
        + "that is gone. It also names clones that lack the base of a change, for which everything is "
        + "selected, and jobs that keep no cache.",
      "Values that only the CI knows, such as $BASE, are taken as right. Give files that include one another together.",
      "It exits with 1 when a call would be refused.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION", choices: [.init("check", "Name the mistakes in CI files")], required: true,
        "What to do with the files"),
      PositionalSpec(
        "FILE", .file, repeated: true, "A CI file or a script; default: the repository's CI files"),
    ],
    examples: [
      Example("ambit ci check", "the workflows of GitHub, .gitlab-ci.yml and others"),
      Example("ambit ci check .gitlab-ci.yml .gitlab/*.yml", "a file and what it includes"),
    ]
  )

  init(_ arguments: ParsedArguments) {
    options = CIOptions(files: Array(arguments.positionals.dropFirst()))
  }

  var usesCache: Bool { false }
  var concernsBuilds: Bool { false }
}
