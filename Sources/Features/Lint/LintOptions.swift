import Arguments

enum LintFormat: String, OutputFormat {
  case text, json, sarif, github
}

struct LintOptions: Sendable, Hashable {
  /// The head to check, and with `onlyChanged` also the change.
  var selection = SelectionOptions()
  var format = LintFormat.text
  /// True to check only modules that the change touches.
  var onlyChanged = false
  /// A file with findings that do not fail the command.
  var baseline: Argument?
  var updatesBaseline = false
  /// True to declare in workspace.json the files that tests and builds were seen to read.
  var fixesInputs = false

  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    selection = try SelectionOptions(arguments, modules: [])
    format = try arguments.format()
    // A base belongs to a change, so it implies `--changed`.
    onlyChanged = [.changed, .base, .noMergeBase].contains(where: arguments.has)
    baseline = arguments.argument(.baseline)
    updatesBaseline = arguments.has(.updateBaseline)
    fixesInputs = arguments.has(.fix)
  }
}

extension FlagSpec {
  static let changed = toggle(
    "changed", "Check only changed modules, also by the rules of the base; implied by '--base'"
  )
  static let baseline = option(
    "baseline", "FILE", .file, "Do not fail on findings in this file")
  static let updateBaseline = toggle(
    "update-baseline", conflicts: ["changed", "base", "no-merge-base"],
    "Write the current findings to the baseline")
  static let fix = option(
    "fix", "WHAT", .choice(["inputs"]), conflicts: ["changed", "base", "head", "no-merge-base"],
    "Declare files that tests and builds read, in workspace.json")
}

extension LintCommand {
  static let spec = CommandSpec(
    "lint", .architecture, "Check the architecture rules of workspace.json",
    discussion: [
      "Ambit checks manifests and imports against \"rules\" of workspace.json. Rules cover layers, "
        + "isolated groups, imports, names, owners, cycles and version requirements. They also cover "
        + "forbidden, undeclared and unused dependencies. Errors exit with status 1, warnings do not.",
      "With '--changed', the rules of both the base and the head apply, so that no change can exempt itself.",
    ],
    flags: [
      .format(LintFormat.self), .changed, .baseline, .updateBaseline, .fix, .base, .head, .noMergeBase,
      .allowEmpty,
    ],
    examples: [
      Example("ambit lint", "the whole working tree"),
      Example("ambit lint --changed --base origin/main", "findings in modules that your branch changes"),
      Example("ambit lint --baseline lint.json --update-baseline", "accept today's findings"),
      Example("ambit lint --fix inputs", "declare files that tests read"),
      Example("ambit lint --format sarif > ../lint.sarif", "for a code scanning service"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try LintOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
