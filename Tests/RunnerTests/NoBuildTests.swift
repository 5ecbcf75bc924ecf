import Runner
import RunnerSupport
import Support
import Testing
import Workspace

/// Runs that end before anything is built.
@Suite struct NoBuildTests {
  @Test func aMissingToolchainIsNoVerdict() throws {
    let plan = RunPlan.make(
      .build, affected: [ModuleID(package: "A", name: "A")],
      in: RunWorkspace(
        [
          PackageSketch(
            folder: "A", name: "A",
            modules: [ModuleSketch(id: ModuleID(package: "A", name: "A"), kind: .regular)])
        ], root: "/nowhere"), scratchRoot: "/nowhere/scratch")
    let error = #expect(throws: RunError.self) {
      try Runner(swift: "/nowhere/swift", environment: .inherited([:])).run(plan, observer: NoObserver())
    }
    #expect(error?.code == "missing-toolchain")
    #expect(error?.message == "no executable at \"/nowhere/swift\"")
  }

  @Test func nothingToRunStartsNothing() throws {
    let plan = RunPlan(action: .test, scratchRoot: "/nowhere", settings: RunSettings(), groups: [])
    let report = try Runner(swift: "/nowhere/swift", environment: .inherited([:])).run(
      plan, observer: NoObserver())
    #expect(report.outcome == .passed)
    #expect(report.modules.isEmpty)
  }
}
