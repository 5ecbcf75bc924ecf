import Arguments
import ContentKeys
import Runner
import Support
import Workspace

/// A run that has come to its end.
struct ExecutedRun: ~Copyable {
  let ready: ReadyRun
  let display: RunDisplay
  /// What was built from.
  let inputs: BuildInputs
  /// What ran.
  let report: RunReport

  /// Records what passed, and joins what stood for running.
  consuming func record() throws(Failure) -> RecordedRun {
    let preparation = ready.claimed.planned.run.preparation
    try refuseEmptyFilter(preparation)
    let build = preparation.testimony(report, inputs)
    preparation.learn(from: build)
    let whole = try ready.results.joined(report, builtAs: build)
    return RecordedRun(executed: self, report: whole)
  }

  /// A filter that was mistyped would pass for tests that passed.
  private borrowing func refuseEmptyFilter(_ preparation: RunPreparation) throws(Failure) {
    let options = preparation.options
    guard let pattern = options.filter, !options.selection.allowsEmpty, report.outcome == .passed else {
      return
    }
    let ran = report.modules.filter { $0.excuse == nil }
    guard !ran.isEmpty, ran.allSatisfy({ $0.cases == CaseCounts() }) else { return }
    throw EmptyByMistake.filter(pattern)
  }
}

/// A run of which everything is known.
struct RecordedRun: ~Copyable {
  let executed: ExecutedRun
  let report: RunReport

  /// Keeps the build state and writes the run down. With this nobody is kept from the scratch folders any more.
  consuming func save() -> (report: RunReport, display: RunDisplay) {
    let planned = (executed.ready.claimed.planned.plan, executed.ready.claimed.planned.run.preparation)
    let (plan, preparation) = planned
    var report = report
    report.warnings +=
      executed.ready.state?.save(
        plan, since: executed.ready.snapshot, under: executed.ready.claimed.claim, after: report) ?? []
    var history = executed.ready.claimed.planned.history
    report.secondsSaved = history.secondsSaved(in: report)
    history.record(
      report, about: preparation.outcome.report, action: plan.action,
      isFiltered: preparation.options.filter != nil)
    report.warnings =
      executed.ready.claimed.planned.doubts + executed.ready.restored.warnings + report.warnings
      + history.warnings
    return (report, executed.display)
  }
}
