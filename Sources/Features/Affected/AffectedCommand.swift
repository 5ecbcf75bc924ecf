import Arguments
import Base
import Graph
import Reports
import Session

/// `ambit affected`: lists the modules that a change affects.
struct AffectedCommand: CommandWithOptions {
  let options: AffectedOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    try refuseContradictions()
    guard options.format == .plan else { return try answer(nil, world, global, console) }
    let file = try FilteredPlan(options.xcode, world)
    do throws(Failure) {
      return try answer(file, world, global, console)
    } catch {
      // The first failure is reported, and not one of writing the plan.
      try? file.writeWhole(world, global)
      throw error
    }
  }

  /// `file` takes the filtered plan.
  private func answer(
    _ file: FilteredPlan?, _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    var selection = options.selection
    // Names of libraries stand for their tests, as in `ambit test`.
    selection.namesStandForTests = true
    var session = try Session.open(world, global, selection)
    try file?.refuseOwnFile(session.workspace)
    console.warn(session.askOtherMachines())
    let outcome = try session.select(selection, kinds: .packagesAndProjects)
    let report = outcome.report
    if options.format != .json {
      console.warn(report.allWarnings + (console.isVerbose ? report.remarks : []))
    }
    if options.format.isForXcode { return try answerXcode(file, outcome, session, console) }
    switch options.format {
    case .text: console.answer(AffectedText.lines(report, width: console.output.width))
    case .json: console.answer(JSON.report(report.json))
    case .names: console.answer(Self.list(report.selection.modules.map(\.id.description)))
    case .tests: console.answer(Self.list(report.selection.tests.map(\.description)))
    case .github: console.answer(AffectedGitHub.text(report))
    case .gitlab:
      let (text, omitted) = AffectedGitLab.report(report)
      if !omitted.isEmpty { console.warn([Self.omission(omitted)]) }
      console.answer(text)
    case .markdown:
      console.answer(report.document(owners: try session.owners(outcome, selection)).markdown)
    case .xcodebuild, .fastlane, .schemes, .matrix, .plan: break
    }
    return options.exitCode && report.isNothingAffected ? .nothingAffected : .success
  }

  private func refuseContradictions() throws(Failure) {
    func refuse(_ message: String, _ hint: String) -> Failure {
      Failure.usage(message, hints: [hint])
    }
    if !options.format.isForXcode, options.xcode != XcodeCallOptions() {
      throw refuse(
        "'--project', '--scheme', '--plan', '--skip-testing' and '--out' need a format for Xcode",
        "add '--format xcodebuild'")
    }
    if options.format != .plan, options.xcode.out != nil {
      throw refuse("'--out' writes only a filtered test plan", "add '--format xctestplan'")
    }
  }

  private func answerXcode(
    _ file: FilteredPlan?, _ outcome: Session.Selected, _ session: Session,
    _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    let call = try XcodeCall(options.xcode, outcome, session)
    console.warn(call.warnings)
    let answer = AffectedXcode(
      call.entries, affected: call.unknown.union(outcome.report.selection.tests),
      skipped: Set(options.xcode.skipped))
    if [.xcodebuild, .fastlane].contains(options.format) {
      try call.refuseOpenPlan(ofNamedScheme: options.xcode.scheme != nil)
    }
    switch options.format {
    case .xcodebuild: console.answer(answer.arguments)
    case .fastlane: console.answer(answer.names)
    case .schemes: console.answer(answer.schemes)
    case .matrix: console.answer(answer.matrix)
    case .plan: try file?.write(answer, call, session)
    case .text, .json, .names, .tests, .github, .gitlab, .markdown: break
    }
    return options.exitCode && answer.isEmpty ? .nothingAffected : .success
  }

  private static func omission(_ omitted: [(variable: String, reason: String)]) -> Warning {
    let variables = omitted.map { "$\($0.variable) (\($0.reason))" }.joined(separator: ", ")
    return Warning(
      code: "omitted-variable", message: "left out \(variables)",
      hints: ["run `ambit test` there without module names: it finds the affected modules itself"])
  }

  private static func list(_ names: [String]) -> String {
    names.map { Text.escapingControls($0) + "\n" }.joined()
  }
}

enum AffectedFormat: String, OutputFormat {
  case text, json, names, tests, github, gitlab, markdown
  // The following formats are for calls of xcodebuild.
  case xcodebuild, fastlane, schemes
  case matrix = "scheme-matrix"
  case plan = "xctestplan"

  /// True for formats whose answer depends on schemes and plans.
  var isForXcode: Bool { [.xcodebuild, .fastlane, .schemes, .matrix, .plan].contains(self) }
}

struct AffectedOptions: CommandOptions {
  var selection = SelectionOptions()
  var format = AffectedFormat.text
  var exitCode = false
  var xcode = XcodeCallOptions()

  init(_ arguments: ParsedArguments) throws(Failure) {
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
    "For Xcode formats: the project, workspace or package of the scheme")
  static let scheme = option(
    "scheme", "NAME", .text, default: "all schemes",
    "For Xcode formats: the scheme to test")
  static let testPlan = option(
    "plan", "NAME", .text, default: "the scheme's default",
    "For Xcode formats: the test plan to run")
  static let skipTesting = option(
    "skip-testing", "BUNDLE", .text, arity: .repeated,
    "For Xcode formats: a bundle that your xcodebuild call skips; may be repeated")
  static let filteredPlan = option(
    "out", "FILE", .file, "With '--format xctestplan': write the plan to this file")
}

extension AffectedCommand {
  static let spec = CommandSpec(
    "affected", .everyday, "List the modules that a change affects",
    discussion: [
      "Ambit compares the working tree or '--head' with the merge base of '--base', and follows changed "
        + "modules to all dependents.",
      "If the reach of a change is unclear, Ambit selects more and says why.",
      "'--format github' prints outputs for $GITHUB_OUTPUT. 'any' is true or false, 'selection' is none, "
        + "some or all, 'count' is a number. 'modules', 'tests' and 'packages' are JSON lists. 'matrix' is "
        + "JSON for strategy.matrix: name, packages and tests of each job. Run the matrix only if 'any' is "
        + "true.",
      "'--format gitlab' prints a dotenv report: AMBIT_ANY, AMBIT_SELECTION, AMBIT_COUNT, and the lists "
        + "AMBIT_PACKAGES, AMBIT_TESTS and AMBIT_MODULES, separated by spaces. AMBIT_OMITTED names lists "
        + "that are left out: over GitLab's limit of 5 KB, or with a space or special character in a name.",
      "'--format markdown' prints a comment for a pull request. Scripts find it by its first line, <!-- "
        + "ambit:affected -->.",
      "'--format xcodebuild' prints '-only-testing:BUNDLE' for each affected bundle of the scheme and "
        + "plan, on one line, quoted for a shell. 'fastlane' prints the bundle names, one a line. 'schemes' "
        + "prints the schemes with tests to run. 'scheme-matrix' prints a JSON list of scheme, project, plan "
        + "and bundles. 'xctestplan' writes a copy of the plan without unaffected bundles.",
    ],
    positionals: [.modules],
    flags: [
      .format(AffectedFormat.self), .exitCode, .xcodeContainer, .scheme, .testPlan, .skipTesting,
      .filteredPlan,
    ] + FlagSpec.selection,
    mainFlags: [.base, .head, .files, .depth, .tag, .format(AffectedFormat.self), .exitCode],
    examples: [
      Example("ambit affected", "modules affected by your branch and working tree"),
      Example("ambit affected --base origin/main --head HEAD --json", "for a script, commits only"),
      Example("ambit affected --format tests --tag layer:core", "test modules with a tag"),
      Example("ambit affected --format github >> $GITHUB_OUTPUT", "outputs of a GitHub Actions step"),
      Example(
        "ambit affected --format xcodebuild --scheme Shop --exit-code", "arguments for xcodebuild test"),
      Example("git diff --name-only -z v1.0 | ambit affected --files -", "for a list of files"),
    ]
  )
}

extension AffectedReport {
  /// A comment for a pull request; with `owners` it also names the teams.
  func document(owners report: OwnersReport? = nil) -> Document {
    Document(
      marker: Self.marker,
      (selection.modules.isEmpty
        ? [.title(AffectedText.nothingListed(self))]
        : [.title(AffectedText.headline(self)), .text(summary)])
        + sharedReasons.map { .text($0) } + [.warnings(allWarnings)]
        + Document.tables(report?.tables ?? [])
        + Document.tables(tables(owners: report?.owners ?? owners) + [files]))
  }
}
