import Arguments
import Base
import Graph
import Reports
import Session

/// `ambit lint`: checks the architecture rules of the workspace.
struct LintCommand: AmbitCommand {
  let options: LintOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let report = try report(world, global, console)
    if options.format != .json { console.warn(report.warnings) }
    switch options.format {
    case .text: console.answer(LintText.lines(report))
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
      throw Failure(
        code: "usage", message: "'--update-baseline' needs '--baseline'",
        hints: ["name the file: `ambit lint --baseline lint.json --update-baseline`"])
    }
    let pipeline = try SelectionPipeline.open(world, global, options.selection)
    let file = options.baseline.map { LintBaselineFile($0, in: pipeline.workspace, world) }
    let preparation = LintPreparation(pipeline, options, isGate: true)
    let subject = try preparation.subject()
    // A missing baseline makes the work useless, so it is read first.
    var baseline = options.updatesBaseline ? nil : try file?.read(subject.change)
    let facts = try preparation.facts(subject)
    world.progressLine.begin("Checking rules")
    var (findings, warnings) = try LintRules(pipeline).findings(in: subject, facts)
    if options.fixesInputs {
      findings = try InputFix(pipeline.workspace.location).apply(to: findings, telling: console)
    }
    if options.updatesBaseline {
      try file?.write(findings)
      baseline = LintBaseline(fingerprints: Set(findings.map(\.fingerprint)))
    }
    return report(findings, baseline, subject, pipeline.workspace, subject.warnings + warnings)
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
      entries: findings.map { .init($0, isKnown: baseline?.knows($0) ?? false) },
      hasBaseline: baseline != nil, staleCount: stale,
      moduleCount: subject.graph.listedModules.reduce(0) { count, module in
        count + (subject.change?.concerns(module.id) ?? true ? 1 : 0)
      },
      folderInRepository: workspace.location.folderInRepository, warnings: warnings)
  }
}
