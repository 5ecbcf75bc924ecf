import Arguments
import Reports
import Session

/// `ambit extract`: plans the move of a module's files into a package of their own.
struct ExtractCommand: AmbitCommand {
  let options: ExtractOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let report = try ExtractPreparation(options, world, global, console).report()
    console.answer(
      json: ExtractJSON.text(report), text: ExtractText.lines(report, isVerbose: console.isVerbose))
    return .success
  }
}
