import Arguments
import Base
import Reports
import Session

/// `ambit audit`: compares full test runs with the tests that selection would have run.
struct AuditCommand: AmbitCommand {
  let options: AuditOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let report = try AuditPreparation(options, world, global).report()
    if options.format != .json { console.warn(report.warnings) }
    switch options.format {
    case .text: console.answer(report.document.lines(width: console.output.width))
    case .json: console.answer(AuditJSON.text(report))
    case .markdown: console.answer(report.document.markdown)
    }
    if report.count(.missed) > 0 { return .failed }
    return report.count(.unknown) > 0 ? .noVerdict : .success
  }
}
