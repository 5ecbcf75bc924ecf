import Base
import Graph
import Session
import SwiftSources

/// Measures the modules of a workspace, as far as rules set limits.
struct LintMeasures {
  let pipeline: SelectionPipeline
  let graph: WorkspaceGraph

  private var workspace: OpenWorkspace { pipeline.workspace }

  /// Returns the measures of modules of packages; dependents may be targets of projects. Returns nothing where no rule
  /// asks, since counting takes time.
  func modules(for rules: [MetricsRule]) throws(Failure) -> [ModuleID: MeasuredModule] {
    guard !rules.isEmpty else { return [:] }
    pipeline.world.progressLine.begin("Measuring modules")
    let scan = SourceScan(cacheFolder: pipeline.world.cacheFolder, jobs: pipeline.world.processors)
    let sources = try scan.facts(of: graph, in: workspace.tree).facts
    let coupling = Coupling(graph, platforms: nil)
    let context = MetricsContext(
      graph: graph, coupling: coupling, facts: sources.mapped { ModuleFacts(sources: $0) })
    let asksForCoverage = rules.contains { $0.limits[.coverage] != nil }
    let recorded = try asksForCoverage ? recordedCoverage() : nil
    var found: [ModuleID: MeasuredModule] = [:]
    for (index, module) in graph.modules.numbered where module.kind != .unknown && module.target == nil {
      let measures = context.measures(of: [index])
      found[module.id] = MeasuredModule(
        values: values(measures, sources[index]),
        coverage: recorded.map { coverage(of: index, $0, coupling) } ?? .unknown)
    }
    return found
  }

  private func values(_ measures: Measures, _ sources: SourceFacts) -> [MetricsRule.Measure: Double] {
    var values: [MetricsRule.Measure: Double] = [:]
    for measure in MetricsRule.Measure.allCases {
      switch measure {
      // For a test module, its own tests.
      case .lines: values[measure] = Double(sources.lines.all)
      case .code: values[measure] = Double(sources.lines.code)
      case .tests: values[measure] = Double(sources.tests)
      case .fanIn: values[measure] = Double(measures.fanIn)
      case .fanOut: values[measure] = Double(measures.fanOut)
      case .instability: values[measure] = measures.instability
      case .depth: values[measure] = Double(measures.depth)
      case .dependents: values[measure] = Double(measures.dependents)
      case .coverage: break
      }
    }
    return values
  }

  /// Reads coverage under the keys of a run that measures it.
  private func recordedCoverage() throws(Failure) -> RecordedCoverage {
    var settings = pipeline.settings
    if !settings.measuresCoverage { settings.buildArguments.append(BuildSettings.coverageFlag) }
    let measuring = pipeline.unlisted(on: workspace, settings)
    let head = workspace.head.isWorkingTree ? nil : workspace.head.ref
    return try .now(graph, measuring, head: head)
  }

  private func coverage(
    of module: ModuleIndex, _ recorded: RecordedCoverage, _ coupling: Coupling
  ) -> MeasuredModule.Coverage {
    guard coupling.reach(from: [module]).contains(where: { graph.modules[$0].kind.isTest }) else {
      return .untested
    }
    guard let coverage = recorded.coverage(of: module, coupling) else { return .unknown }
    guard let percent = coverage.percent else {
      return isInATest(module) && !hasOtherThanSwift(module) ? .nothingToExecute : .unmeasurable
    }
    return .percent(percent)
  }

  /// Code that tests only reach through a plugin or a macro is in none of their programs.
  private func isInATest(_ module: ModuleIndex) -> Bool {
    let users = Dependents(graph) { $0.kind == .dependency || $0.kind == .undeclaredImport }
    return users.reach(from: [module]).nodes.contains { graph.modules[$0].kind.isTest }
  }

  private func hasOtherThanSwift(_ module: ModuleIndex) -> Bool {
    guard let folder = graph.modules[module].layout.folder else { return false }
    let files = (try? workspace.tree.files(below: folder)) ?? []
    return files.contains { SourceLanguage(of: $0.path.lastComponent) == .cFamily }
  }
}
