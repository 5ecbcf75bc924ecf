import Base
import Graph
import RunnerSupport
import SwiftSources
import Testing

@testable import Runner

/// What is built and started where sanitizers are asked for.
@Suite struct SanitizedCommandTests {
  private static let id = ModuleID(package: "A", name: "ATests")

  private func plan(_ build: BuildSettings, own: [String: String] = [:]) -> RunPlan {
    var settings = RunSettings(build)
    settings.ownVariables = [Self.id: own]
    let packages = [
      PackageSketch(folder: "A", name: "A", modules: [ModuleSketch(id: Self.id, kind: .test)])
    ]
    let swift = SwiftCommands(
      swift: "/t/swift", settings: settings, environment: .fixed(from: ["HOME": "/h"], toolchainBin: "/t"))
    return RunPlan(
      RunRequest(.test, affected: [Self.id]), in: RunWorkspace(packages), scratchRoot: "/s", by: swift)
  }

  @Test(arguments: [
    (["thread"], false, "/s/thread-main"), (["address"], true, "/s/coverage-address-main"),
    (["undefined", "address"], false, "/s/address-undefined-main"), ([], false, "/s/main"),
  ])
  func everyKindOfBuildHasAFolderOfItsOwn(sanitizers: [String], coverage: Bool, folder: String) {
    let build = BuildSettings(
      arguments: sanitizers.flatMap { ["--sanitize", $0] },
      buildArguments: coverage ? [BuildSettings.coverageFlag] : [])
    let plan = plan(build)
    #expect(plan.groups.map(\.scratchFolder) == [folder])
    #expect(plan.commands.builds.joined().allSatisfy { $0.arguments.contains(folder) })
  }

  /// What builds run is built likewise, and a leak in a plugin would fail the build.
  @Test func whateverStartsIsToldWhatIsNoError() {
    let plan = plan(
      BuildSettings(arguments: ["--sanitize", "address"]), own: ["ASAN_OPTIONS": "detect_leaks=1"])
    let builds = plan.commands.builds.joined().map { $0.environment["ASAN_OPTIONS"] }
    let tests = plan.commands.all.filter { $0.executable.hasPrefix("/s/") }
    #expect(!tests.isEmpty && builds.allSatisfy { $0?.hasPrefix("detect_leaks=0") == true })
    // The last word on an option counts, and that is the user's.
    #expect(tests.allSatisfy { $0.environment["ASAN_OPTIONS"] == "detect_leaks=0:detect_leaks=1" })
    let plain = self.plan(BuildSettings())
    #expect(plain.commands.all.allSatisfy { $0.environment["ASAN_OPTIONS"] == nil })
  }
}
