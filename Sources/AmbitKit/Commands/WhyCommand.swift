import AffectedGraph
import Arguments
import Reports

/// `ambit why MODULE`: how a change reaches a module, or that it does not.
struct WhyCommand {
  let options: WhyOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let outcome = try SelectionPipeline.open(world, global, options.selection).run(options.selection)
    let report = outcome.report
    let id = try ModuleLookup(graph: outcome.graph).module(named: options.module)
    let module = report.selection.modules.first { $0.id == id }
    guard !global.json else {
      console.answer(WhyJSON.text(id, module, report))
      return .success
    }
    console.warn(report.allWarnings)
    console.answer(module.map(WhyText.lines) ?? WhyText.notAffected(id, report))
    return .success
  }
}
