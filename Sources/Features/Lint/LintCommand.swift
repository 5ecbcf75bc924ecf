import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session

/// `ambit lint`: checks the architecture rules of the workspace.
struct LintCommand: CommandWithOptions {
  let options: LintOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let report = try report(world, global, console)
    if options.format != .json { console.warn(report.warnings) }
    switch options.format {
    case .text: console.answer(LintText.lines(report, width: console.output.width))
    case .json: console.answer(LintJSON.text(report))
    case .sarif: console.answer(LintSARIF.text(report, version: Ambit.version))
    case .github: console.answer(LintGitHub.text(report))
    }
    return report.fails ? .failed : .success
  }

  /// Reads or writes the baseline, and makes the report.
  private func report(
    _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) throws(Failure) -> LintReport {
    if options.updatesBaseline, options.baseline == nil {
      throw Failure.usage(
        "'--update-baseline' needs '--baseline'",
        hints: ["name the file: `ambit lint --baseline lint.json --update-baseline`"])
    }
    let session = try Session.open(world, global, options.selection)
    let file = options.baseline.map { LintBaselineFile($0, in: session.workspace, world) }
    let preparation = LintPreparation(session: session, options: options, isGate: true)
    let subject = try preparation.subject()
    // A missing baseline makes the work useless, so it is read first.
    var baseline = options.updatesBaseline ? nil : try file?.read(subject.change)
    let facts = try preparation.facts(subject)
    world.progressLine.begin("Checking rules")
    var (findings, warnings) = try LintRules(session: session).findings(in: subject, facts)
    if options.fixesInputs {
      findings = try InputFix(location: session.workspace.location).apply(to: findings, telling: console)
    }
    if options.updatesBaseline {
      try file?.write(findings)
      baseline = LintBaseline(fingerprints: Set(findings.map(\.fingerprint)))
    }
    return report(findings, baseline, subject, session.workspace, subject.warnings + warnings)
  }

  private func report(
    _ findings: [LintFinding], _ baseline: LintBaseline?, _ subject: LintPreparation.Subject,
    _ workspace: OpenWorkspace, _ warnings: [Warning]
  ) -> LintReport {
    let found = Set(findings.map(\.fingerprint))
    // The baseline may list findings that the change does not touch. They were not looked for, so they are not stale.
    let stale = subject.change == nil ? baseline?.fingerprints.subtracting(found).count ?? 0 : 0
    return LintReport(
      revisions: subject.change?.revisions,
      entries: findings.map { .init(finding: $0, isKnown: baseline?.knows($0) ?? false) },
      hasBaseline: baseline != nil, staleCount: stale,
      moduleCount: subject.graph.listedModules.count { subject.change?.concerns($0.id) ?? true },
      folderInRepository: workspace.location.folderInRepository, warnings: warnings)
  }
}

enum LintFormat: String, OutputFormat {
  case text, json, sarif, github
}

struct LintOptions: CommandOptions {
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

  init(_ arguments: ParsedArguments) throws(Failure) {
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
}

/// The file of known findings that the command line names.
struct LintBaselineFile {
  private let argument: Argument
  private let path: String
  /// Relative to the repository's root.
  private let pathInRepository: RelativePath

  init(_ argument: Argument, in workspace: OpenWorkspace, _ world: World) {
    self.argument = argument
    path = world.absoluteText(argument.bytes)
    let root = RelativePath(Array(workspace.repository.workingFolder.utf8))
    pathInRepository = world.resolvedPath(argument.bytes).seen(from: root)
  }

  /// Returns the known findings. With a change, only those that its base knew too: a change cannot excuse its own
  /// findings.
  /// A file that the base does not have is taken as it is.
  func read(_ change: LintChange?) throws(Failure) -> LintBaseline {
    guard let bytes = LocalFiles.read(path) else {
      throw Failure(
        code: "no-baseline", message: "there is no file \(argument.quoted)",
        hints: ["create it: `ambit lint --baseline \(argument.quoted) --update-baseline`"])
    }
    let baseline = try parsed(bytes)
    guard let tree = change?.baseTree, !pathInRepository.escapesRoot,
      let old = try tree.contents(of: pathInRepository)
    else { return baseline }
    return baseline.intersection(LintBaseline(parsing: old) ?? LintBaseline())
  }

  private func parsed(_ bytes: [UInt8]) throws(Failure) -> LintBaseline {
    if let baseline = LintBaseline(parsing: bytes) { return baseline }
    throw Failure(
      code: "invalid-baseline", message: "\(argument.quoted) is not a baseline of this version of Ambit",
      hints: ["rewrite it with `--update-baseline`"])
  }

  func write(_ findings: [LintFinding]) throws(Failure) {
    guard LocalFiles.write(Array(LintBaseline.text(of: findings).utf8), to: path, permissions: 0o644) else {
      throw Failure(
        code: "baseline-unwritable", message: "cannot write \(argument.quoted)",
        hints: ["check the folder and its permissions"])
    }
  }
}

/// Declares observed reads of tests and builds in workspace.json, so that other machines know them too.
struct InputFix {
  let location: WorkspaceLocation

  private var file: String { location.absolutePath(of: location.configuration) }

  /// Adds an input for each finding about one. Comments, order and layout of the file stay.
  /// Returns the other findings.
  func apply(to findings: [LintFinding], telling console: CommandOutput) throws(Failure) -> [LintFinding] {
    let inputs = findings.compactMap { finding in
      finding.rule == .undeclaredInput
        ? finding.module.flatMap { id in finding.subject.map { (id, $0) } } : nil
    }
    guard !inputs.isEmpty else {
      console.note(
        "no undeclared input was seen on this machine: \(location.configuration) is unchanged")
      return findings
    }
    guard let before = LocalFiles.read(file) else {
      throw Failure(
        code: "no-configuration", message: "there is no \"\(file)\" to declare inputs in",
        hints: ["create it with `ambit init`"])
    }
    var bytes = before
    for (module, path) in inputs {
      let place = ["modules", module.description, "inputs"]
      do throws(JSONError) {
        bytes = TextInsertion.apply(
          try JSONInsertion.appending(Glob.escaping(path).compactJSON, toListAt: place, in: bytes), to: bytes)
      } catch {
        throw Failure(
          code: "not-fixed",
          message: "\(file):\(TextPosition(of: error.offset, in: bytes)): \(error.message)",
          hints: ["correct it, or add \"\(path)\" to the inputs of \(module) by hand"])
      }
    }
    try location.replaceConfiguration(with: bytes)
    let modules = Set(inputs.map { $0.0 }).count
    console.note(
      "declared \(Wording.count(inputs.count, "input")) of \(Wording.count(modules, "module")) in \(location.configuration)"
    )
    return findings.filter { $0.rule != .undeclaredInput }
  }
}
