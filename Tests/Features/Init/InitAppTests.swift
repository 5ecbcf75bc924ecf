import Base
import Foundation
import Graph
import ProgramSupport
import TestSupport
import Testing

@testable import Features

@Suite("ambit init on an app")
struct InitAppTests {
  private let sandbox: CommandSandbox

  init() throws { sandbox = try CommandSandbox(unlikeOthers: true) }

  /// An app with two test bundles, a scheme with a plan, and one that tests a single bundle.
  private func writeApp() throws {
    let bundle =
      "isa = PBXNativeTarget; buildConfigurationList = id.none; buildPhases = (); dependencies = ();"
    try sandbox.edit(
      "App/Store.xcodeproj/project.pbxproj",
      """
      // !$*UTF8*$!
      {archiveVersion = 1; classes = {}; objectVersion = 77; objects = {
      id.none = {isa = XCConfigurationList; buildConfigurations = (); };
      id.group = {isa = PBXGroup; children = (id.main, ); sourceTree = "<group>"; };
      id.main = {isa = PBXFileReference; path = Main.swift; sourceTree = "<group>"; };
      id.file = {isa = PBXBuildFile; fileRef = id.main; };
      id.sources = {isa = PBXSourcesBuildPhase; files = (id.file, ); };
      id.app = {isa = PBXNativeTarget; buildConfigurationList = id.none; buildPhases = (id.sources, ); dependencies = (); name = Store; productType = "com.apple.product-type.application"; };
      id.unit = {\(bundle) name = StoreTests; productType = "com.apple.product-type.bundle.unit-test"; };
      id.ui = {\(bundle) name = StoreUITests; productType = "com.apple.product-type.bundle.ui-testing"; };
      id.project = {isa = PBXProject; buildConfigurationList = id.none; mainGroup = id.group; projectDirPath = ""; targets = (id.app, id.unit, id.ui, ); };
      }; rootObject = id.project; }
      """)
    try sandbox.edit("App/Main.swift", "let x = 1\n")
    let folder = "App/Store.xcodeproj/xcshareddata/xcschemes"
    try sandbox.edit(
      "\(folder)/Store.xcscheme",
      """
      <Scheme><TestAction><TestPlans>
        <TestPlanReference reference = "container:All.xctestplan" default = "YES"></TestPlanReference>
        <TestPlanReference reference = "container:CI.xctestplan"></TestPlanReference>
      </TestPlans></TestAction></Scheme>
      """)
    func entry(_ name: String) -> String {
      #"{"target": {"containerPath": "container:Store.xcodeproj", "identifier": "1", "name": "\#(name)"}}"#
    }
    try sandbox.edit(
      "App/All.xctestplan", #"{"testTargets": [\#(entry("StoreTests")), \#(entry("StoreUITests"))]}"#)
    try sandbox.edit("App/CI.xctestplan", #"{"testTargets": [\#(entry("StoreTests"))]}"#)
    try sandbox.edit(
      "\(folder)/Unit Tests.xcscheme",
      """
      <Scheme><TestAction><Testables><TestableReference skipped = "NO">
        <BuildableReference BlueprintName = "StoreTests" ReferencedContainer = "container:Store.xcodeproj"></BuildableReference>
      </TestableReference></Testables></TestAction></Scheme>
      """)
  }

  private func lines() throws -> [String: [String]] {
    let result = sandbox.run("init --stdout --json")
    #expect(result.exitCode == 0, "\(result.errors)")
    let proposals = try result.json["app"]?["proposals"]?.arrayValue ?? []
    let found = proposals.map { proposal in
      (proposal["file"]?.stringValue ?? "", (proposal["lines"]?.arrayValue ?? []).compactMap(\.stringValue))
    }
    return Dictionary(found) { first, _ in first }
  }

  @Test("proposes where there are projects and no package")
  func projectsAlone() throws {
    for folder in ["Packages", "Apps"] { try sandbox.remove(folder) }
    try writeApp()
    let result = sandbox.run("init")
    #expect(result.exitCode == 0, "\(result.errors)")
    for line in [
      "  packages  0 packages", "  projects  1 project with 3 targets, 2 test bundles",
      "  schemes   2 schemes run tests, with 2 plans",
      "rc=0; args=$(ambit affected --format xcodebuild --scheme Store --exit-code) || rc=$?",
      "eval \"xcodebuild test -project App/Store.xcodeproj -scheme Store -destination '...' $args\"",
    ] {
      #expect(result.lines.contains(line), "\(line)\n\(result.output)")
    }
    #expect(!result.output.contains("ambit test"))
    let config = try WorkspaceConfig.parse(Array(sandbox.contents(of: "workspace.json").utf8), fileName: "w")
    #expect(config.packages.isEmpty)
    #expect(sandbox.run("affected --format names").exitCode == 0)
  }

  @Test("names the scheme and the plan that a workflow, a Fastfile and a Makefile call")
  func calls() throws {
    try writeApp()
    try sandbox.edit(
      ".github/workflows/ci.yml",
      """
      jobs:
        test:
          steps:
            - name: Run xcodebuild test
            - run: |
                set -o pipefail
                xcodebuild \\
                  -scheme Store \\
                  -testPlan CI test 2>&1 | tee log
      """)
    try sandbox.edit(
      "fastlane/Fastfile",
      """
      SCHEME = 'Unit Tests'
      lane :test do
        run_tests(
          # scheme: "Store",
          scheme: SCHEME
        )
      end
      """)
    try sandbox.edit("Makefile", "SCHEME ?= Store\ntest:\n\t@xcodebuild test -scheme $(SCHEME)\n")
    let lines = try lines()
    #expect(
      lines["fastlane/Fastfile"] == [
        "bundles = `ambit affected --format fastlane --scheme 'Unit Tests' --exit-code`.lines(chomp: true)",
        "next if $?.exitstatus == 3",
        "run_tests(scheme: \"Unit Tests\", only_testing: $?.success? ? bundles : nil)",
      ])
    #expect(
      lines["Makefile"] == [
        "rc=0; args=$$(ambit affected --format xcodebuild --scheme Store --exit-code) || rc=$$?; \\",
        "[ $$rc = 3 ] && exit 0; [ $$rc = 0 ] || args=; \\",
        "eval \"xcodebuild test -project App/Store.xcodeproj -scheme Store -destination '...' $$args\"",
      ])
    let text = sandbox.run("init --stdout").errors
    #expect(text.contains("CI        .github/workflows/ci.yml tests Store, plan CI\n"), "\(text)")
    try sandbox.remove("fastlane")
    #expect(
      try self.lines()[".github/workflows/ci.yml"]?.first
        == "rc=0; args=$(ambit affected --format xcodebuild --scheme Store --plan CI --exit-code) || rc=$?")
  }

  /// The lines that a shell is told, run with a stand-in for xcodebuild that writes its arguments down.
  @Test("the lines for a shell run nothing, a part, or everything")
  func outcomes() throws {
    try writeApp()
    let lines = try #require(try lines()[""])
    for (code, expected) in [
      (0, "-scheme Store -destination ... -only-testing:A B"), (3, ""), (2, "-scheme Store -destination ..."),
    ] {
      let script = """
        set -e
        ambit() { [ \(code) = 0 ] && echo "'-only-testing:A B'"; return \(code); }
        xcodebuild() { shift 3; echo "$@"; }
        \(lines.joined(separator: "\n"))
        """
      let folder = try TemporaryFolder()
      let result = try ShellScripts(shell: "sh").run(script, in: folder.path)
      #expect(result.split(separator: "\n").joined() == expected)
      // A new file in the repository would be part of the change.
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  @Test("modules that import frameworks of Apple on every system are for macOS")
  func hosts() throws {
    try sandbox.edit("Packages/Core/Sources/Core/View.swift", "#if canImport(UIKit)\nimport UIKit\n#endif\n")
    #expect(try sandbox.run("init --stdout --json").json["appleModules"]?.arrayValue?.isEmpty == true)
    try sandbox.edit("Packages/Cart/Tests/CartTests/View.swift", "import SwiftUI\n")
    let tests = try sandbox.run("init --stdout --json").json["appleModules"]?.arrayValue
    #expect(tests?.compactMap(\.stringValue) == ["//Packages/Cart:CartTests"])
    // Whatever depends on one follows.
    try sandbox.edit("Packages/Core/Sources/Core/View.swift", "import Foundation\nimport UIKit\n")
    #expect(sandbox.run("init").exitCode == 0)
    let config = try WorkspaceConfig.parse(Array(sandbox.contents(of: "workspace.json").utf8), fileName: "w")
    #expect(config.modules.map(\.pattern.text) == ["//Apps/Shop:*", "//Packages/{Cart,Core}:*"])
    #expect(config.modules.allSatisfy { $0.settings.hosts == [.macos] })
  }

  @Test("says what the last commits would have run, as far as time allows")
  func past() throws {
    try sandbox.edit("Apps/Shop/Sources/Shop/Shop.swift", "public let x = 2\n")
    try sandbox.git.commitAll("shop", "one of three")
    try sandbox.edit("README.md", "Shop\n")
    try sandbox.git.commitAll("shop", "none of three")
    let past = try sandbox.run("init --stdout --json").json["past"]
    #expect(past?["commits"]?.intValue == 2 && past?["idle"]?.intValue == 1)
    #expect(past?["selected"]?.intValue == 1 && past?["all"]?.intValue == 6)
    #expect(
      sandbox.run("init --stdout").errors.contains(
        "Over the last 2 commits Ambit would have run 17 % of the test modules.\n"))
  }

  @Test("stops where looking at commits takes too long")
  func late() throws {
    for number in 1...3 {
      try sandbox.edit("Apps/Shop/Sources/Shop/Shop.swift", "public let x = \(number)0\n")
      try sandbox.git.commitAll("shop", "\(number)")
    }
    // Every look at the clock takes an hour: the second commit comes too late.
    let clock = Guarded(0)
    let cache = try SharedCache.own()
    let result = sandbox.run(
      "init --stdout", environment: ["XDG_CACHE_HOME": cache.path],
      now: {
        clock.with { seconds in
          seconds += 3600
          return .seconds(seconds)
        }
      })
    #expect(result.errors.contains("Over 1 of the last 3 commits Ambit would have run"), "\(result.errors)")
    #expect(result.errors.contains("There was no time for older commits"))
  }
}
