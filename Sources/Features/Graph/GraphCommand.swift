import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session

/// `ambit graph`: draws the modules and their dependencies.
struct GraphCommand: AmbitCommand {
  let options: GraphOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let pipeline = try SelectionPipeline.open(world, global, options.selection)
    let (outcome, isChangeKnown) = try outcome(of: pipeline)
    let whole = GraphReport(
      outcome.graph, modules: try modules(pipeline, outcome, isChangeKnown),
      platforms: pipeline.platforms(options.selection), fallback: outcome.report.fallback,
      warnings: outcome.report.warnings, violations: try violations(pipeline),
      setting: setting(pipeline, outcome, isChangeKnown))
    let report = options.reduce ? whole.reduced() : whole
    if options.format != .json { console.warn(outcome.report.allWarnings) }
    if options.format == .dot, console.output.isTerminal {
      console.note("\("hint: ", .dim)for a browser: ambit graph --format html > ../graph.html")
    }
    switch options.format {
    case .dot: console.answer(GraphDOT.text(report))
    case .mermaid: console.answer(GraphMermaid.text(report))
    case .json: console.answer(GraphJSON.text(report))
    case .svg: console.answer(GraphSVG.text(report))
    case .html: console.answer(GraphPage.text(report))
    }
    return .success
  }

  /// The broken rules, for the formats that show them.
  private func violations(_ pipeline: SelectionPipeline) throws(Failure) -> [GraphViolation] {
    guard [.svg, .html].contains(options.format) else { return [] }
    let findings = try LintFindings(pipeline).all(options.selection, onlyChanged: false)
    return (findings ?? []).compactMap { GraphViolation($0) }
  }

  /// A drawing needs no base. If none is found and none was named, no module is marked.
  private func outcome(
    of pipeline: SelectionPipeline
  ) throws(Failure) -> (outcome: SelectionPipeline.Outcome, isChangeKnown: Bool) {
    do throws(Failure) {
      return (try pipeline.run(options.selection, reach: .packagesAndProjects), true)
    } catch {
      guard error.code == GitError.Kind.unknownRevision.rawValue, !options.namesChange else { throw error }
      var everything = options.selection
      everything.all = true
      return (try pipeline.run(everything, reach: .packagesAndProjects), false)
    }
  }

  private func modules(
    _ pipeline: SelectionPipeline, _ outcome: SelectionPipeline.Outcome, _ isChangeKnown: Bool
  ) throws(Failure) -> [GraphReport.Module] {
    let filter = try pipeline.filter(options.selection, outcome.graph)
    let affected = Dictionary(
      outcome.report.selection.modules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return outcome.graph.listedModules.filter { module in
      options.affectedOnly ? affected[module.id] != nil : filter.keeps(module.id)
    }.map { module in
      let found = isChangeKnown ? affected[module.id] : nil
      return GraphReport.Module(
        id: module.id, kind: module.kind, owners: outcome.owners(of: module).owners,
        tags: outcome.config.tags(of: module.id),
        mark: isChangeKnown ? found.map { $0.isDirect ? .changed : .reached } ?? .untouched : nil,
        reason: found?.reason ?? [])
    }
  }

  /// The title and groups of the drawing. A workspace without a name has the name of its folder.
  private func setting(
    _ pipeline: SelectionPipeline, _ outcome: SelectionPipeline.Outcome, _ isChangeKnown: Bool
  ) -> GraphSetting {
    GraphSetting(
      name: outcome.config.name ?? pipeline.workspace.folderName,
      comparison: isChangeKnown ? outcome.report.revisions : nil,
      layers: outcome.config.rules.layers.map { .init(name: $0.name, tag: $0.tag) },
      teamNames: outcome.config.teams.compactMapValues(\.name))
  }
}
