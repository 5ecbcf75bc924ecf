import Base
import Testing

@testable import Runner
@testable import Session

/// Which scratch folders of a run are worth keeping.
@Suite struct BuiltGroupsTests {
  private let plan: RunPlan

  init() {
    let groups = [Self.group("main", ["A", "B"]), Self.group("only-C", ["C"])]
    let swift = SwiftCommands(swift: "/swift", settings: RunSettings(), environment: .inherited([:]))
    plan = RunPlan(
      action: .test, scratchRoot: "/scratch", swift: swift, groups: groups,
      commands: PlannedCommands(groups, .test, swift), excused: [], excusedPackages: [:], unjudged: [],
      expectedSeconds: [:], failedBefore: [])
  }

  private static func group(_ name: String, _ packages: [String]) -> BuildGroup {
    let runs = packages.map { package in
      PackageRun(
        folder: RelativePath(package), absoluteFolder: "/\(package)", name: package, modules: [], tests: [],
        tools: [:], testModules: [], closure: [], planned: nil, extent: .whole,
        scratchFolder: "/scratch/\(name)", hidden: [])
    }
    return BuildGroup(
      name: name, scratchFolder: "/scratch/\(name)", packages: runs, pins: nil,
      kept: .init(targets: [], products: [:], externals: ExternalNeeds()))
  }

  private func kept(
    _ outcome: RunReport.Outcome, _ packages: KeyValuePairs<String, PackageReport.Outcome>
  ) -> [String] {
    let reports = packages.map { PackageReport(folder: RelativePath($0), outcome: $1) }
    let report = RunReport(outcome: outcome, packages: reports, modules: [], build: BuildTotals())
    return plan.groups(builtIn: report).map(\.name)
  }

  @Test func groupsAreKeptThatWereBuiltWhole() {
    #expect(kept(.passed, ["A": .built, "B": .built, "C": .built]) == ["main", "only-C"])
    #expect(kept(.failed, ["A": .built, "B": .built, "C": .built]) == ["main", "only-C"])
    #expect(kept(.failed, ["A": .built, "B": .buildFailed, "C": .built]) == ["only-C"])
    #expect(kept(.failed, ["A": .built, "B": .built, "C": .skipped]) == ["main"])
    #expect(kept(.failed, ["A": .built, "C": .built]) == ["only-C"], "nothing is known of B")
  }

  @Test func nothingOfARunThatWasStopped() {
    #expect(kept(.stopped, ["A": .built, "B": .built, "C": .built]).isEmpty)
  }
}
