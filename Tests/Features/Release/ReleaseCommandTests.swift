import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The plan of releases of Core, of Cart upon it and of the app upon both, each tagged.
@Suite struct ReleaseCommandTests {
  private let sandbox: CommandSandbox
  private let cache: TemporaryFolder

  init() throws {
    sandbox = try CommandSandbox()
    cache = try SharedCache.own()
    for tag in ["Core/1.2.0", "cart-v0.3.0", "Shop/1.0.0"] { try sandbox.git.git("shop", "tag \(tag)") }
  }

  private func core(_ text: String, _ message: String = "Change Core") throws {
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", text)
    try sandbox.git.commitAll("shop", message)
  }

  private func run(_ line: String) -> CommandSandbox.Result {
    sandbox.run(line, environment: ["XDG_CACHE_HOME": cache.path])
  }

  /// `Core Core/1.3.0` of each that is to be released.
  private func plan(_ more: String = "") throws -> [String] {
    let result = run("release plan --json \(more)")
    #expect(result.exitCode == 0, "\(result.errors)")
    return (try result.json["packages"]?.arrayValue ?? []).compactMap { package in
      package["tag"]?.stringValue.map { "\(package["name"]?.stringValue ?? "") \($0)" }
    }
  }

  @Test func nothingToReleaseIsSaid() {
    let result = run("release plan")
    #expect(result.lines == ["Nothing to release", "3 packages are as released"], "\(result.errors)")
  }

  @Test func whatIsOfferedDecides() throws {
    try core("public let x = 2\n")
    #expect(try plan() == ["Core Core/1.2.1"])
    try core("public let x = 2\npublic let y = 1\n")
    #expect(try plan() == ["Core Core/1.3.0"])
    try core("public let y = 1\n")
    #expect(try plan() == ["Core Core/2.0.0"])
    let text = run("release plan --changelog").output
    #expect(text.contains("1 package to release"))
    #expect(text.contains("Core  Core/1.2.0 → Core/2.0.0  major"))
    #expect(text.contains("breaking Core: x"))
    #expect(text.components(separatedBy: "Change Core").count == 4)
    #expect(text.contains("2 packages are as released"))
  }

  @Test func beforeOneTheNumbersMoveDown() throws {
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let z = 1\n")
    try sandbox.git.commitAll("shop", "Change Cart")
    #expect(try plan() == ["Cart cart-v0.4.0"])
  }

  @Test func testsAloneAreNoRelease() throws {
    try sandbox.edit("Packages/Core/Tests/CoreTests/Tests.swift", "import Testing\n@Test func u() {}\n")
    try sandbox.edit("Packages/Core/README.md", "Core\n")
    try sandbox.git.commitAll("shop", "Test Core")
    #expect(try plan() == [])
    #expect(
      run("release plan").output.contains(
        "Core changed since Core/1.2.0, but nothing to release"))
  }

  @Test func whatIsNotCommittedIsNotReleased() throws {
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let z = 1\n")
    #expect(try plan() == [])
  }

  @Test func whoShowsATypeThatBreaksBreaksToo() throws {
    try core("public struct Price { public init() {} }\n")
    try sandbox.edit(
      "Packages/Cart/Sources/Cart/Cart.swift", "import Core\npublic func price() -> Price { Price() }\n")
    try sandbox.edit("Apps/Shop/Sources/Shop/Shop.swift", "import Core\nfunc price() { _ = Price() }\n")
    try sandbox.git.commitAll("shop", "Prices")
    for tag in ["Core/2.0.0", "cart-v0.4.0", "Shop/2.0.0"] { try sandbox.git.git("shop", "tag \(tag)") }
    try core("public struct Price { public init(cents: Int) {} }\n", "Break it")
    let result = run("release plan")
    #expect(try plan() == ["Core Core/3.0.0", "Cart cart-v0.5.0"], "\(result.output)")
  }

  @Test func whoBreaksAlongIsNamedWhereItIsLeftOut() throws {
    try core("public struct Price { public init() {} }\n")
    try sandbox.edit(
      "Packages/Cart/Sources/Cart/Cart.swift", "import Core\npublic func price() -> Price { Price() }\n")
    try sandbox.git.commitAll("shop", "Prices")
    for tag in ["Core/2.0.0", "cart-v0.4.0"] { try sandbox.git.git("shop", "tag \(tag)") }
    try core("public struct Price { public init(cents: Int) {} }\n", "Break it")
    let alone = run("release plan //Packages/Core")
    #expect(
      alone.errors.contains("Cart exposes these packages, so it breaks too and would become 0.5.0"),
      "\(alone.errors)")
    #expect(alone.errors.contains("name it too: //Packages/Cart"), "\(alone.errors)")
    let both = run("release plan //Packages/Core //Packages/Cart")
    #expect(both.exitCode == 0 && both.errors == "", "\(both.errors)")
    #expect(run("release plan //Packages/Cart").errors == "")
  }

  @Test func aNameThatNoTagCanHaveIsSaid() throws {
    try sandbox.git.git("shop", "tag -d Shop/1.0.0")
    try sandbox.git.git("shop", "mv Apps/Shop Apps/Sh..op")
    try sandbox.git.commitAll("shop", "Rename")
    let result = run("release plan //Apps/Sh..op")
    #expect(result.exitCode == 0 && !result.output.contains("git tag"), "\(result.output)")
    #expect(
      result.errors.contains("Git does not allow the tag \"Sh..op/0.1.0\""),
      "\(result.errors)\(result.output)"
    )
    #expect(result.errors.contains("workspace.json: \"release\": {\"tags\""), "\(result.errors)")
  }

  /// Said once, however many packages the clone has.
  @Test func aClonesHistoryThatIsCutIsSaid() throws {
    try core("public let x = 2\n")
    try sandbox.git.git("", "clone -q --depth 1 file://\(sandbox.root) shallow")
    let result = sandbox.run("-C ../shallow release plan", environment: ["XDG_CACHE_HOME": cache.path])
    #expect(
      result.errors.components(separatedBy: "this clone is shallow").count == 2, "\(result.errors)"
    )
  }

  @Test func whoKeepsItOutFollows() throws {
    let manifest = try sandbox.contents(of: "Apps/Shop/Package.swift")
    let pinned = manifest.replacingOccurrences(
      of: ".package(path: \"../../Packages/Core\")",
      with: ".package(url: \"https://code.example/Core.git\", .upToNextMinor(from: \"1.2.0\"))")
    try sandbox.edit(
      "Apps/Shop/Package.swift",
      pinned.replacingOccurrences(of: ", .package(path: \"../../Packages/Cart\")", with: "")
        .replacingOccurrences(of: ", .product(name: \"Cart\", package: \"Cart\")", with: ""))
    try sandbox.git.commitAll("shop", "Pin")
    try sandbox.git.git("shop", "tag -f Shop/1.0.0")
    try core("public let x = 1\npublic let y = 1\n")
    let result = run("release plan")
    #expect(try plan() == ["Core Core/1.3.0", "Shop Shop/1.0.1"], "\(result.output)\(result.errors)")
    #expect(
      result.output.contains(
        "write    .upToNextMinor(from: \"1.3.0\") for Core in Apps/Shop/Package.swift"), "\(result.output)")
    let markdown = run("release plan --format markdown").output
    #expect(markdown.contains("## Core 1.3.0"))
    #expect(markdown.contains("requires `.upToNextMinor(from: \"1.3.0\")` of Core"), "\(markdown)")
  }

  @Test func whatManifestsPromiseCounts() throws {
    let manifest = try sandbox.contents(of: "Packages/Core/Package.swift")
    try sandbox.edit(
      "Packages/Core/Package.swift",
      manifest.replacingOccurrences(of: "products:", with: "platforms: [.macOS(.v14)], products:"))
    try sandbox.git.commitAll("shop", "Raise")
    #expect(try plan("//Packages/Core") == ["Core Core/2.0.0"])
  }

  @Test func aClaimThatPromisesTooMuchFails() throws {
    try core("public let z = 1\n")
    try sandbox.git.git("shop", "tag Core/1.3.0")
    #expect(try plan() == [])
    let refused = run("release plan --check")
    #expect(refused.exitCode == 1)
    #expect(refused.output.contains("the tag Core/1.3.0 is too low for these changes"))
    try sandbox.git.git("shop", "tag Core/2.0.0")
    let accepted = run("release plan --check")
    #expect(accepted.exitCode == 0)
    #expect(accepted.output.contains("the tag Core/2.0.0 is high enough"), "\(accepted.output)")
  }

  @Test func firstReleasesPreviewsAndTagsElsewhere() throws {
    try sandbox.git.git("shop", "tag -d Shop/1.0.0")
    #expect(run("release plan").output.contains("1 package was never released"))
    #expect(try plan() == [])
    #expect(try plan("//Apps/Shop") == ["Shop Shop/0.1.0"])
    try sandbox.git.git("shop", "tag Shop/2.0.0-beta.1")
    #expect(try plan() == ["Shop Shop/2.0.0"])
    try sandbox.git.git("shop", "checkout -q -b side")
    try core("public let z = 1\n")
    try sandbox.git.git("shop", "tag Core/7.0.0")
    try sandbox.git.git("shop", "checkout -q main")
    let result = run("release plan")
    #expect(result.errors.contains("the tag Core/7.0.0 of Core is not in this history"), "\(result.errors)")
  }

  @Test func aSubmoduleIsReleasedInItsOwnRepository() throws {
    let git = sandbox.git
    try git.folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Log", products: [.library(name: "Log", targets: ["Log"])], targets: [.target(name: "Log")])

      """, to: "log/Package.swift")
    try git.folder.write("public let a = 1\n", to: "log/Sources/Log/Log.swift")
    try git.makeRepository("log")
    try git.commitAll("log", "Log")
    try git.git("log", "tag 1.0.0")
    try git.git("shop", "submodule add -q \(git.path("log")) Modules/Log")
    try git.commitAll("shop", "Add Log")
    #expect(try plan() == [])
    try sandbox.edit("Modules/Log/Sources/Log/Log.swift", "public let a = 1\npublic let b = 1\n")
    try git.commitAll("shop/Modules/Log", "More to log")
    #expect(try plan() == [])
    try git.commitAll("shop", "Move Log")
    #expect(try plan() == ["Log 1.1.0"])
    #expect(run("release plan //Modules/Log --changelog").output.contains("More to log"))
  }

  @Test func tagsLookAsTheWorkspaceSays() throws {
    try sandbox.edit(
      "workspace.json",
      #"{"release": {"tags": [{"match": "//Packages/*", "tag": "release/{name}_{version}"}]}}"#)
    try core("public let x = 2\npublic let y = 1\n")
    // What does not look so is no release, and a new form begins with the first.
    #expect(run("release plan").output.contains("2 packages were never released"))
    #expect(try plan("//Packages/Core") == ["Core release/Core_0.1.0"])
    try sandbox.git.git("shop", "tag release/Core_1.2.0 HEAD~1")
    #expect(try plan() == ["Core release/Core_1.3.0"])
    try sandbox.git.git("shop", "tag release/Cart_0.3.0+b7 HEAD~1")
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let x = 2\n")
    try sandbox.git.commitAll("shop", "Change Cart")
    #expect(try plan() == ["Core release/Core_1.3.0", "Cart release/Cart_0.3.1"])
    let result = run("release plan")
    #expect(result.output.contains("release/Cart_0.3.0+b7 → release/Cart_0.3.1"), "\(result.output)")
  }

  @Test func packagesOfOneTagAreNamed() throws {
    try sandbox.edit(
      "workspace.json", #"{"release": {"tags": [{"match": "//Packages/*", "tag": "v{version}"}]}}"#)
    try sandbox.git.commitAll("shop", "One version for all")
    try sandbox.git.git("shop", "tag v1.0.0")
    try core("public let x = 2\n")
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let x = 2\n")
    try sandbox.git.commitAll("shop", "Change both")
    let result = run("release plan")
    #expect(
      result.errors.contains("Core and Cart would both get the tag \"v1.0.1\""), "\(result.errors)"
    )
    #expect(!result.output.contains("git tag"), "\(result.output)")
  }

  @Test func aPackageThatMovedIsFoundByItsName() throws {
    try sandbox.git.git("shop", "mv Packages/Core Packages/Core2")
    try sandbox.git.git("shop", "mv Packages/Core2 Libraries")
    try FileManager.default.createDirectory(atPath: "\(sandbox.root)/Base", withIntermediateDirectories: true)
    try sandbox.git.git("shop", "mv Libraries Base/Core")
    for user in ["Packages/Cart", "Apps/Shop"] {
      let manifest = try sandbox.contents(of: "\(user)/Package.swift")
      try sandbox.edit(
        "\(user)/Package.swift",
        manifest.replacingOccurrences(of: "\"../Core\"", with: "\"../../Base/Core\"").replacingOccurrences(
          of: "../../Packages/Core", with: "../../Base/Core"))
    }
    try sandbox.git.commitAll("shop", "Move Core")
    let moved = run("release plan //Base/Core")
    #expect(
      moved.output.contains("Core changed since Core/1.2.0, but nothing to release"),
      "\(moved.output)")
    try sandbox.edit("Base/Core/Sources/Core/Core.swift", "public let x = 1\npublic let y = 1\n")
    try sandbox.git.commitAll("shop", "More of Core")
    #expect(try plan("//Base/Core") == ["Core Core/1.3.0"])
    let text = run("release plan //Base/Core").output
    #expect(text.contains("added    Core: y: it is new"), "\(text)")
  }

  @Test func aRevisionThatIsNotThereIsSaid() throws {
    let result = run("release plan --head nowhere")
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("nowhere"))
  }
}
