import Base
import Runner
import RunnerSupport
import SwiftSources
import Testing

/// Runs that end before anything is built.
@Suite struct NoBuildTests {
  @Test func aMissingToolchainIsNoVerdict() throws {
    let plan = FixturePlan.make(
      .build, affected: [ModuleID(package: "A", name: "A")],
      in: RunWorkspace(
        [
          PackageSketch(
            folder: "A", name: "A",
            modules: [ModuleSketch(id: ModuleID(package: "A", name: "A"), kind: .regular)])
        ], root: "/nowhere"), scratchRoot: "/nowhere/scratch", swift: "/nowhere/swift")
    // No folder is made for it either.
    let claim = try ScratchClaim.take([], in: "/nowhere", ScratchLocks(for: plan.swift) { _ in })
    let error = #expect(throws: Failure.self) {
      try Runner().run(plan.plan, on: RunContext(plan.workspace, claim: claim), observer: NoObserver())
    }
    #expect(error?.code == "missing-toolchain")
    #expect(error?.message == "no executable at \"/nowhere/swift\"; install Swift, or put it on PATH")
  }

  @Test func nothingToRunStartsNothing() throws {
    let plan = FixturePlan.make(
      .test, affected: [], in: .empty, scratchRoot: "/nowhere", swift: "/nowhere/swift")
    let report = try plan.run()
    #expect(report.outcome == .passed)
    #expect(report.modules.isEmpty)
  }
}
