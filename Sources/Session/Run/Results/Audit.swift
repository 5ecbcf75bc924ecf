import Base
import Runner

/// Runs again what need not be run, to see whether leaving it out is right: how a team learns to trust it.
struct Audit {
  /// Test modules to run though they passed before, or though the change does not reach them.
  let modules: Set<ModuleID>
  /// How many of those are run that turn out later to need no run.
  let percent: Int

  /// Draws `percent` of `candidates`, rounded up, so that an audit of few modules still looks at one.
  init(
    _ percent: Int, of candidates: Set<ModuleID>, random: inout some RandomNumberGenerator
  ) {
    self.percent = percent
    let count = (candidates.count * percent + 99) / 100
    modules = Set(candidates.sorted().shuffled(using: &random).prefix(count))
  }

  /// What contradicts the selection or the cache: everything audited that did not pass.
  ///
  /// A module that was stopped, never started or could not run has said nothing. `builtAsBefore` were run though they are built as they
  /// passed.
  func contradictions(
    in reports: [ModuleReport], affected: Set<ModuleID>, builtAsBefore: Set<ModuleID>
  ) -> [Warning] {
    let audited = modules.union(builtAsBefore)
    return reports.filter { audited.contains($0.id) && $0.outcome.isFailure }.map {
      report in
      let why =
        builtAsBefore.contains(report.id)
        ? "is built as it was when it passed"
        : affected.contains(report.id) ? "is recorded as passed" : "is not reached by the change"
      return Warning(
        code: "audit-failed",
        message: "audit: \(report.id) \(why), but does not pass when it is run (\(report.outcome.rawValue))",
        hints: [
          "a flaky test, one that failed before the change too, or an input that Ambit does not see: declare "
            + "that in workspace.json, under \"modules\" and \"inputs\""
        ])
    }
  }
}
