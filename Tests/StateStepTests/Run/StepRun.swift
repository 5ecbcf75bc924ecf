import Base
import Dispatch
import Foundation
import ProgramSupport
import TestSupport

/// Carries steps out and compares each with a cold build.
final class StepRun: Sendable {
  private let folder: ScenarioFolder
  private let cache: TemporaryFolder
  private let plan: StepPlan
  private let keeper: StepKeeper
  private let repository: StepRepository
  /// What a cold build of some files showed, so that reverts and switches cost nothing.
  private let cold: ColdOutcomes

  /// What went otherwise than it must.
  struct Problem: Sendable {
    let step: StepPlan.Step
    let words: String
  }

  /// What is learned from a run beside its verdict.
  struct Tally: Sendable {
    var restored = 0
    var compiled = 0
    var compiledCold = 0
    var failing = 0
  }

  init(_ plan: StepPlan, by keeper: StepKeeper, cold: ColdOutcomes) throws {
    cache = try TemporaryFolder()
    folder = try ScenarioFolder(cacheHome: cache.path)
    self.plan = plan
    self.keeper = keeper
    self.cold = cold
    repository = try StepRepository(plan, in: folder)
  }

  /// Goes through the steps until the first problem.
  func problem(in steps: [StepPlan.Step], tally: inout Tally, report: (String) -> Void = { _ in }) throws
    -> Problem?
  {
    // Commits that something was built of, and those that everything was.
    var saved: (some: Set<Int>, all: Set<Int>) = ([], [])
    var before: StepPlan.Step?
    for step in steps {
      let kept = step.place == .kept ? before : nil
      let isClone = kept == nil
      before = step
      let ancestors = ancestors(of: plan.head(of: step))
      let mayRestore = !isClone || !ancestors.isDisjoint(with: saved.some)
      let (found, wanted) = try both(step, after: kept, mayRestore: mayRestore)
      tally.restored += found.state == "restored" ? 1 : 0
      tally.compiled += found.compiled
      tally.compiledCold += wanted.compiled
      tally.failing += wanted.hasPassed ? 0 : 1
      report("\(step): \(found.state), \(found.compiled) compiled, cold \(wanted.compiled)")
      if let words = found.difference(from: wanted) { return Problem(step: step, words: words) }
      let isKnown = !mayRestore || !ancestors.isDisjoint(with: saved.all)
      if isClone, isKnown, isOneGroup(step), case .ambit = keeper,
        found.state != (mayRestore ? "restored" : "fresh")
      {
        return Problem(step: step, words: "the build began \(found.state): \(found.warnings)")
      }
      if found.hasBuilt != .nothing { saved.some.insert(plan.head(of: step)) }
      if found.hasBuilt == .everything { saved.all.insert(plan.head(of: step)) }
      if found.hasPassed { try keeper.save(folder) }
    }
    return nil
  }

  /// The restored outcome and the cold one, made side by side. Where there is nothing to restore from, the one is
  /// the other.
  private func both(_ step: StepPlan.Step, after kept: StepPlan.Step?, mayRestore: Bool) throws -> (
    StepOutcome, StepOutcome
  ) {
    guard mayRestore else {
      let found = try restored(step, after: kept)
      return (found, try cold.outcome(of: plan.commits[step.commit].workspace) { _ in found })
    }
    let results = Guarded<[Int: Result<StepOutcome, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: 2) { side in
      let result = Result { side == 0 ? try restored(step, after: kept) : try coldOutcome(step.commit) }
      results.with { $0[side] = result }
    }
    let made = results.with { $0 }
    guard let found = try made[0]?.get(), let wanted = try made[1]?.get() else {
      throw StepFailure(description: "a side did not run")
    }
    return (found, wanted)
  }

  private func restored(_ step: StepPlan.Step, after kept: StepPlan.Step?) throws -> StepOutcome {
    if let kept {
      try repository.checkOut(step.commit, after: kept.commit, in: "warm")
    } else {
      try repository.clone(plan.head(of: step), to: "warm")
      if step.place == .edited { try repository.edit(to: step.commit, in: "warm") }
      try repository.setTimes(step.place, in: "warm")
      try keeper.restore(folder)
    }
    return try test(in: "warm", keeper.arguments, folder.environment)
  }

  private func coldOutcome(_ commit: Int) throws -> StepOutcome {
    try cold.outcome(of: plan.commits[commit].workspace) { cacheHome in
      try repository.clone(commit, to: "cold")
      try folder.sh("rm -rf cold/before")
      let environment = folder.environment.merging(["XDG_CACHE_HOME": cacheHome]) { $1 }
      return try test(in: "cold", ["--no-state"], environment)
    }
  }

  private static let engine =
    ProcessInfo.processInfo.environment["AMBIT_STATE_ENGINE"].map { ["--engine", $0] } ?? []

  private func test(in side: String, _ more: [String], _ environment: [String: String]) throws -> StepOutcome
  {
    let place = "\(folder.root)/\(side)/work"
    let arguments = ["test", "--all", "--no-cache", "--json", "--quiet"] + Self.engine + more
    return try StepOutcome(AmbitRun.run(arguments, in: place, environment: environment), in: place)
  }

  /// Several may begin differently.
  private func isOneGroup(_ step: StepPlan.Step) -> Bool {
    let workspace = plan.commits[step.commit].workspace
    return workspace.declaresExtra || !workspace.present.contains(.target)
  }

  /// With itself.
  private func ancestors(of commit: Int) -> Set<Int> {
    var found: Set<Int> = []
    var open = [commit]
    while let next = open.popLast() {
      guard found.insert(next).inserted else { continue }
      open += plan.commits[next].parents
    }
    return found
  }
}

/// What cold builds showed, by the files that were built.
final class ColdOutcomes: Sendable {
  private let known = Guarded<[StepWorkspace: StepOutcome]>([:])
  private let cache: TemporaryFolder

  init() throws {
    cache = try TemporaryFolder()
  }

  func outcome(of workspace: StepWorkspace, or build: (_ cacheHome: String) throws -> StepOutcome) throws
    -> StepOutcome
  {
    if let outcome = known.with({ $0[workspace] }) { return outcome }
    let outcome = try build(cache.path)
    known.with { $0[workspace] = outcome }
    return outcome
  }
}
