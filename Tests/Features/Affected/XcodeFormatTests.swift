import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import ExampleWorkspace

/// What `ambit affected` prints for xcodebuild, on the example app.
@Suite struct XcodeFormatTests {
  let sandbox: CommandSandbox

  init() throws { sandbox = try CommandSandbox(ExampleApp()) }

  private static let cart = "Packages/Cart/Sources/Cart/Cart.swift"
  private static let money = "Packages/Money/Sources/Money/Money.swift"
  private static let prices = "App/ShopKit/Prices.swift"
  private static let plan = "App/TestPlans/CI.xctestplan"
  private static let project = "\(ExampleApp.project)/project.pbxproj"

  private func edit(_ paths: String...) throws {
    for path in paths { try sandbox.edit(path, sandbox.contents(of: path) + "// edited\n") }
  }

  private func replace(_ old: String, _ new: String, in path: String) throws {
    let text = try sandbox.contents(of: path)
    #expect(text.contains(old))
    try sandbox.edit(path, text.replacing(old, with: new))
  }

  private func answer(_ format: String, _ more: String...) -> CommandSandbox.Result {
    sandbox.run(words: ["affected", "--base", "HEAD", "--exit-code", "--format", format] + more)
  }

  /// What a shell makes of a line of arguments.
  private func words(_ line: String) throws -> [String] {
    try sandbox.edit("../arguments", line)
    let script = "eval \"set -- $(cat arguments)\"; for word; do printf '%s\\n' \"$word\"; done"
    let output = try ShellScripts(shell: "sh").run(script, in: "\(sandbox.root)/..")
    return output.split(separator: "\n").map(String.init)
  }
}

// MARK: Bundles

extension XcodeFormatTests {
  @Test func argumentsOfTheDefaultPlanAreReadBackByAShell() throws {
    try edit(Self.cart)
    let result = answer("xcodebuild", "--scheme", "Shop")
    #expect(result.output == "'-only-testing:Unit Tests' '-only-testing:CartTests'\n")
    #expect(try words(result.output) == ["-only-testing:Unit Tests", "-only-testing:CartTests"])
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(answer("fastlane", "--scheme", "Shop").lines == ["Unit Tests", "CartTests"])
  }

  @Test func aPlanOfTwoContainersCountsFromTheOneWithItsProjects() throws {
    try sandbox.edit(
      "App.xcworkspace/xcshareddata/xcschemes/All.xcscheme",
      """
      <Scheme><TestAction><TestPlans>
      <TestPlanReference reference = "container:\(Self.plan)" default = "YES"/>
      </TestPlans></TestAction></Scheme>
      """)
    try sandbox.git.commitAll("app")
    try edit(Self.cart)
    for scheme in ["All", "Shop"] {
      #expect(answer("fastlane", "--scheme", scheme, "--plan", "CI").lines == ["Unit Tests", "CartTests"])
    }
  }

  @Test func aPlanRunsItsOwnBundlesAlone() throws {
    try edit(Self.cart)
    #expect(answer("fastlane", "--scheme", "Shop", "--plan", "UI").lines == ["ShopUITests", "Unit Tests"])
    // ShopUITests is disabled in the plan, though it is affected.
    #expect(answer("fastlane", "--scheme", "Shop", "--plan", "CI").lines == ["Unit Tests", "CartTests"])
  }

  @Test func whatTheCallSkipsIsLeftOut() throws {
    try edit(Self.cart)
    #expect(answer("fastlane", "--scheme", "Shop", "--skip-testing", "Unit Tests").lines == ["CartTests"])
    let none = answer(
      "xcodebuild", "--scheme", "Shop", "--skip-testing", "Unit Tests", "--skip-testing", "CartTests")
    #expect(none.exitCode == 3)
    #expect(none.output.filter { $0 != "\n" }.isEmpty)
  }

  @Test func aSchemeWithoutAPlanRunsWhatItListsAndDoesNotSkip() throws {
    try edit(Self.prices)
    let result = answer("fastlane", "--scheme", "ShopKit")
    #expect(result.lines == ["ShopKitTests"])
    #expect(result.errors.contains("OldTests"))
  }

  @Test func aSchemeOfAPackageRunsItsBundle() throws {
    try edit(Self.money)
    #expect(answer("fastlane", "--scheme", "Search").lines == ["SearchTests"])
    #expect(answer("fastlane", "--scheme", "Search", "--project", "Packages/Search").lines == ["SearchTests"])
  }

  @Test func nothingLeftIsExitCodeThree() throws {
    try edit("App/README.md")
    for format in ["xcodebuild", "fastlane", "schemes", "scheme-matrix"] {
      #expect(answer(format).exitCode == 3, "\(format)")
      #expect(sandbox.run("affected --base HEAD --format \(format)").exitCode == 0)
    }
    try edit("Packages/Storage/Tests/StorageTests/StorageTests.swift")
    // Affected, and run by no scheme.
    #expect(answer("xcodebuild").exitCode == 3)
    #expect(answer("schemes").output.isEmpty)
  }

  @Test func schemesAndTheirMatrix() throws {
    try edit(Self.prices, "Vendor/Player/Tests/PlayerTests.swift")
    #expect(Set(answer("schemes").lines) == ["Shop", "ShopKit", "Player"])
    let jobs = try answer("scheme-matrix").json.arrayValue ?? []
    func text(_ job: JSONNode) -> String {
      let bundles = job["bundles"]?.arrayValue?.compactMap(\.stringValue) ?? []
      return ["scheme", "project", "plan"].map { job[$0]?.stringValue ?? "-" }.joined(separator: " ") + ": "
        + bundles.joined(separator: ", ")
    }
    #expect(
      Set(jobs.map(text)) == [
        "Shop App/Shop.xcodeproj CI: Unit Tests, ShopKitTests",
        "Shop App/Shop.xcodeproj UI: ShopUITests, Unit Tests", "ShopKit App/Shop.xcodeproj -: ShopKitTests",
        "Player Vendor/Player/Player.xcodeproj -: PlayerTests", "Player App.xcworkspace -: PlayerTests",
      ])
  }
}

extension XcodeFormatTests {
  @Test func theRootIsAFolderLikeOthersInTheMatrix() throws {
    let scheme = "xcode/xcshareddata/xcschemes/Search.xcscheme"
    let text = try sandbox.contents(of: "Packages/Search/.swiftpm/\(scheme)")
    try sandbox.edit(
      ".swiftpm/\(scheme)", text.replacing("container:\"", with: "container:Packages/Search\""))
    try edit(Self.money)
    let call = ["--scheme", "Search", "--project", "."]
    let jobs =
      try sandbox.run(
        words: ["affected", "--base", "HEAD", "--format", "scheme-matrix"] + call
      ).json.arrayValue ?? []
    #expect(jobs.map { $0["project"]?.stringValue } == ["."])
  }
}

// MARK: Filtered plans

extension XcodeFormatTests {
  private func filtered(_ out: String = "out.xctestplan") -> CommandSandbox.Result {
    answer("xctestplan", "--scheme", "Shop", "--plan", "CI", "--out", out)
  }

  @Test func aFilteredPlanIsThePlanLessEntries() throws {
    try edit(Self.prices)
    let before = try sandbox.contents(of: Self.plan)
    let result = filtered()
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(try sandbox.contents(of: Self.plan) == before)
    let text = try sandbox.contents(of: "out.xctestplan")
    #expect(try Self.bundles(in: text) == ["Unit Tests", "ShopKitTests"])
    #expect(!text.contains("\"enabled\""))
    // What is not an entry stays as it is.
    let head = before.prefix(upTo: try #require(before.range(of: "\"testTargets\"")).lowerBound)
    #expect(text.hasPrefix(String(head)))
    #expect(text.hasSuffix("  ],\n  \"version\" : 1\n}\n"))
  }

  @Test func aPlanWithAllItsBundlesIsTheSameFile() throws {
    try replace("\"enabled\" : false,\n", "\"enabled\" : true,\n", in: Self.plan)
    try replace("Enabled\" : true", "Enabled\" : false", in: Self.plan)
    #expect(filtered().exitCode == 0)
    #expect(try sandbox.contents(of: "out.xctestplan") == sandbox.contents(of: Self.plan))
  }

  @Test func nothingLeftWritesNoFileAndDeletesTheOldOne() throws {
    try sandbox.edit("out.xctestplan", "of an earlier run")
    let result = filtered()
    #expect(result.exitCode == 3)
    #expect(!FileManager.default.fileExists(atPath: "\(sandbox.root)/out.xctestplan"))
  }

  @Test(arguments: [plan, "App/README.md", "App/../\(plan)"])
  func aFileOfTheRepositoryIsRefusedAndStays(_ out: String) throws {
    let before = try sandbox.contents(of: out)
    for format in ["filtered", "without a workspace"] {
      if format != "filtered" { try sandbox.edit("workspace.json", "{") }
      let result = filtered(out)
      #expect(result.exitCode == 2)
      let isThere = (try? sandbox.contents(of: out)) == before
      #expect(isThere || (try? sandbox.contents(of: "\(out).old")) == before, "\(result.errors)")
    }
  }

  @Test func aNewPlanOfASchemeIsRefusedThoughGitDoesNotTrackIt() throws {
    let text = try sandbox.contents(of: Self.plan)
    try sandbox.git.git("app", "rm -q --cached \(Self.plan)")
    let result = filtered(Self.plan)
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("a scheme names"))
    #expect(try sandbox.contents(of: Self.plan) == text)
  }

  @Test func withoutAnAnswerTheWholePlanIsWrittenAndNotTheOneOfAnEarlierRun() throws {
    let out = "App/CI.xctestplan"
    try sandbox.edit(out, "of an earlier run")
    let result = answer(
      "xctestplan", "--scheme", "Shop", "--plan", "CI", "--out", out, "--head", "nowhere")
    #expect(result.exitCode == 2)
    #expect(try sandbox.contents(of: out) == sandbox.contents(of: Self.plan))
  }

  @Test func aPlanThatCannotBeWritten() throws {
    try edit(Self.prices)
    let result = filtered("nowhere/out.xctestplan")
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("nowhere/out.xctestplan"))
  }

  private static func bundles(in plan: String) throws -> [String] {
    let root = try JSONParser.parse(Array(plan.utf8))
    return root["testTargets"]?.arrayValue?.filter { $0["enabled"]?.boolValue ?? true }.compactMap {
      $0["target"]?["name"]?.stringValue
    } ?? []
  }
}

// MARK: Doubts

extension XcodeFormatTests {
  private func refusal(_ result: CommandSandbox.Result, _ words: String...) {
    #expect(result.exitCode == 2)
    #expect(result.output.isEmpty)
    for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
  }

  @Test func unknownNamesAreRefusedWithThoseThatAreThere() throws {
    try edit(Self.cart)
    refusal(answer("xcodebuild", "--scheme", "Shopp"), "no scheme \"Shopp\"", "Player, Search, Shop, ShopKit")
    refusal(answer("xcodebuild", "--scheme", "Shop", "--plan", "Nightly"), "\"Nightly\"", "CI, UI")
    refusal(answer("xcodebuild", "--scheme", "ShopKit", "--plan", "CI"), "no scheme here has a plan")
    refusal(
      answer("xcodebuild", "--scheme", "Shop", "--project", "Packages/Search"), "in Packages/Search", "Search"
    )
  }

  @Test func aSchemeOfTwoContainersNeedsOne() throws {
    try edit("Vendor/Player/Sources/Player.swift")
    refusal(answer("fastlane", "--scheme", "Player"), "App.xcworkspace", ExampleApp.player, "--project")
    for container in ["App.xcworkspace", ExampleApp.player] {
      #expect(answer("fastlane", "--scheme", "Player", "--project", container).lines == ["PlayerTests"])
    }
  }

  @Test func bundlesOfAProjectThatCannotBeReadAreRun() throws {
    try replace("\tclasses = {\n", "<<<<<<< HEAD\n\tclasses = {\n", in: Self.project)
    let result = answer("fastlane", "--scheme", "Shop")
    #expect(result.lines == ["Unit Tests", "ShopKitTests"])
    #expect(result.exitCode == 0)
    #expect(result.errors.contains("an unresolved Git conflict"))
    #expect(filtered().exitCode == 0)
    #expect(try Self.bundles(in: sandbox.contents(of: "out.xctestplan")) == ["Unit Tests", "ShopKitTests"])
  }

  @Test func bundlesOfAPackageThatCannotBeReadAreRun() throws {
    try replace("let package", "thisDoesNotCompile\nlet package", in: "Packages/Cart/Package.swift")
    #expect(answer("fastlane", "--scheme", "Shop").lines == ["Unit Tests", "CartTests"])
  }

  @Test func aSchemeThatXcodeMakesAPlanForIsNamedWhereItsPackageCannotBeRead() throws {
    let package = "Packages/Search"
    try sandbox.edit(
      "\(package)/.swiftpm/xcode/xcshareddata/xcschemes/Search.xcscheme",
      "<Scheme><TestAction shouldAutocreateTestPlan = \"YES\"></TestAction></Scheme>")
    try sandbox.git.commitAll("app")
    #expect(answer("schemes").exitCode == 3)
    try replace("let package", "thisDoesNotCompile\nlet package", in: "\(package)/Package.swift")
    #expect(answer("schemes").lines.contains("Search"))
    let jobs = try answer("scheme-matrix").json.arrayValue ?? []
    #expect(jobs.first { $0["scheme"]?.stringValue == "Search" }?["bundles"]?.arrayValue?.count == 0)
    refusal(answer("fastlane"), "Search", "only Xcode knows its automatic test plan")
  }

  @Test func bundlesInASubmoduleThatIsNotCheckedOutAreRun() throws {
    let player = "Vendor/Player"
    try sandbox.edit(".gitmodules", "[submodule \"\(player)\"]\n\tpath = \(player)\n\turl = ../player\n")
    try sandbox.git.git("app", "rm -rq \(player)")
    let commit = try sandbox.git.git("app", "rev-parse HEAD")
    try sandbox.git.git("app", "update-index --add --cacheinfo 160000,\(commit),\(player)")
    try FileManager.default.createDirectory(
      atPath: "\(sandbox.root)/\(player)", withIntermediateDirectories: true)
    try sandbox.git.commitAll("app", "Player is a submodule")
    let result = answer("fastlane", "--scheme", "Player")
    #expect(result.lines == ["PlayerTests"])
    #expect(result.exitCode == 0)
    #expect(result.errors.contains("PlayerTests"))
    #expect(result.errors.contains("hint: git submodule update --init \(player)\n"), "\(result.errors)")
  }

  @Test func aPlanThatCannotBeReadIsNoAnswer() throws {
    try sandbox.edit(Self.plan, "<<<<<<< HEAD\n")
    refusal(answer("xcodebuild", "--scheme", "Shop"), Self.plan)
    refusal(answer("xcodebuild", "--scheme", "Shop", "--plan", "CI"), Self.plan)
    refusal(answer("schemes"), Self.plan)
    // It has nothing to do with the other plan and the other schemes.
    #expect(answer("fastlane", "--scheme", "Shop", "--plan", "UI").lines == ["ShopUITests", "Unit Tests"])
    #expect(answer("fastlane", "--scheme", "ShopKit").lines == ["ShopKitTests"])
  }

  @Test func aDefaultPlanThatIsNotThereIsNoAnswer() throws {
    try sandbox.remove(Self.plan)
    refusal(answer("xcodebuild", "--scheme", "Shop"), Self.plan)
  }

  @Test func aSchemeThatCannotBeReadIsNoAnswer() throws {
    let scheme = "\(ExampleApp.project)/xcshareddata/xcschemes/ShopKit.xcscheme"
    try sandbox.edit(scheme, "<<<<<<< HEAD\n")
    refusal(answer("xcodebuild", "--scheme", "ShopKit"), scheme)
    refusal(answer("scheme-matrix"), scheme)
    #expect(answer("fastlane", "--scheme", "Shop").exitCode == 0)
  }
}

// MARK: Any edit

extension XcodeFormatTests {
  @Test func whateverIsEditedTheBundlesAreThoseOfThePlanThatAreAffected() throws {
    var random = SplitMix64(seed: 41)
    let files = ExampleApp().files().sorted { $0.key < $1.key }
    let enabled = try Self.bundles(in: sandbox.contents(of: Self.plan))
    var answers: Set<[String]> = []
    for _ in 0..<200 {
      var edited: [String: String] = [:]
      for _ in 0...random.below(3) {
        let (path, text) = files[random.below(files.count)]
        // What schemes and plans run is read anew, so it may not change here.
        if !path.hasSuffix(".xctestplan"), !path.hasSuffix(".xcscheme") { edited[path] = text }
      }
      for (path, text) in edited { try sandbox.edit(path, Self.edited(text, path, &random)) }
      let affected = Set(sandbox.run("affected --base HEAD --format tests").lines.map(Self.name))
      let printed = answer("fastlane", "--scheme", "Shop", "--plan", "CI")
      #expect(printed.lines == enabled.filter(affected.contains), "\(edited.keys.sorted()) \(printed.errors)")
      #expect(printed.exitCode == (printed.lines.isEmpty ? 3 : 0))
      answers.insert(printed.lines)
      for (path, text) in edited { try sandbox.edit(path, text) }
    }
    #expect(answers.count > 5)
  }

  private static func name(_ id: String) -> String { id.split(separator: ":").last.map(String.init) ?? id }

  private static func edited(_ text: String, _ path: String, _ random: inout SplitMix64) -> String {
    let settings = [("YES", "NO"), ("17.0", "18.0"), ("6.0", "5.0"), ("1.6.2", "1.6.3"), ("1.1.4", "1.1.5")]
    let fitting = settings.filter { text.contains($0.0) }
    if !fitting.isEmpty, !path.hasSuffix(".swift") {
      let (old, new) = fitting[random.below(fitting.count)]
      return text.replacing(old, with: new)
    }
    return text + (path.hasSuffix(".xcworkspacedata") ? "\n" : "// edited\n")
  }
}
