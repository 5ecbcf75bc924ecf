import Arguments
import Base
import Reports
import Session

/// `ambit insights`: the saved time and the most expensive modules, by past runs or by past commits.
struct InsightsCommand: AmbitCommand {
  let options: InsightsOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let (document, json, warnings) = try told(world, global)
    if options.format != .json { console.warn(warnings) }
    switch options.format {
    case .text: console.answer(document.lines(width: console.output.width))
    case .json: console.answer(json)
    case .markdown: console.answer(document.markdown)
    }
    return .success
  }

  private func told(
    _ world: World, _ global: GlobalOptions
  ) throws(Failure) -> (Document, json: String, [Warning]) {
    switch options.subject {
    case .runs(let last, let since):
      let report = try InsightsPreparation.open(options, world, global).report(last: last, since: since)
      return (report.document, InsightsJSON.text(report), report.warnings)
    case .replay(let last):
      let report = try ReplayPreparation.open(options, world, global).report(last: last)
      return (report.document, ReplayJSON.text(report), report.warnings)
    }
  }
}
