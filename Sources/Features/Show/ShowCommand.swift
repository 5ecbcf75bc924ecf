import Arguments
import Base
import Reports
import Session

/// `ambit show`: prints the facts of a module, a package, a team, or of all teams.
struct ShowCommand: AmbitCommand {
  let options: ShowOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let preparation = try ShowPreparation(options, world, global)
    let (context, warnings) = (preparation.context, preparation.warnings)
    let text = ShowText(width: console.output.width, showsAll: console.isVerbose, now: world.date())
    switch options.subject {
    case .teams:
      let teams = context.teams()
      console.answer(json: ShowJSON.text(teams, warnings), text: text.lines(teams))
    case .named(let name):
      switch try ShowLookup(context).subject(named: name) {
      case .module(let index):
        let module = try preparation.module(index)
        console.answer(json: ShowJSON.text(module, warnings), text: text.lines(module))
      case .package(let index):
        let package = context.package(index)
        console.answer(json: ShowJSON.text(package, warnings), text: text.lines(package))
      case .team(let team): console.answer(json: ShowJSON.text(team, warnings), text: text.lines(team))
      }
    }
    return .success
  }
}
