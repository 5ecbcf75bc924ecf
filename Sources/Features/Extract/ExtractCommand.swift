import Arguments
import Reports
import Session

/// `ambit extract`: what moving files of a module into a package of their own comes to.
struct ExtractCommand {
  let options: ExtractOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let report = try ExtractPreparation(options, world, global, console).report()
    console.answer(
      json: ExtractJSON.text(report), text: ExtractText.lines(report, isVerbose: console.isVerbose))
    return .success
  }
}
