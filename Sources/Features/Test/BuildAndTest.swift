import Arguments
import Base
import Reports
import Runner
import Session

/// `ambit build` and `ambit test`: call SwiftPM for the modules that a change affects, and for no others.
struct BuildAndTest {
  let action: RunPlan.Action
  let options: RunOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let (prepared, _) = try PreparedRun.open(action, options, world, global, console)
    let planned = try prepared.plan()
    if options.dryRun {
      if !global.json { console.warn(planned.course.doubts) }
      return forecast(planned.course, passed: planned.results.replays.count, console)
    }
    let (report, display) = try planned.carryOut()
    if !global.json { console.warn(report.warnings) }
    try show(report, prepared.preparation, display, console)
    return ExitCode(report.outcome)
  }
}

extension ExitCode {
  init(_ outcome: RunReport.Outcome) {
    switch outcome {
    case .passed: self = .success
    case .failed: self = .failed
    case .incomplete: self = .noVerdict
    case .stopped: self = .interrupted
    }
  }
}

// MARK: Output

extension BuildAndTest {
  /// Shows what would run, or with `-v` by which commands.
  private func forecast(_ course: RunCourse, passed: Int, _ console: CommandOutput) -> ExitCode {
    let outcome = course.prepared.preparation.outcome
    let affected = outcome.report
    let commands = course.plan.commands.all + course.xcode.commands
    var excused = RunReport(excused: course.plan)
    excused.modules += course.xcode.skipped
    let leftOut = RunText(excused, modules: SourceModules(outcome.graph), width: console.output.width).leftOut
    console.answer(
      json: DryRunJSON.text(commands, about: affected),
      text: (console.isVerbose ? commands.map { StyledText($0.shellLine) } : outline(course)) + leftOut)
    if commands.isEmpty, passed > 0 {
      console.note("nothing to run: \(Wording.count(passed, "test module")) cached")
    } else if commands.isEmpty, leftOut.isEmpty {
      console.note("nothing to run: " + (AffectedText.lines(affected, width: nil).first ?? ""))
    }
    return .success
  }

  private func outline(_ course: RunCourse) -> [StyledText] {
    let tested = course.plan.packages.filter { action == .test && !$0.tests.isEmpty }
    let built = course.plan.packages.filter { action == .build || $0.tests.isEmpty }
    let tests = tested.flatMap(\.tests).sorted()
    func part(_ title: String, _ names: [String]) -> [StyledText] {
      names.isEmpty ? [] : [.heading(title)] + names.map { "  \($0, .module)" }
    }
    let size = Wording.count(tested.count, "package")
    return part("Would run \(Wording.count(tests.count, "test module")) of \(size)", tests.map(\.description))
      + part("Would build \(Wording.count(built.count, "package"))", built.map { "//\($0.folder)" })
      + course.xcode.commands.map { StyledText($0.shellLine) }
  }

  private func show(
    _ report: RunReport, _ preparation: RunPreparation, _ display: RunDisplay, _ console: CommandOutput
  ) throws(Failure) {
    let (world, outcome) = (preparation.world, preparation.outcome)
    let json = RunReportJSON.text(report, about: outcome.report)
    try world.write(json, to: options.jsonReport, named: "report", by: "--json-report")
    try world.write(JUnitReport.text(report), to: options.junit, named: "report", by: "--junit")
    let coverage = options.measuresCoverage ? CoverageOutput(report: CoverageReport(report, outcome)) : nil
    try coverage?.write(to: options.coverageFolder, world)
    if preparation.session.global.json { return console.answer(json) }
    console.warn(coverage?.warnings ?? [])
    if report.packages.isEmpty, report.modules.isEmpty { return sayThatNothingRan(outcome.report, console) }
    let text = RunText(
      report, modules: SourceModules(outcome.graph), excerpts: display.excerpts,
      unfinished: report.outcome == .stopped ? display.unfinished : [], width: console.output.width)
    if let coverage {
      console.answer(CoverageText.lines(coverage.report, width: console.output.width) + [""])
    }
    // The summary is printed last, so that people see it first.
    if report.outcome == .failed {
      let withheld = preparation.withheld
      console.withheld(console.isVerbose ? withheld : Suspects(of: report).among(withheld))
    }
    console.answer(text.lines(elapsed: world.now()))
  }

  private func sayThatNothingRan(_ report: AffectedReport, _ console: CommandOutput) {
    guard !options.failed else {
      return console.answer([
        "\("Nothing to run", .good): no test module failed when it last ran"
      ])
    }
    console.answer(AffectedText.lines(report, width: console.output.width).prefix(1).map { $0 })
    if !report.wanted.isEmpty, !report.isByName {
      console.note(
        "\("hint: ", .dim)without `--base`, `--head` and `--files` all named modules run, changed or not")
    }
  }
}

/// `ambit build`: builds the affected modules.
struct BuildCommand: CommandWithOptions {
  let options: RunOptions

  static let spec = CommandSpec(
    "build", .everyday, "Build the modules that a change affects",
    discussion: [namesRule],
    positionals: [.modules], flags: FlagSpec.build + FlagSpec.selection,
    mainFlags: [.base, .all, .dependents, .configuration, .failFast, .noCache, .dryRun], passthrough: .swift,
    examples: [
      Example("ambit build", "modules affected by your branch and working tree"),
      Example("ambit build Packages/Core", "the modules of a folder, changed or not"),
      Example("ambit build -c release --base origin/main", "optimised, against a base"),
      Example("ambit build --all -- -Xswiftc -DTRACE", "everything, with a flag for the compiler"),
    ]
  )

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    try BuildAndTest(action: .build, options: options).run(world, global, console)
  }
}

/// `ambit test`: builds and runs the affected tests.
struct TestCommand: CommandWithOptions {
  let options: RunOptions

  static let spec = CommandSpec(
    "test", .everyday, "Build and run the tests that a change affects",
    discussion: [
      "Exits with 0 when all tests passed or none were affected, and with 1 when a test failed.", namesRule,
      "A name selects its tests: 'Core' selects the test modules of its package that depend on Core, or "
        + "else all test modules of the package. Without such modules the run is refused. '--dependents' adds "
        + "dependent tests of other packages.",
    ],
    positionals: [.modules], flags: FlagSpec.test + FlagSpec.selection,
    mainFlags: [.base, .all, .dependents, .filter, .failed, .configuration, .failFast, .noCache, .dryRun],
    passthrough: .swift,
    examples: [
      Example("ambit test", "before a push"),
      Example("ambit test --base origin/main --head HEAD --fail-fast", "in CI, stopping early"),
      Example("ambit test Core", "the tests of a module, changed or not"),
      Example("ambit test Tests/CoreTests/ParserTests.swift", "the test module of a file"),
      Example("ambit test CoreTests --filter Parser", "some cases of one module"),
      Example("ambit test Core --dependents", "also the tests of all dependents"),
      Example("ambit query 'tests(Core)' | ambit test --modules -", "the tests that a query finds"),
      Example("ambit test --all --dry-run", "preview of a full run"),
    ]
  )

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    try BuildAndTest(action: .test, options: options).run(world, global, console)
  }
}

private let namesRule =
  "Names and paths select modules, changed or not. With '--base', '--head' or '--files', they filter "
  + "the change."
