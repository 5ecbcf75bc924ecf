import Arguments
import Reports
import Session

/// `ambit local`: takes a dependency from a working copy.
struct LocalCommand: AmbitCommand {
  let options: LocalOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let report = try LocalSwitch.open(options, world, global).run()
    console.answer(json: report.json, text: report.lines)
    return .success
  }
}

/// `ambit released`: takes a dependency from its release again.
struct ReleasedCommand: AmbitCommand {
  let options: ReleasedOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let workspace = try OpenWorkspace.open(world, global, headRevision: nil)
    let report = try ReleasedSwitch(options, in: workspace, world).run()
    console.answer(json: report.json, text: report.lines)
    return .success
  }
}

/// `ambit status`: lists the dependencies that are local.
struct StatusCommand: AmbitCommand {
  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let workspace = try OpenWorkspace.open(world, global, headRevision: nil)
    let local = try LocalPackages(workspace, world)
    let report = LocalReport(.status, local.packages(local.places))
    console.answer(json: report.json, text: report.lines)
    return .success
  }
}
