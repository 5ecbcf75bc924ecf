package import Arguments
package import Base
import Graph
import Reports
package import Runner
import Store

/// A run that has ended.
package struct ExecutedRun: ~Copyable {
  let course: RunCourse
  let results: RunResults
  let place: SettledPlace
  let scratch: RunScratch
  let display: RunDisplay
  /// The files that were built.
  let inputs: BuildInputs
  /// The report of the modules that ran.
  let report: RunReport
  /// The report of xcodebuild's bundles. None of it is recorded.
  let xcode: RunReport

  /// Records passes, and adds cached results to the report.
  package consuming func record() throws(Failure) -> SettledRun {
    try refuseEmptyFilter()
    let preparation = course.prepared.preparation
    let tools = UndeclaredToolReads(report.toolReads, preparation.outcome.graph, results.gates)
    let build = preparation.compilerReads(report, inputs).adding(tools.undeclared)
    let met = (results.gates?.met ?? [:]).merging(results.adopted) { own, _ in own }
    let outputs = results.gates?.outputs ?? [:]
    let learned = preparation.learn(from: build, met, outputs)
    try place.refuseEdits(after: [report, xcode], learned)
    results.gates?.judgeLeftovers()
    let observations = results.gates?.observations ?? [:]
    let warnings = preparation.undeclared(met, outputs) + preparation.unrecordable(observations)
    var whole = try results.joined(report, builtAs: build, observations)
    whole.add(inXcode: xcode)
    whole.filter = preparation.options.filter
    whole.warnings += warnings + preparation.quarantine.warnings(about: whole, in: preparation.outcome.graph)
    whole.shard = preparation.share?.shard
    whole.plan = preparation.share?.plan
    if preparation.options.auditsInputs { whole.inputs = tools.inputs + TestInputs.all(of: observations) }
    return SettledRun(course: course, scratch: scratch, display: display, report: whole)
  }

  /// Refuses a filter that matches no case. A mistyped filter would look like passed tests.
  /// Each named module needs a match.
  private borrowing func refuseEmptyFilter() throws(Failure) {
    let preparation = course.prepared.preparation
    let selection = preparation.options.selection
    guard let pattern = preparation.options.filter, !selection.allowsEmpty, report.outcome == .passed else {
      return
    }
    let ran = report.modules.filter { $0.excuse == nil }
    let lookup = ModuleLookup(graph: preparation.outcome.graphWithProjects)
    for name in selection.modules {
      let named = try lookup.modules(matching: [name], and: nil) ?? []
      guard !Self.isSilent(ran.filter { named.contains($0.id) }) else {
        throw EmptyByMistake.filter(pattern, of: name)
      }
    }
    if Self.isSilent(ran) { throw EmptyByMistake.filter(pattern) }
  }

  private static func isSilent(_ modules: [ModuleReport]) -> Bool {
    !modules.isEmpty && modules.allSatisfy { $0.cases == CaseCounts() && $0.quarantined.isEmpty }
  }
}

/// A run with its complete report.
package struct SettledRun: ~Copyable {
  let course: RunCourse
  let scratch: RunScratch
  let display: RunDisplay
  let report: RunReport

  /// Saves the build state and the history. The scratch folders are unlocked afterwards.
  package consuming func save() -> (report: RunReport, display: RunDisplay) {
    let preparation = course.prepared.preparation
    var (report, history) = (report, course.history)
    // A build during which a folder was moved aside cannot be trusted.
    if scratch.moves.look().isEmpty {
      report.warnings +=
        scratch.state?.save(course.plan, since: scratch.inputs, under: scratch.claim, after: report) ?? []
    }
    report.secondsSaved = history.secondsSaved(in: report)
    history.record(
      report, about: preparation.outcome.report, action: course.plan.action,
      isFiltered: preparation.options.filter != nil,
      isSlowed: !preparation.session.settings.sanitizers.isEmpty, unselected: preparation.unselectedTests)
    if report.modules.contains(where: { $0.source == .run }) {
      preparation.sendDurations(history.durations())
    }
    preparation.sendFootprints()
    report.warnings = course.warnings + report.warnings + history.warnings + preparation.finishRemote()
    return (report, display)
  }
}

/// A build of some modules that another command needs. It works as `ambit build`.
package struct OwnBuild {
  package let world: World
  package let global: GlobalOptions
  package let console: CommandOutput

  package init(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) {
    self.world = world
    self.global = global
    self.console = console
  }

  package func plan(_ modules: [ModuleID]) throws(Failure) -> PlannedRun {
    var options = RunOptions()
    options.selection.all = true
    options.selection.modules = modules.map { Argument($0.description) }
    return try PreparedRun.open(.build, options, world, global, console).run.plan()
  }

  package func execute(_ planned: consuming PlannedRun) throws(Failure) -> RunReport {
    try planned.carryOut().report
  }
}

extension RunReport {
  /// The first error of a compiler.
  package var firstError: String? {
    packages.flatMap(\.errors).first?.sentence
  }
}

extension BuildDiagnostic {
  package var sentence: String { (file.map { "\($0):\(line ?? 1): " } ?? "") + message }
}
