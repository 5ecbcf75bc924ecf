import Arguments
import Reports
import Session

/// `ambit interface`: prints the interfaces of modules, and whether a change breaks them.
struct InterfaceCommand: AmbitCommand {
  let options: InterfaceOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    if options.check, options.since == nil {
      throw Failure(
        code: "usage", message: "'--check' needs '--diff' or '--base'",
        hints: [
          "compare with a revision: `ambit interface --diff origin/main --check`"
        ])
    }
    let preparation = try InterfacePreparation(options, world, global)
    guard options.since != nil else {
      let report = try preparation.report()
      if options.format != .json { console.warn(report.warnings) }
      switch options.format {
      case .text: console.answer(report.document.lines(width: nil))
      case .json: console.answer(InterfaceJSON.text(report))
      case .markdown: console.answer(report.document.markdown)
      }
      return .success
    }
    let report = try preparation.differences()
    if options.format != .json { console.warn(report.warnings) }
    switch options.format {
    case .text: console.answer(report.document(most: console.isVerbose ? nil : 8).lines(width: nil))
    case .json: console.answer(InterfaceJSON.text(report))
    case .markdown: console.answer(report.document(most: nil).markdown)
    }
    return options.check && report.isBreaking ? .failed : .success
  }
}
