import Arguments
import Desk
import Edge
import Reports

/// `ambit extract`: files of a module into a package of their own.
struct ExtractCommand {
  let options: ExtractOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let preparation = try ExtractPreparation(options, world, global, console)
    if options.writes { try ExtractIndexing(preparation).refuseChanges(in: preparation.chosenPaths) }
    let planner = try preparation.planner()
    let plan = try preparation.draft(planner)
    let report = options.writes ? try ExtractApplication(preparation, planner).run(plan) : plan
    console.answer(
      json: ExtractJSON.text(report), text: ExtractText.lines(report, isVerbose: console.isVerbose))
    return report.outcome.isSuccess ? .success : .failed
  }
}
