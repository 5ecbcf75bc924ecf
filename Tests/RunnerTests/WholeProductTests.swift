import Base
import Foundation
import Graph
import RunnerSupport
import TestSupport
import Testing

@testable import Runner

/// Packages of which all that Swift Testing has is run without asking first what that is.
@Suite struct WholeProductTests {
  @Test func onlyTheKnownFormOfAnEmptyListIsOne() {
    let head = "import XCTest\npublic func __allDiscoveredTests() -> [XCTestCaseEntry] {\n"
    let empty = head + "    let tests = [XCTestCaseEntry]()\n\n    \n\n    return tests\n}"
    #expect(NativeProof.listsNothing(empty) && NativeProof.listsNothing(empty + "\n"))
    for other in [
      "", head, empty + "\n// more", empty.replacing("let", with: "var"),
      empty.replacing("    \n", with: "    tests += __T__allTests()\n"),
      empty.replacing("()\n", with: "(all)\n"),
    ] {
      #expect(!NativeProof.listsNothing(other), "\(other)")
    }
  }

  private static let run = "--testing-library swift-testing --event-stream-output-path"

  @Test func withoutXCTestThereIsOneQuestion() throws {
    let stand = try StandInSwift(
      packages: ["A"],
      test: #"""
        echo '{"kind":"test","payload":{"kind":"function","id":"ATests.t()","sourceLocation":{"fileID":"ATests/F.swift"}}}' > "$events"
        echo '{"kind":"event","payload":{"kind":"testEnded","testID":"ATests.t()"}}' >> "$events"
        echo '{"kind":"event","payload":{"kind":"runEnded"}}' >> "$events"
        """#, hasXCTest: false)
    let report = try stand.run(stand.plan())
    #expect(report.modules.map(\.outcome) == [.passed])
    #expect(report.modules.map(\.cases) == [CaseCounts(passed: 1)])
    #expect(stand.starts.count == 2 && stand.starts[0] == "--dump-tests-json")
    #expect(
      stand.starts.last?.hasPrefix(Self.run) == true && stand.starts.last?.contains("--filter") == false)
  }

  @Test func withXCTestOrAFilterBothAreAsked() throws {
    let list = "--testing-library swift-testing --list-tests"
    let old = try StandInSwift(packages: ["A"])
    #expect(try old.run(old.plan()).outcome == .passed)
    #expect(old.starts == ["--dump-tests-json", list, "ATests.T"])
    let filtered = try StandInSwift(packages: ["A"], hasXCTest: false)
    let filter = try CaseFilter("x")
    _ = try filtered.run(filtered.plan(RunSettings(filter: filter)))
    #expect(filtered.starts == ["--dump-tests-json", list])
  }

  /// It died before it said which tests it has.
  @Test(arguments: ["kill -SEGV $$", "exit 0", "exit 1"]) func silenceIsNoPass(end: String) throws {
    let stand = try StandInSwift(packages: ["A"], test: end, hasXCTest: false)
    #expect(try stand.run(stand.plan()).modules.map(\.outcome) == [.crashed])
  }

  @Test func nothingToTestIsNothingToDo() throws {
    let stand = try StandInSwift(
      packages: ["A"], test: #"echo '{"kind":"event","payload":{"kind":"runEnded"}}' > "$events"; exit 69"#,
      hasXCTest: false)
    let report = try stand.run(stand.plan())
    #expect(report.modules.map(\.outcome) == [.passed] && report.modules.map(\.cases) == [CaseCounts()])
  }

  /// A product with cases of XCTest alone, with other text in place of a part of it.
  private func run(
    replacing part: String, with other: String, test: String = "started; passed; ended",
    _ settings: RunSettings = RunSettings()
  ) throws -> ModuleReport? {
    let stand = try StandInSwift(packages: ["A"], test: test)
    let path = stand.folder.path("product")
    let product = try String(contentsOfFile: path, encoding: .utf8)
    #expect(product.contains(part))
    try Array(product.replacing(part, with: other).utf8).withUnsafeBytes {
      try Data($0).write(to: URL(fileURLWithPath: path))
    }
    return try stand.run(stand.plan(settings)).modules.first
  }

  @Test func linesOfALoadingProductAreNoTests() throws {
    let module = try run(replacing: "exit 69", with: "echo 'Loading a.b (c)'; exit 69")
    #expect(module?.outcome == .passed, "\(module?.failures as Any)")
    #expect(module?.cases == CaseCounts(passed: 1))
  }

  @Test func linesThatLookLikeTestsOfALibraryAreNoFailure() throws {
    let end = #"echo '{"kind":"event","payload":{"kind":"runEnded"}}' > "$events"; exit 69"#
    let module = try run(
      replacing: "exit 69 ;;", with: "echo 'Library.loads()'; exit 0 ;;",
      test: "if [ -n \"$events\" ]; then \(end); fi; started; passed; ended")
    #expect(module?.outcome == .passed, "\(module?.failures as Any)")
  }

  @Test func aProductThatHangsWhileItIsListedEndsAtTheLimitOfItsModule() throws {
    var settings = RunSettings()
    settings.ownLimits = [
      ModuleID(package: "A", name: "ATests"): TestLimits(timeout: .milliseconds(200))
    ]
    let module = try run(
      replacing: "--dump-tests-json)", with: "--dump-tests-json)\n exec sleep 60", settings)
    #expect(module?.outcome == .crashed)
    #expect(
      module?.failures.first?.message.contains("\(ProcessStatus.timedOut)") == true,
      "\(module?.failures as Any)")
  }

  private static let compiledClass = [
    "APackageDiscoveredTests", "$s6ATests4BaseC4name11testClosureACSS_y6XCTest0F4CaseCKctcfc",
    "$s6ATests4BaseC5testXyyF",
  ]

  /// A compile that is replayed from a cache writes no index, and SwiftPM finds cases of XCTest there.
  @Test(.enabled(if: HostPlatform.isLinux)) func aCompiledCaseThatDoesNotRunIsNoPass() throws {
    let names = Self.compiledClass.joined(separator: " ")
    let stand = try StandInSwift(packages: ["A"], test: "# \(names)\nstarted; passed; ended")
    for _ in 1...2 {
      let report = try stand.run(stand.plan())
      #expect(report.outcome == .failed)
      #expect(report.modules.map(\.outcome) == [.failed] && report.modules.map(\.code) == [.noTestsRan])
      #expect(report.modules.map(\.cases) == [CaseCounts(passed: 1)])
      #expect(report.modules.first?.failures.first?.message.hasPrefix("Base/testX did not run") == true)
      #expect(report.build.state == .fresh, "what was built is not relied on again")
    }
    let filtered = try stand.run(stand.plan(RunSettings(filter: try CaseFilter("testIt"))))
    #expect(filtered.modules.map(\.outcome) == [.passed])
  }

  @Test func aCompiledTestOfSwiftTestingThatDoesNotRunIsNoPass() throws {
    let name = "$s6ATests4free4TestfMp_33testContentRecord112e280afb3cd8e0fMu_"
    let stand = try StandInSwift(
      packages: ["A"],
      test: "# \(name)\n" + #"echo '{"kind":"event","payload":{"kind":"runEnded"}}' > "$events"; exit 69"#,
      hasXCTest: false)
    let report = try stand.run(stand.plan())
    #expect(report.modules.map(\.outcome) == [.failed] && report.modules.map(\.code) == [.noTestsRan])
    #expect(
      report.modules.first?.failures.first?.message.hasPrefix("Swift Testing ran no test") == true)
  }

  /// `LinuxMain.swift` need not know XCTest: `swift test` goes by how its program ends.
  @Test(arguments: [
    ("exit 0", ModuleReport.Outcome.passed), ("exit 1", .failed), ("kill -SEGV $$", .crashed),
  ])
  func aMainProgramOfThePackagesOwnIsJudgedByItsEnd(end: String, outcome: ModuleReport.Outcome) throws {
    let program = "test $# = 0 || exit 4; \(end)"
    let stand = try StandInSwift(
      packages: ["A"],
      build: "made A; printf '#!/bin/sh\\n%s\\n' '\(program)' > \"$scratch/debug/APackageTests.xctest\"")
    let plan = stand.plan { $0.modules[1].inputs = ["A/Tests/LinuxMain.swift"] }
    #expect(try stand.run(plan).modules.map(\.outcome) == [outcome])
    // Without one it is a fault that the product names no cases.
    #expect(try stand.run(stand.plan()).modules.map(\.outcome) == [.crashed])
  }
}
