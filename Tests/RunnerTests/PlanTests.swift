import Base
import Foundation
import Graph
import RunnerSupport
import SwiftSources
import Testing

@testable import Runner

@Suite struct RunPlanTests {
  private static func package(_ folder: RelativePath, _ modules: [(String, TargetDescription.Kind)])
    -> PackageSketch
  {
    PackageSketch(
      folder: folder, name: "\(folder)",
      modules: modules.map { ModuleSketch(id: ModuleID(package: folder, name: $0.0), kind: $0.1) })
  }

  private static let packages = [
    package("B", [("B", .regular), ("B2", .regular), ("Tool", .executable), ("BTests", .test)]),
    package("A", [("A", .regular), ("ATests", .test), ("CLib", .system)]),
    package(
      "A/Nested", [("N", .regular), ("M", .regular), ("L", .regular), ("K", .regular), ("J", .regular)]),
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    var action: RunPlan.Action
    var affected: [String]
    /// The arguments that tell the invocations apart.
    var expected: [String]
    var testDescription: String { "\(action) \(affected)" }
  }

  @Test(arguments: [
    Case(action: .build, affected: [], expected: []),
    Case(action: .build, affected: ["A:A"], expected: ["A build --target A"]),
    Case(action: .build, affected: ["A:CLib"], expected: ["A build"]),
    Case(action: .build, affected: ["A:A", "A:ATests"], expected: ["A build --build-tests"]),
    Case(
      action: .build, affected: ["B:B2", "B:B"], expected: ["B build --target B", "B build --target B2"]),
    Case(action: .build, affected: ["B:Tool"], expected: ["B build"]),
    Case(
      action: .build, affected: ["B:B", "A:A"],
      expected: ["build --multiroot-data-file /s/main/ambit.xcworkspace"]),
    Case(
      action: .build, affected: ["A/Nested:N", "A/Nested:M", "A/Nested:L", "A/Nested:K"],
      expected: ["A/Nested build"]),
    Case(
      action: .build, affected: ["A/Nested:N", "A/Nested:M", "A/Nested:L", "A/Nested:K", "A/Nested:J"],
      expected: ["A/Nested build"]),
    Case(action: .test, affected: ["A:A"], expected: []),
    Case(
      action: .test, affected: ["A:A", "A:ATests"],
      expected: [
        "A build --build-tests", "A --dump-tests-json", "A --testing-library swift-testing --list-tests",
        #"A --testing-library swift-testing --event-stream-output-path /s/main/ambit-events-ATests.jsonl"#,
      ]),
  ])
  func commands(_ test: Case) {
    let affected = test.affected.map { text in
      let parts = text.split(separator: ":").map(String.init)
      return ModuleID(package: RelativePath(parts[0]), name: parts[1])
    }
    let plan = FixturePlan.make(
      test.action, affected: Set(affected), in: RunWorkspace(Self.packages), scratchRoot: "/s")
    let shown = plan.commands.all.map { command in
      let isBuild = command.executable == "/t/swift"
      let noise = [
        "--scratch-path", "/s/main", "--manifest-cache", "local",
        "--build-system", "native", "--disable-build-manifest-caching", "-Xswiftc",
        "-index-ignore-system-modules", "-Xswiftc", "-Xfrontend", "-Xswiftc", "-disable-incremental-imports",
      ]
      let words = isBuild ? ["build"] + command.arguments.dropFirst(1 + noise.count) : command.arguments
      let folder = command.workingFolder?.dropping(prefix: "/w/").map { ["\($0)"] } ?? []
      return (folder + words).joined(separator: " ")
        .replacing(" --package-path /w/\(folder.first ?? "")", with: "")
    }
    #expect(shown == test.expected)
  }

  @Test func aCommandNamesPackageScratchAndSettings() {
    let settings = RunSettings(
      BuildSettings(configuration: "release", arguments: ["-Xswiftc", "-DX"]))
    let plan = FixturePlan.make(
      .build, affected: [ModuleID(package: "A/Nested", name: "N")], in: RunWorkspace(Self.packages),
      scratchRoot: "/s", settings: settings, environment: .inherited(["A": "b"]))
    let command = plan.commands.all.first
    #expect(
      command?.arguments == [
        "build", "--scratch-path", "/s/main", "--manifest-cache", "local",
        "--build-system", "native", "--disable-build-manifest-caching", "-Xswiftc",
        "-index-ignore-system-modules", "-Xswiftc", "-Xfrontend", "-Xswiftc", "-disable-incremental-imports",
        "--configuration", "release", "-Xswiftc", "-enable-testing", "-Xswiftc", "-DX", "--package-path",
        "/w/A/Nested", "--target", "N",
      ])
    #expect(command?.environment == ["A": "b"])
    #expect(command?.executable == "/t/swift")
  }
}

/// What `--dry-run` prints is what is run, to the byte.
@Suite struct PlannedCommandTests {
  @Test(arguments: [["A"], ["A", "B"]])
  func theRunnerExecutesThePlansCommands(packages: [String]) throws {
    let stand = try StandInSwift(
      packages: packages,
      test: #"""
        echo '{"kind":"event","payload":{"kind":"runStarted"}}' > "$events"
        echo '{"kind":"event","payload":{"kind":"runEnded"}}' >> "$events"
        """#, hasXCTest: false)
    let plan = stand.plan(needs: ["B": ["A"]])
    _ = try stand.run(plan)
    // Where XCTest has nothing in a product of one module, Swift Testing is not asked for a list.
    let planned = plan.commands.all.filter { $0.arguments.last != "--list-tests" }
    #expect(
      stand.calls == planned.map { stand.shown(([$0.executable] + $0.arguments).joined(separator: " ")) })
    #expect(stand.calls.count == 1 + 2 * packages.count)
  }
}

@Suite struct NameTests {
  @Test func scratchNamesNeverMeet() {
    let folders = [
      "", "_", "a", "a/b", "a_b", "a_sb", "a__b", "a-b", "a b", "_s", "/a", "a/b/c", "ä", ".", "a.b", "a_db",
      "a.lock",
    ]
    let paths = Set(folders.map { RelativePath($0) })
    let names = Set(paths.map { ScratchName.of($0) })
    #expect(names.count == paths.count)
    #expect(names.allSatisfy { !$0.isEmpty && !$0.contains("/") })
    // A dot is for what lies beside a scratch folder.
    #expect(!names.contains { $0.contains(".") })
  }

  @Test(arguments: [
    ("CoreTests", "CoreTests"), ("my-tests", "my_tests"), ("1st", "_st"), ("ä.b", "ä_b"), ("_a1", "_a1"),
  ])
  func compiled(target: String, expected: String) {
    #expect(ModuleNames.compiled(target) == expected)
  }
}

@Suite struct RunEnvironmentTests {
  private static let outside = [
    "HOME": "/h", "USER": "me", "PATH": "/odd", "LANG": "de_DE", "SHLVL": "2", "https_proxy": "http://p",
    "SSL_CERT_FILE": "/c", "GIT_SSH_COMMAND": "ssh", "GIT_CONFIG_COUNT": "0",
    "SWIFTPM_TESTS_MODULECACHE": "/m", "SDKROOT": "/sdk", "FLAG": "1", "SECRET": "x",
  ]

  @Test func fixed() {
    let environment = RunEnvironment.fixed(
      from: Self.outside, toolchainBin: "/t/bin", declared: ["FLAG", "UNSET"])
    let tests = [
      "PATH": "/t/bin:/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "HOME": "/h",
      "USER": "me",
      "SDKROOT": "/sdk", "FLAG": "1",
    ]
    #expect(environment.tests == tests)
    let builds = [
      "https_proxy": "http://p", "SSL_CERT_FILE": "/c", "GIT_SSH_COMMAND": "ssh", "GIT_CONFIG_COUNT": "0",
      "SWIFTPM_TESTS_MODULECACHE": "/m",
    ]
    #expect(environment.swiftPM == tests.merging(builds) { $1 })
    #expect(environment.keyed == ["SDKROOT": "/sdk", "FLAG": "1"])
    #expect(environment.withheld == ["SECRET"])
  }

  @Test func inherited() {
    let environment = RunEnvironment.inherited(Self.outside)
    #expect(environment.swiftPM == Self.outside)
    #expect(environment.tests == Self.outside)
    #expect(environment.withheld.isEmpty)
  }
}
