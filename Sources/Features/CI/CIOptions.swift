import Arguments

struct CIOptions: Sendable, Hashable {
  var files: [Argument]

  init(files: [Argument]) { self.files = files }
}

extension CICommand {
  static let spec = CommandSpec(
    "ci", .automation, "Check how CI files call Ambit",
    discussion: [
      "'check' lists calls that Ambit would refuse, such as calls with a removed flag. It also lists "
        + "clones without the base commit, which select everything, and jobs without a cache.",
      "CI variables, such as $BASE, count as valid. Give files that include one another in one call.",
      "Exits with 1 when Ambit would refuse a call.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION", choices: [.init("check", "List the mistakes in CI files")], required: true,
        "The action"),
      PositionalSpec(
        "FILE", .file, repeated: true, "A CI file or a script; default: the repository's CI files"),
    ],
    examples: [
      Example("ambit ci check", "GitHub workflows, .gitlab-ci.yml and others"),
      Example("ambit ci check .gitlab-ci.yml .gitlab/*.yml", "a file with its includes"),
    ]
  )

  init(_ arguments: ParsedArguments) {
    options = CIOptions(files: Array(arguments.positionals.dropFirst()))
  }

  var usesCache: Bool { false }
  var concernsBuilds: Bool { false }
}
