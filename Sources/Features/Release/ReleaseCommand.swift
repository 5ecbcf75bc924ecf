import Arguments
import Reports
import Session

/// `ambit release plan`: prints the next version of every package.
struct ReleaseCommand: AmbitCommand {
  let options: ReleaseOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let report = try ReleasePreparation(options, world, global).report()
    if options.format != .json { console.warn(report.warnings) }
    switch options.format {
    case .text:
      let most = console.isVerbose ? nil : 5
      console.answer(
        ReleaseText(showsChangelog: options.showsChangelog, mostCauses: most).lines(report))
    case .json: console.answer(ReleaseJSON.text(report))
    case .markdown: console.answer(ReleaseMarkdown.text(report))
    }
    return options.check && report.isClaimedTooLow ? .failed : .success
  }
}
