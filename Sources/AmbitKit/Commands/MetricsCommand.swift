import Arguments
import Desk
import Edge
import Reports
import Terminal

/// `ambit metrics`: numbers of modules, packages, layers or teams.
struct MetricsCommand {
  let options: MetricsOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let report = try MetricsPreparation.open(options, world, global).report()
    if options.format != .json { console.warn(report.warnings) }
    switch options.format {
    case .text:
      console.answer(MetricsText(width: console.output.width, showsAll: console.isVerbose).lines(report))
    case .json: console.answer(MetricsJSON.text(report))
    case .markdown: console.answer(MetricsMarkdown.text(report))
    }
    return .success
  }
}
