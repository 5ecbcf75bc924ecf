import Arguments

enum AffectedFormat: String, OutputFormat {
  case text, json, names, tests, github, gitlab, markdown
  // The following formats are for calls of xcodebuild.
  case xcodebuild, fastlane, schemes
  case matrix = "scheme-matrix"
  case plan = "xctestplan"

  /// True for formats whose answer depends on schemes and plans.
  var isForXcode: Bool { [.xcodebuild, .fastlane, .schemes, .matrix, .plan].contains(self) }
}

struct AffectedOptions: Sendable, Hashable {
  var selection = SelectionOptions()
  var format = AffectedFormat.text
  var exitCode = false
  var xcode = XcodeCallOptions()

  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    selection = try SelectionOptions(arguments, modules: arguments.positionals)
    format = try arguments.format()
    exitCode = arguments.has(.exitCode)
    xcode.container = arguments.argument(.xcodeContainer)
    xcode.scheme = arguments.text(.scheme)
    xcode.plan = arguments.text(.testPlan)
    xcode.skipped = arguments.texts(.skipTesting)
    xcode.out = arguments.argument(.filteredPlan)
  }
}

extension FlagSpec {
  static let xcodeContainer = option(
    "project", "PATH", .path,
    "With an answer to xcodebuild: the project, workspace or package that has the scheme")
  static let scheme = option(
    "scheme", "NAME", .text, default: "all schemes",
    "With an answer to xcodebuild: the scheme whose tests are run")
  static let testPlan = option(
    "plan", "NAME", .text, default: "the scheme's default",
    "With an answer to xcodebuild: the test plan that is run")
  static let skipTesting = option(
    "skip-testing", "BUNDLE", .text, arity: .repeated,
    "With an answer to xcodebuild: a bundle that the call itself skips; may be repeated")
  static let filteredPlan = option(
    "out", "FILE", .file, "With '--format xctestplan': write the plan less the bundles that are not affected")
}

extension AffectedCommand {
  static let spec = CommandSpec(
    "affected", .everyday, "List the modules that a change affects",
    discussion: [
      "Compares the working tree, or the commits up to '--head', with the merge base of '--base'. It "
        + "maps the changed files to modules, and follows the module graph to all dependents.",
      "When it cannot tell what a change reaches it selects more, and says why.",
      "'--format github' prints outputs for $GITHUB_OUTPUT. 'any' is true or false, 'selection' is "
        + "none, some or all, and 'count' is a number. 'modules', 'tests' and 'packages' are JSON lists. "
        + "'matrix' is JSON for strategy.matrix, with a name, packages and tests for each job; guard it "
        + "with 'any'.",
      "'--format gitlab' prints a dotenv report: AMBIT_ANY, AMBIT_SELECTION, AMBIT_COUNT, and AMBIT_PACKAGES, "
        + "AMBIT_TESTS and AMBIT_MODULES, separated by spaces. A list that does not fit GitLab's limit of 5 KB is left "
        + "out and named in AMBIT_OMITTED.",
      "'--format markdown' is for a comment on a pull request, which a script finds again by its first line, "
        + "<!-- ambit:affected -->.",
      "'--format xcodebuild' prints '-only-testing:BUNDLE' for each affected bundle of the scheme and plan, quoted for a shell, on one "
        + "line. '--format fastlane' prints the names, one a line, and '--format schemes' the schemes with something to run. "
        + "'--format scheme-matrix' is a JSON list of scheme, project, plan and bundles. '--format xctestplan' writes a copy of the plan "
        + "from which the other bundles are removed.",
    ],
    positionals: [.modules],
    flags: [
      .format(AffectedFormat.self), .exitCode, .xcodeContainer, .scheme, .testPlan, .skipTesting,
      .filteredPlan,
    ] + FlagSpec.selection,
    mainFlags: [.base, .head, .files, .depth, .tag, .format(AffectedFormat.self), .exitCode],
    examples: [
      Example("ambit affected", "what your branch and working tree reach"),
      Example("ambit affected --base origin/main --head HEAD --json", "for a script, commits alone"),
      Example("ambit affected --format tests --tag layer:core", "test modules with a tag"),
      Example("ambit affected --format github >> $GITHUB_OUTPUT", "outputs of a step of GitHub Actions"),
      Example(
        "ambit affected --format xcodebuild --scheme Shop --exit-code", "arguments for xcodebuild test"),
      Example("git diff --name-only -z v1.0 | ambit affected --files -", "for a list of files"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try AffectedOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
