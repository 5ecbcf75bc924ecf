import Arguments
import Base
import Reports
import Session

/// `ambit metrics`: prints numbers about modules, packages, layers or teams.
struct MetricsCommand: AmbitCommand {
  let options: MetricsOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let report = try MetricsPreparation.open(options, world, global).report()
    if options.format != .json { console.warn(report.warnings) }
    switch options.format {
    case .text:
      let width = console.output.width
      let document = MetricsDocument(width: width, showsAll: console.isVerbose).document(report)
      console.answer(document.lines(width: width))
    case .json: console.answer(MetricsJSON.text(report))
    case .markdown:
      console.answer(MetricsDocument(width: nil, showsAll: console.isVerbose).document(report).markdown)
    }
    return .success
  }
}
