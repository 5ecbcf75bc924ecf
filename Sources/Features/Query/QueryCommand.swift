import Arguments
import Base
import Graph
import Reports
import Session

/// `ambit query`: lists the modules that match an expression.
struct QueryCommand: AmbitCommand {
  let options: QueryOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let expression = try Failure.querying(options.expression) { () throws(QueryError) in
      try QueryParser.parse(options.expression)
    }
    let pipeline = try SelectionPipeline.open(world, global, options.selection)
    let basis = try QueryBasis.find(for: expression, options, pipeline)
    world.progressLine.begin("Answering")
    let answer = try Failure.querying(options.expression) { () throws(QueryError) in
      try QueryEvaluator.evaluate(expression, on: basis.context)
    }
    let report = basis.report(expression, answer)
    if options.format != .json { console.warn(basis.warnings) }
    switch options.format {
    case .names: console.answer(QueryText.names(report))
    case .count: console.answer("\(report.modules.count)\n")
    case .text: console.answer(QueryText.lines(report, width: console.output.width))
    case .json: console.answer(QueryJSON.text(report))
    }
    if report.modules.isEmpty, options.format == .names {
      console.note("\("note: ", .dim)no module matches \(expression)")
    }
    return options.exitCode && report.modules.isEmpty ? .nothingAffected : .success
  }
}
