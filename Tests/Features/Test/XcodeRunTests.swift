import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import ExampleWorkspace

/// `ambit test` where there is an xcodebuild: the strict stand-in of scripts/lib/xcode, on the example app.
@Suite struct XcodeRunTests {
  let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox(ExampleApp())
    // Only bundles of the app are affected, so that SwiftPM has nothing to build.
    try edit("App/ShopKit/Prices.swift")
  }

  private static let tools = URL(filePath: #filePath).appending(path: "../../../../scripts/lib/xcode")
    .standardized
  private static let phone = "platform=iOS Simulator,name=iPhone 17"
  private static let unit = "//App/Shop.xcodeproj:Unit Tests"
  private static let kit = "//App/Shop.xcodeproj:ShopKitTests"
  private static let interface = "//App/Shop.xcodeproj:ShopUITests"

  private func edit(_ path: String) throws {
    try sandbox.edit(path, sandbox.contents(of: path) + "// edited\n")
  }

  /// `xcode.run` of workspace.json, in the words of JSON.
  private func configure(_ entries: String..., modules: String = "{}") throws {
    let entries = entries.joined(separator: ", ")
    try sandbox.edit(
      "workspace.json", "{\"name\": \"app\", \"modules\": \(modules), \"xcode\": {\"run\": [\(entries)]}}\n")
    try sandbox.git.git("app", "add workspace.json")
    try sandbox.git.git("app", "commit -qm configure")
  }

  private func configureAll() throws {
    try configure(#"{"match": "//App/*", "scheme": "Shop", "plan": "CI", "destination": "\#(Self.phone)"}"#)
  }

  private func environment(_ results: String = "{}") throws -> [String: String] {
    try sandbox.edit("../results.json", results)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return [
      "PATH": "\(Self.tools.path(percentEncoded: false)):\(path)",
      "XCODE_STANDIN_RESULTS": "\(sandbox.root)/../results.json",
      "XCODE_STANDIN_LOG": "\(sandbox.root)/../calls.log",
    ]
  }

  private func test(_ words: String..., results: String = "{}") throws -> CommandSandbox.Result {
    sandbox.run(words: ["test", "--base", "HEAD"] + words, environment: try environment(results))
  }

  /// The arguments of each call, without those of the result bundle.
  private var calls: [[String]] {
    get throws {
      try sandbox.contents(of: "../calls.log").split(separator: "\n").map { line in
        let call = try JSONParser.parse(Array(line.utf8))
        let words = (call["arguments"]?.arrayValue ?? []).compactMap(\.stringValue)
        let place = words.firstIndex(of: "-resultBundlePath") ?? words.count
        return Array(words[..<place] + words[place...].dropFirst(2))
      }
    }
  }

  private func module(_ id: String, in result: CommandSandbox.Result) throws -> JSONNode? {
    try result.json["modules"]?.arrayValue?.first { $0["id"]?.stringValue == id }
  }
}

// MARK: Passing

extension XcodeRunTests {
  @Test func affectedBundlesRunInOneCallOfTheirSchemeAndPlan() throws {
    try configureAll()
    let result = try test("--json")
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
    #expect(
      try calls == [
        [
          "test", "-workspace", "App.xcworkspace", "-scheme", "Shop", "-testPlan", "CI", "-destination",
          Self.phone, "-only-testing:ShopKitTests", "-only-testing:Unit Tests",
        ]
      ])
    for id in [Self.unit, Self.kit] {
      let module = try #require(try module(id, in: result))
      #expect(module["outcome"]?.stringValue == "passed")
      #expect(module["cases"]?["passed"]?.intValue == 1)
      #expect(module["key"]?.isNull == true)
    }
    // The plan disables it: an entry names one plan for all.
    let skipped = try #require(try module(Self.interface, in: result))
    #expect(skipped["outcome"]?.stringValue == "skipped" && skipped["code"]?.stringValue == "needs-xcode-run")
  }

  @Test func bundlesOfACommitRunInACopyWhereTheWorkingTreeDiffers() throws {
    try configureAll()
    try sandbox.git.git("app", "commit -qam edited")
    try edit("App/ShopKit/Prices.swift")
    let result = sandbox.run(
      words: ["test", "--base", "HEAD~1", "--head", "HEAD"], environment: try environment())
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
    #expect(try calls.count == 1)
    #expect(result.errors.contains("running in a copy"), "\(result.errors)")
  }

  @Test func aPassIsNeverReused() throws {
    try configureAll()
    #expect(try test().exitCode == 0)
    #expect(try test().exitCode == 0)
    #expect(try calls.count == 2)
    let result = try test(
      "--json", results: #"{"bundles": {"Unit Tests": [{"suite": "A", "name": "b()", "result": "Failed"}]}}"#)
    #expect(result.exitCode == 1)
  }

  @Test func twoDestinationsAreTwoCalls() throws {
    try configure(
      #"{"match": "\#(Self.unit)", "scheme": "Shop", "destination": "\#(Self.phone)"}"#,
      #"{"match": "//App/*", "scheme": "ShopKit", "destination": "platform=iOS Simulator,name=iPad"}"#)
    let result = try test()
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
    #expect(
      try calls.map { $0.filter { $0.hasPrefix("-only") } } == [
        ["-only-testing:ShopKitTests"], ["-only-testing:Unit Tests"],
      ])
    // ShopUITests has no scheme of that name that runs it.
    #expect(result.output.contains("1 skipped"))
  }

  @Test func aBundleMayBeNamed() throws {
    try configureAll()
    let result = sandbox.run(words: ["test", "Unit Tests"], environment: try environment())
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
    #expect(try calls.map { $0.filter { $0.hasPrefix("-only") } } == [["-only-testing:Unit Tests"]])
  }

  @Test func aShardRunsTheBundlesThatThePlanGivesIt() throws {
    try configureAll()
    let environment = try environment()
    let plan = sandbox.run(
      words: ["plan", "Unit Tests", "ShopKitTests", "--shards", "2", "--out", "../plan.json"],
      environment: environment)
    #expect(plan.exitCode == 0, "\(plan.errors)")
    for shard in ["1/2", "2/2"] {
      let result = sandbox.run(
        words: ["test", "--plan", "../plan.json", "--shard", shard, "--json"], environment: environment)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(try result.json["modules"]?.arrayValue?.count == 1)
    }
    #expect(Set(try calls.compactMap(\.last)) == ["-only-testing:Unit Tests", "-only-testing:ShopKitTests"])
  }

  @Test func aPackageThatBuildsOnlyThereRunsInTheSameCall() throws {
    let model = "//App/Widget/WidgetModel:WidgetModelTests"
    try configure(
      #"{"match": "//App/*", "scheme": "Shop", "plan": "CI", "destination": "\#(Self.phone)"}"#,
      #"{"match": "//App/Widget/*:*", "scheme": "Shop", "destination": "\#(Self.phone)"}"#,
      modules: #"{"//App/Widget/WidgetModel:*": {"hosts": ["macos"]}}"#)
    try edit("App/Widget/WidgetModel/Sources/WidgetModel/WidgetModel.swift")
    let result = try test("--json")
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
    #expect(try module(model, in: result)?["outcome"]?.stringValue == "passed")
    #expect(try calls.count == 1 && calls.first?.contains("-only-testing:WidgetModelTests") == true)
    let elsewhere = sandbox.run(words: ["test", "--base", "HEAD", "--json"])
    #expect(elsewhere.exitCode == 2)
    #expect(try module(model, in: elsewhere)?["code"]?.stringValue == "needs-xcodebuild")
  }

  @Test func aDryRunAndAPlanListTheCall() throws {
    try configureAll()
    let result = try test("--dry-run")
    #expect(
      result.output.contains("'-only-testing:Unit Tests'")
        || result.output.contains("-only-testing:ShopKitTests"))
    #expect(result.exitCode == 0)
    let plan = sandbox.run(words: ["plan", "--base", "HEAD"], environment: try environment())
    #expect(plan.output.contains("2 of 3 test modules to run"), "\(plan.output)")
  }
}

// MARK: Not passing

extension XcodeRunTests {
  private func outcome(_ results: String, of id: String = unit) throws -> (CommandSandbox.Result, JSONNode?) {
    try configureAll()
    let result = try test("--json", results: results)
    return (result, try module(id, in: result))
  }

  @Test func aFailureIsShownWithItsMessage() throws {
    let (result, module) = try outcome(
      #"{"bundles": {"Unit Tests": [{"suite": "CartTests", "name": "adds()", "result": "Failed", "message": "CartTests.swift:3: no"}]}}"#
    )
    #expect(result.exitCode == 1)
    let failure = module?["failures"]?.arrayValue?.first
    #expect(failure?["case"]?.stringValue == "Unit Tests.CartTests/adds()")
    #expect(failure?["message"]?.stringValue == "CartTests.swift:3: no")
    #expect(failure?["again"]?.stringValue == "ambit test '//App/Shop.xcodeproj:Unit Tests'")
    #expect(try self.module(Self.kit, in: result)?["outcome"]?.stringValue == "passed")
  }

  @Test(arguments: [#"{"bundles": {"Unit Tests": []}}"#, #"{"bundles": {"Unit Tests": null}}"#])
  func aBundleThatRunsNoTestFails(results: String) throws {
    let (result, module) = try outcome(results)
    #expect(result.exitCode == 1)
    #expect(module?["outcome"]?.stringValue == "failed" && module?["code"]?.stringValue == "no-tests-ran")
  }

  @Test func aFailedCallWithoutAFailedTestFails() throws {
    let (result, module) = try outcome(#"{"bundles": {}, "exit": 65}"#)
    #expect(result.exitCode == 1)
    #expect(module?["outcome"]?.stringValue == "failed")
    #expect(module?["failures"]?.arrayValue?.first?["message"]?.stringValue?.contains("exit code 65") == true)
  }

  @Test func whatDoesNotBuildIsNamed() throws {
    let (result, module) = try outcome(
      #"{"log": "/app/Cart.swift:3:5: error: no such module 'Kit'", "exit": 65, "bundle": false}"#)
    #expect(result.exitCode == 1)
    #expect(module?["outcome"]?.stringValue == "build-failed")
    let package = try result.json["packages"]?.arrayValue?.first
    #expect(package?["package"]?.stringValue == "App/Shop.xcodeproj")
    #expect(package?["errors"]?.arrayValue?.first?["message"]?.stringValue == "no such module 'Kit'")
  }

  @Test(arguments: [
    (#"{"bundle": false}"#, "no-test-results", "wrote no result bundle"),
    (#"{"json": "{"}"#, "no-test-results", "line 1 is not JSON"),
    (#"{"log": "killed", "exit": 74}"#, "xcodebuild-failed", "exit code 74"),
  ])
  func withoutResultsThereIsNoVerdict(results: String, code: String, words: String) throws {
    let (result, module) = try outcome(results)
    #expect(result.exitCode == 2)
    #expect(module?["outcome"]?.stringValue == "no-verdict" && module?["code"]?.stringValue == code)
    #expect(module?["reason"]?.stringValue?.contains(words) == true)
  }

  @Test func aRefusedArgumentIsNoVerdict() throws {
    try configure(#"{"match": "//App/*", "scheme": "Shop", "plan": "CI", "destination": "platform=iPhone"}"#)
    let result = try test("--json")
    #expect(result.exitCode == 2)
    let module = try module(Self.unit, in: result)
    #expect(module?["code"]?.stringValue == "xcodebuild-refused")
    #expect(module?["reason"]?.stringValue?.contains("Unable to find a device") == true)
  }
}

// MARK: Not run

extension XcodeRunTests {
  @Test func withoutXcodebuildNothingRunsAndThereIsNoVerdict() throws {
    try configureAll()
    let result = sandbox.run(words: ["test", "--base", "HEAD", "--json"])
    #expect(result.exitCode == 2)
    let module = try module(Self.unit, in: result)
    #expect(module?["code"]?.stringValue == "needs-xcodebuild")
    #expect(module?["reason"]?.stringValue == "needs xcodebuild")
    #expect(try result.json["totals"]?["skipped"]?.intValue == 3)
  }

  @Test func theSentenceSaysWhichLineIsMissing() throws {
    let result = try test()
    #expect(result.exitCode == 2)
    #expect(result.output.contains("Not run"))
    #expect(
      result.output.contains(
        "no destination is known: write {\"match\": \"\(Self.unit)\", \"destination\": "), "\(result.output)")
  }

  @Test func bundlesOfAProjectThatCannotBeReadAreNotForgotten() throws {
    try sandbox.edit("App/Shop.xcodeproj/project.pbxproj", "{\n")
    let named = sandbox.run(words: ["plan", "--base", "HEAD"])
    let line = named.lines.first { $0.contains(Self.unit) }
    #expect(line?.contains("needs xcodebuild") == true, "\(named.output)\(named.errors)")
  }

  @Test func aFilterIsNotForBundles() throws {
    try configureAll()
    let result = try test("--filter", "adds", "--json")
    #expect(result.exitCode == 2)
    #expect(try module(Self.unit, in: result)?["code"]?.stringValue == "unsupported-option")
  }
}
