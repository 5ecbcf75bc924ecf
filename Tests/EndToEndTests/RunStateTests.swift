import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A fresh clone builds like a warm one: with real builds, in clones that come and go at one place.
@Suite struct RunStateTests {
  private let sandbox: CommandSandbox
  private let cache: String

  init() throws {
    sandbox = try CommandSandbox()
    cache = sandbox.git.path("cache")
    try SharedCache.begin(cache)
    try sandbox.git.git(in: ".", ["clone", "-q", "--bare", "shop", "origin.git"])
  }

  /// Puts a fresh clone in the place of the workspace.
  private func cloneAnew(_ branch: String = "main") throws {
    try FileManager.default.removeItem(atPath: sandbox.root)
    try sandbox.git.git(in: ".", ["clone", "-q", "--branch", branch, "origin.git", "shop"])
  }

  private func commit(_ message: String) throws {
    try sandbox.git.commitAll("shop", message)
    try sandbox.git.git(in: "shop", ["push", "-q", sandbox.git.path("origin.git"), "HEAD"])
  }

  private struct Run {
    let result: CommandSandbox.Result
    let state: String?
    let compiled: Int?
    let outcome: String?
    let warnings: [String]
  }

  private func run(_ line: String = "test --all --no-cache") throws -> Run {
    let result = sandbox.run("\(line) --json", environment: ["XDG_CACHE_HOME": cache])
    let json = try result.json
    let warnings = (json["warnings"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
    return Run(
      result: result, state: json["build"]?["state"]?.stringValue,
      compiled: json["build"]?["compiled"]?.intValue,
      outcome: json["outcome"]?.stringValue, warnings: warnings)
  }

  @Test(arguments: ["native", "swiftbuild"]) func aFreshCloneBuildsLikeAWarmOne(engine: String) throws {
    func run() throws -> Run { try self.run("test --all --no-cache --engine \(engine)") }
    let cold = try run()
    #expect(cold.outcome == "passed" && cold.state == "fresh" && (cold.compiled ?? 0) > 0)

    try cloneAnew()
    let unchanged = try run()
    #expect(unchanged.outcome == "passed" && unchanged.state == "restored" && unchanged.compiled == 0)
    #expect(unchanged.warnings.isEmpty)

    // An ancestor's state will do, and a test that fails by the edit fails.
    try sandbox.edit(
      "Packages/Cart/Tests/CartTests/Tests.swift",
      "import Cart\nimport Testing\n@Test func t() { #expect(Cart.x == 1) }\n")
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let x = 2\n")
    try commit("break-Cart")
    try cloneAnew()
    let broken = try run()
    #expect(broken.outcome == "failed" && broken.state == "restored" && (broken.compiled ?? 0) > 0)
    #expect(try stateCommits() == 2, "what tests say is no part of what was built")
    try cloneAnew()
    let again = try run()
    #expect(again.outcome == "failed" && again.state == "restored" && again.compiled == 0)

    // The same size, in the same second, and no word of it but the content.
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let x = 1\n")
    try commit("mend-Cart")
    try cloneAnew()
    let mended = try run()
    #expect(mended.outcome == "passed" && mended.state == "restored")
    #expect(try stateCommits() == 3)
  }

  /// A second target `Core` cannot be built with the first, so it has a scratch folder of its own.
  @Test func onlyWhatIsBuiltIsKept() throws {
    try sandbox.edit(
      "Tools/Other/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Other", targets: [.target(name: "Core"), .testTarget(name: "OtherTests", dependencies: ["Core"])])

      """)
    try sandbox.edit("Tools/Other/Sources/Core/Core.swift", "let y: Int = \"text\"\n")
    try sandbox.edit("Tools/Other/Tests/OtherTests/Tests.swift", "import Testing\n@Test func t() {}\n")
    try sandbox.edit(
      "Packages/Cart/Tests/CartTests/Tests.swift",
      "import Testing\n@Test func t() { #expect(Bool(false)) }\n")
    try commit("break-Other")
    #expect(try run().outcome == "failed")
    #expect(try stateGroups() == ["main"])

    try sandbox.edit("Tools/Other/Sources/Core/Core.swift", "let y: Int = 1\n")
    try commit("mend-Other")
    #expect(try run().outcome == "failed")
    #expect(try stateGroups() == ["main", "main-2"])
  }

  /// A test module that writes into the tree is not recorded; what was built before it ran is kept.
  @Test func whatTestsWriteIsNoPartOfWhatWasBuilt() throws {
    try sandbox.edit("Packages/Cart/Tests/CartTests/Fixtures/count.txt", "1\n")
    try sandbox.edit(
      "Packages/Cart/Tests/CartTests/Tests.swift", Self.writing(["Fixtures/count.txt", "New.txt"]))
    try commit("write-fixtures")
    let cold = try run()
    #expect(cold.outcome == "passed" && cold.state == "fresh")
    #expect(try stateCommits() == 1)

    try cloneAnew()
    let restored = try run()
    #expect(restored.outcome == "passed" && restored.state == "restored" && restored.compiled == 0)
  }

  /// A source that a test has written never looks as built, whichever of both texts a clone has.
  @Test func aSourceThatATestWritesLooksChanged() throws {
    let source = "Packages/Core/Sources/Core/Core.swift"
    try sandbox.edit(source, "public let x = 1\n")
    try sandbox.edit(
      "Packages/Cart/Tests/CartTests/Tests.swift",
      Self.writing(["../../../Core/Sources/Core/Core.swift"], text: "public let x = 2\\n"))
    try sandbox.edit("Packages/Core/Tests/CoreTests/Tests.swift", Self.expecting(1))
    try commit("write-sources")
    _ = try run()
    #expect(try stateCommits() == 1)
    #expect(try String(contentsOfFile: "\(sandbox.root)/\(source)", encoding: .utf8) == "public let x = 2\n")

    // Its own text, from a clone.
    try cloneAnew()
    let original = try run("test --no-cache --all //Packages/Core:CoreTests")
    #expect(original.outcome == "passed" && original.state == "restored")

    // The written text, with the time that the first one had.
    try cloneAnew()
    try sandbox.edit(source, "public let x = 2\n")
    try sandbox.edit("Packages/Core/Tests/CoreTests/Tests.swift", Self.expecting(2))
    try commit("take-what-was-written")
    try cloneAnew()
    let written = try run("test --no-cache --all //Packages/Core:CoreTests")
    #expect(written.outcome == "passed" && written.state == "restored")
  }

  /// A test that writes files beside its own, with the time that they had before.
  private static func writing(_ files: [String], text: String = "2\\n") -> String {
    """
    import Cart
    import Foundation
    import Testing

    @Test func t() throws {
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      for name in \(files) {
        let file = folder.appendingPathComponent(name).path
        let time = try? FileManager.default.attributesOfItem(atPath: file)[.modificationDate]
        try "\(text)".write(toFile: file, atomically: false, encoding: .utf8)
        if let time { try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file) }
      }
      #expect(Cart.x == 1)
    }

    """
  }

  private static func expecting(_ value: Int) -> String {
    """
    import Core
    import Testing
    @Test func t() { #expect(Core.x == \(value)) }

    """
  }

  @Test func nothingIsRestoredWhereItMustNot() throws {
    _ = try run("test --all --no-cache --no-state")
    #expect(try stateCommits() == 0)
    _ = try run()
    #expect(try stateCommits() == 1)

    try cloneAnew()
    #expect(try run("test --all --no-cache --no-state").state == "fresh")
    #expect(try run().state == "warm", "what is there is never replaced")

    try cloneAnew()
    try sandbox.edit("workspace.json", #"{"version": 1, "cache": {"state": "off"}}"#)
    #expect(try run().state == "fresh")

    // A damaged state is no state.
    try cloneAnew()
    for blob in try FileManager.default.subpathsOfDirectory(atPath: "\(cache)/ambit/store/v1/cas") {
      let path = "\(cache)/ambit/store/v1/cas/\(blob)"
      guard var bytes = FileManager.default.contents(atPath: path), !bytes.isEmpty else { continue }
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: URL(fileURLWithPath: path))
    }
    let cold = try run()
    #expect(cold.outcome == "passed" && cold.state == "fresh")
    #expect(cold.warnings.contains("state-damaged"))
  }

  @Test func savingAndRestoringByHand() throws {
    let noFolder = try command("save")
    #expect(noFolder.exitCode == 0 && noFolder.output.contains("main"))
    #expect(try stateCommits() == 0)
    _ = try run("test --all --no-cache --no-state")
    let saved = try command("save")
    #expect(saved.exitCode == 0 && saved.output.hasPrefix("saved .build/ambit/main as "))

    try cloneAnew()
    let restored = try command("restore")
    #expect(restored.exitCode == 0 && restored.output.hasPrefix("restored .build/ambit/main from "))
    let again = try command("restore")
    #expect(again.exitCode == 0 && !again.output.hasPrefix("restored"), "what is there stays")
    let warm = try run()
    #expect(warm.outcome == "passed" && warm.state == "warm" && warm.compiled == 0)
    #expect(try command("restore --force").output.hasPrefix("restored"))
    #expect(try command("drop --all").exitCode == 0)
    try cloneAnew()
    let nothing = try command("restore")
    #expect(nothing.exitCode == 0 && !nothing.output.hasPrefix("restored"))
  }

  private func command(_ words: String) throws -> CommandSandbox.Result {
    sandbox.run("cache state \(words)", environment: ["XDG_CACHE_HOME": cache])
  }

  /// The scratch folder that was there first may have been built from files of any time.
  @Test func timesAreLeftAloneBesideAnotherScratchFolder() throws {
    _ = try run()
    try cloneAnew()
    let other = "\(sandbox.root)/.build/ambit/only-else"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    let before = try modificationTimes()
    #expect(try run().state == "restored")
    #expect(try modificationTimes() == before)
  }

  private func modificationTimes() throws -> [String: Date] {
    var times: [String: Date] = [:]
    for file in ["Packages/Core/Package.swift", "Packages/Core/Sources/Core/Core.swift"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(sandbox.root)/\(file)")
      times[file] = attributes[.modificationDate] as? Date
    }
    return times
  }

  /// The scratch folders that there is a state of.
  private func stateGroups() throws -> Set<String> {
    let list = try command("list --json")
    let scratches = try list.json["states"]?.arrayValue?.compactMap { $0["scratch"]?.stringValue }
    return Set(try #require(scratches).map { String($0.split(separator: "/").last ?? "") })
  }

  private func stateCommits() throws -> Int {
    let list = try command("list --json")
    let commits = try list.json["states"]?.arrayValue?.compactMap { $0["commit"]?.stringValue }
    return Set(try #require(commits)).count
  }
}
