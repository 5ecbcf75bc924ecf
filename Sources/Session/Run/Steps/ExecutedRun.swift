import Arguments
import Base
import Graph
package import Runner

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
      isSlowed: !preparation.pipeline.settings.sanitizers.isEmpty, unselected: preparation.unselectedTests)
    if report.modules.contains(where: { $0.source == .run }) {
      preparation.sendDurations(history.durations())
    }
    preparation.sendFootprints()
    report.warnings = course.warnings + report.warnings + history.warnings + preparation.finishRemote()
    return (report, display)
  }
}
