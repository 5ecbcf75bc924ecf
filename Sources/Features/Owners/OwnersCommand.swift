import Arguments
import Base
import Reports
import Session

/// `ambit owners`: names the owners of a change, or of given paths.
struct OwnersCommand: AmbitCommand {
  let options: OwnersOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    switch options.subject {
    case .paths(let paths): return try answer(paths, world, global, console)
    case .change(let selection): return try tell(selection, world, global, console)
    }
  }

  private func tell(
    _ selection: SelectionOptions, _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    var pipeline = try SelectionPipeline.open(world, global, selection)
    var outcome = try pipeline.run(
      selection, reach: .packagesAndProjects, lostPackages: options.requireOwner ? .seen : .refused)
    if options.requireOwner, let wider = try pipeline.widened(for: outcome.report) {
      pipeline = wider
      outcome = try wider.run(selection, reach: .packagesAndProjects, lostPackages: .seen)
    }
    let report = try pipeline.owners(
      outcome, selection, isGate: options.requireOwner, tellsInterfaces: options.interfaces)
    let gate = options.requireOwner ? OwnerGate(report) : nil
    if options.format != .json { console.warn(report.allWarnings) }
    switch options.format {
    case .text: console.answer(report.document(gate).lines(width: console.output.width))
    case .json: console.answer(OwnersJSON.text(report, gate: gate))
    case .markdown: console.answer(report.document(gate).markdown)
    case .github: console.answer(OwnersGitHub.text(report, gate: gate))
    }
    if let gate, !gate.isHeld {
      if options.format != .json { console.warn([Self.refusal(gate, report)]) }
      return .failed
    }
    let isNothing = outcome.report.isNothingAffected && report.deleted.isEmpty
    return options.exitCode && isNothing ? .nothingAffected : .success
  }

  private static func refusal(_ gate: OwnerGate, _ report: OwnersReport) -> Warning {
    let modules = Wording.count(gate.unowned, "affected module has", "affected modules have")
    let whose = report.rules.isBase ? "the rules of the base" : "the rules of the head"
    return Warning(
      code: "no-owner", message: "\(modules) no owner in \(whose) (\(report.rules.ref))",
      hints: [
        "name an owner in CODEOWNERS or workspace.json"
          + (report.rules.isBase ? "; the base's rules count, so make that a separate change" : "")
      ])
  }
}
