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
    "changed", "Look only at modules that the change touches, by the rules of its base too; a base implies it"
  )
  static let baseline = option(
    "baseline", "FILE", .file, "Do not fail because of the findings in this file")
  static let updateBaseline = toggle(
    "update-baseline", conflicts: ["changed", "base", "no-merge-base"],
    "Write the findings there are to the baseline")
  static let fix = option(
    "fix", "WHAT", .choice(["inputs"]), conflicts: ["changed", "base", "head", "no-merge-base"],
    "Declare in workspace.json what tests and builds were seen to read (inputs)")
}

extension LintCommand {
  static let spec = CommandSpec(
    "lint", .architecture, "Check the architecture rules of workspace.json",
    discussion: [
      "Compares manifests and imports with \"rules\" of workspace.json. Rules concern layers, isolated "
        + "groups, who may import what, names and owners, and also forbidden, undeclared and unused "
        + "dependencies, cycles and version requirements. Errors exit with status 1, warnings do not.",
      "With '--changed' a finding counts when the rules of the base or those of the head say so: no change can "
        + "vote itself free.",
    ],
    flags: [
      .format(LintFormat.self), .changed, .baseline, .updateBaseline, .fix, .base, .head, .noMergeBase,
      .allowEmpty,
    ],
    examples: [
      Example("ambit lint", "everything, as it lies on disk"),
      Example("ambit lint --changed --base origin/main", "what your branch has to answer for"),
      Example("ambit lint --baseline lint.json --update-baseline", "start with what is there today"),
      Example("ambit lint --fix inputs", "tell other machines which files tests read"),
      Example("ambit lint --format sarif > ../lint.sarif", "for a code scanning service"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try LintOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
