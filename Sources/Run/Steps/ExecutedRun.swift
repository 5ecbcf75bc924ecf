import Arguments
import ContentKeys
package import Edge
import Names
import Platform
package import Runner
import Workspaces

/// A run that has come to its end.
package struct ExecutedRun: ~Copyable {
  let course: RunCourse
  let results: RunResults
  let scratch: RunScratch
  let display: RunDisplay
  /// What was built from.
  let inputs: BuildInputs
  /// What ran.
  let report: RunReport
  /// The report of xcodebuild's bundles. None of it is recorded.
  let xcode: RunReport

  /// Records what passed, and joins what stood for running.
  package consuming func record() throws(Failure) -> SettledRun {
    try refuseEmptyFilter()
    let preparation = course.prepared.preparation
    let tools = ToolTestimony(report.toolReads, preparation.outcome.graph, results.gates)
    let build = preparation.testimony(report, inputs).adding(tools.undeclared)
    preparation.learn(from: build)
    let seen = results.gates?.observations ?? [:]
    results.gates?.judgeLeftovers()
    let observations = results.gates?.observations ?? [:]
    let warnings =
      preparation.learn(
        from: seen.merging(results.adopted) { own, _ in own }, outputs: results.gates?.outputs ?? [:])
      + preparation.unrecordable(observations)
    var whole = try results.joined(report, builtAs: build, observations)
    whole.add(inXcode: xcode)
    whole.warnings += warnings
    whole.shard = preparation.share?.shard
    whole.plan = preparation.share?.plan
    if preparation.options.auditsInputs { whole.inputs = tools.inputs + TestInputs.all(of: observations) }
    return SettledRun(course: course, scratch: scratch, display: display, report: whole)
  }

  /// A filter that was mistyped would pass for tests that passed: it has to match a case, and one of everything that was
  /// named.
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
    !modules.isEmpty && modules.allSatisfy { $0.cases == CaseCounts() }
  }
}

/// A run of which everything is known.
package struct SettledRun: ~Copyable {
  let course: RunCourse
  let scratch: RunScratch
  let display: RunDisplay
  let report: RunReport

  /// Keeps the build state and writes the run down. With this nobody is kept from the scratch folders any more.
  package consuming func save() -> (report: RunReport, display: RunDisplay) {
    let preparation = course.prepared.preparation
    var (report, history) = (report, course.history)
    // Nobody knows what was built while a folder was moved aside.
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
