package import Base
import Reports
package import Runner
import Store

/// The data that every step after planning needs.
package struct RunCourse {
  package let prepared: PreparedRun
  let workspace: RunWorkspace
  package let plan: RunPlan
  /// The part that xcodebuild runs.
  package let xcode: XcodePlan
  package let history: RunHistory
  /// Warnings about things that the run does without.
  var warnings: [Warning]

  /// The warnings for a plan that is only shown.
  package var doubts: [Warning] {
    warnings + (unpinned.map { [$0.warning] } ?? []) + (prepared.preparation.remote?.problems ?? [])
  }

  /// The groups without pins. A run of a revision writes no lockfile, so it has none.
  fileprivate var unpinned: UnpinnedGroups? {
    let isInPlace = prepared.preparation.session.workspace.head.isWorkingTree
    return isInPlace ? UnpinnedGroups(in: plan) : nil
  }
}

extension ScratchClaim {
  /// Locks the scratch folders of a plan's groups, and tells the user whom it waits for.
  package static func take(
    _ groups: [BuildGroup], of plan: RunPlan, telling console: CommandOutput
  ) throws(Failure) -> ScratchClaim {
    try take(
      groups, in: plan.scratchRoot,
      ScratchLocks(for: plan.swift) { console.note(StyledText($0, .dim)) })
  }
}

/// A planned run. Nothing was written before this.
package struct PlannedRun: ~Copyable {
  package let course: RunCourse
  package let results: RunResults

  /// Takes all following steps in their order, up to the saved report.
  package consuming func carryOut() throws(Failure) -> (report: RunReport, display: RunDisplay) {
    let planned = try pinned()
    try planned.adopt()
    return try planned.claim().restore().execute().record().save()
  }

  /// Lets SwiftPM write missing pins, and plans again. Pins decide what is built together, and the keys of results.
  private consuming func pinned() throws(Failure) -> PlannedRun {
    let (plan, prepared) = (course.plan, course.prepared)
    guard let unpinned = course.unpinned else { return self }
    let claim = try ScratchClaim.take(unpinned.groups, of: plan, telling: prepared.console)
    prepared.preparation.world.progressLine.begin("Resolving dependencies")
    unpinned.resolve()
    _ = claim
    return try prepared.refreshed().plan()
  }

  /// Restarts at another working folder's path, if its outputs can serve and this folder has none.
  private func adopt() throws(Failure) {
    let prepared = course.prepared
    try PlaceAdoption(
      preparation: prepared.preparation, plan: course.plan, place: prepared.place, console: prepared.console
    ).adopt()
  }

  /// Locks all that the run writes to: the copy of its revision, if it needs one, and the scratch folders.
  package consuming func claim() throws(Failure) -> ClaimedRun {
    let (plan, console) = (course.plan, course.prepared.console)
    let place = try course.prepared.place.settle(for: plan, course.xcode, console)
    let claim = try ScratchClaim.take(plan.groups, of: plan, telling: console)
    return ClaimedRun(course: course, results: results, place: place, claim: claim)
  }
}
