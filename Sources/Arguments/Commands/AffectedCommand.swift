package enum AffectedFormat: String, OutputFormat {
  case text, json, names, tests, github, gitlab, markdown
}

package struct AffectedOptions: Sendable, Hashable {
  package var selection = SelectionOptions()
  package var format = AffectedFormat.text
  package var exitCode = false

  package init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    selection = try SelectionOptions(arguments, modules: arguments.positionals)
    format = try arguments.format()
    exitCode = arguments.has(.exitCode)
  }
}

extension CommandSpec {
  static let affected = CommandSpec(
    "affected", "List the modules that a change reaches",
    discussion: [
      "Compares the working tree, or the commits up to '--head', with the merge base of '--base', maps "
        + "the changed files to modules, and follows the module graph to all dependents.",
      "When it cannot tell what a change reaches it selects more, and says why.",
      "'--format github' prints outputs for $GITHUB_OUTPUT: any (true or false), selection (none, some or all), "
        + "count, modules, tests and packages (JSON lists), and matrix (JSON for strategy.matrix with a name, packages "
        + "and tests for each job; guard it with any).",
      "'--format gitlab' prints a dotenv report: AMBIT_ANY, AMBIT_SELECTION, AMBIT_COUNT, and AMBIT_PACKAGES, "
        + "AMBIT_TESTS and AMBIT_MODULES, separated by spaces. A list that does not fit GitLab's limit of 5 KB is left "
        + "out and named in AMBIT_OMITTED.",
      "'--format markdown' is for a comment on a pull request, which a script finds again by its first line, "
        + "<!-- ambit:affected -->.",
    ],
    positionals: [.modules],
    flags: [.format(AffectedFormat.self), .exitCode] + FlagSpec.selection,
    examples: [
      Example("ambit affected", "what your branch and working tree reach"),
      Example("ambit affected --base origin/main --head HEAD --json", "for a script, commits alone"),
      Example("ambit affected --format tests --tag layer:core", "test modules with a tag"),
      Example("ambit affected --format github >> $GITHUB_OUTPUT", "outputs of a step of GitHub Actions"),
      Example("git diff --name-only -z v1.0 | ambit affected --files -", "for a list of files"),
    ]
  ) { arguments throws(UsageError) in
    let options = try AffectedOptions(arguments)
    return .run(.affected(options), GlobalOptions(arguments, json: options.format == .json))
  }
}
