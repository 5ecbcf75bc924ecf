import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `ambit local` and `ambit released`: a workspace whose Cart takes Money by a URL, and has a clone of it as a
/// submodule.
@Suite struct LocalCommandTests {
  private static let call = #".package(url: "https://code.example/Money.git", from: "1.2.0")"#
  private static let manifest = "Features/Cart/Package.swift"
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox()
    let git = sandbox.git
    let money = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Money", products: [.library(name: "Money", targets: ["Money"])], targets: [.target(name: "Money")])

      """
    try git.folder.write(money, to: "money/Package.swift")
    try git.folder.write("public let money = 1\n", to: "money/Sources/Money/Money.swift")
    try git.makeRepository("money")
    try git.commitAll("money")
    try git.git("money", "tag 1.2.0")
    try git.git("shop", "submodule add -q \(git.path("money")) Modules/Money")
    try sandbox.edit(
      Self.manifest,
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Cart", dependencies: [\(Self.call)],
        targets: [
          .target(name: "CartUI", dependencies: [.product(name: "Money", package: "Money")]),
          .testTarget(name: "CartUITests", dependencies: ["CartUI"]),
        ])

      """)
    try sandbox.edit("Features/Cart/Sources/CartUI/Cart.swift", "import Money\n")
    try sandbox.edit("Features/Cart/Tests/CartUITests/Tests.swift", "import Testing\n")
    try sandbox.edit(
      "Features/Cart/Package.resolved",
      #"{"pins": [{"identity": "money", "kind": "remoteSourceControl", "location": "https://code.example/Money.git", "#
        + #""state": {"revision": "0", "version": "1.2.0"}}], "version": 2}"#)
    try sandbox.edit("workspace.json", #"{"version": 1, "rules": {"local": {}}}"#)
    try git.commitAll("shop")
  }

  @discardableResult
  private func done(_ line: String, code: Int32 = 0) -> CommandSandbox.Result {
    let result = sandbox.run(line)
    #expect(result.exitCode == code, "\(line): \(result.errors)\(result.output)")
    return result
  }

  private func local() throws -> [JSONNode] {
    try done("local --json").json["packages"]?.arrayValue ?? []
  }

  private func affected() throws -> [String] {
    (try done("affected --base HEAD --json").json["modules"]?.arrayValue ?? []).compactMap {
      $0["id"]?.stringValue
    }
  }

  private func refusal(_ line: String) throws -> String? {
    try done("\(line) --json", code: 2).json["error"]?["code"]?.stringValue
  }

  /// SwiftPM itself evaluates such a manifest, and spells the paths in it in its own way.
  @Test func aRepositoryOnDiskIsSwitchedToo() throws {
    let path = "file://\(sandbox.git.path("remote/Money.git"))"
    let manifest = try sandbox.contents(of: Self.manifest).replacingOccurrences(
      of: Self.call,
      with: ".package(path: \"../../Features/../Packages/Core\"), .package(url: \"\(path)\", from: \"1.2.0\")"
    )
    try sandbox.edit(Self.manifest, manifest)
    done("local Money")
    #expect(
      try sandbox.contents(of: Self.manifest).contains(
        ".package(path: \"../../Modules/Money\") /* ambit released 1.2.0: .package(url: \"\(path)\", from: \"1.2.0\") */"
      ))
    done("released Money")
    #expect(try sandbox.contents(of: Self.manifest) == manifest)
  }

  @Test func thereAndBack() throws {
    let before = try sandbox.contents(of: Self.manifest)
    let mode = try FileManager.default.attributesOfItem(atPath: "\(sandbox.root)/\(Self.manifest)")[
      .posixPermissions]
    #expect(try local().isEmpty)
    #expect(done("local").output == "No dependency is local\n")
    let report = try done("local Money --json").json
    #expect(
      report["packages"]?.arrayValue?.first?["manifests"]?.arrayValue?.first?.stringValue == Self.manifest)
    let after = try sandbox.contents(of: Self.manifest)
    #expect(
      after
        == before.replacing(
          Self.call, with: #".package(path: "../../Modules/Money") /* ambit released 1.2.0: \#(Self.call) */"#
        ))
    let package = try #require(try local().first)
    #expect(package["folder"]?.stringValue == "Modules/Money" && package["reference"]?.stringValue == "1.2.0")
    #expect(package["ahead"]?.intValue == 0 && package["behind"]?.intValue == 0)
    #expect(try refusal("local money") == "already-local")
    done("released https://code.example/Money.git")
    #expect(try sandbox.contents(of: Self.manifest) == before)
    #expect(
      try FileManager.default.attributesOfItem(atPath: "\(sandbox.root)/\(Self.manifest)")[.posixPermissions]
        as? NSNumber == mode as? NSNumber)
    #expect(try sandbox.git.git("shop", "status --short") == "")
    #expect(try refusal("released Money") == "not-local")
  }

  /// What is edited in the copy is in changes and keys of whoever uses it.
  @Test func whatIsEditedInTheCopyCounts() throws {
    let source = "Modules/Money/Sources/Money/Money.swift"
    func key() throws -> String? {
      try done("key //Features/Cart:CartUITests --json").json["modules"]?.arrayValue?.first?["key"]?
        .stringValue
    }
    let released = try #require(try key())
    done("local Money")
    let local = try key()
    #expect(local != released)
    try sandbox.git.commitAll("shop")
    #expect(try affected().isEmpty)
    try sandbox.edit(source, "public let money = 2\n")
    #expect(try key() != local)
    #expect(
      try affected() == ["//Features/Cart:CartUI", "//Features/Cart:CartUITests", "//Modules/Money:Money"])
    try sandbox.edit(source, "public let money = 1\n")
    #expect(try key() == local)
  }

  @Test func workIsNotLeftBehindUnseen() throws {
    done("local Money")
    try sandbox.edit("Modules/Money/Sources/Money/More.swift", "let more = 1\n")
    #expect(try local().first?["uncommitted"]?.intValue == 1)
    #expect(try refusal("released Money") == "unpublished-work")
    try sandbox.git.commitAll("shop/Modules/Money")
    let package = try #require(try local().first)
    #expect(package["uncommitted"]?.intValue == 0 && package["unpushed"]?.boolValue == true)
    #expect(package["ahead"]?.intValue == 1)
    #expect(done("local").output.contains("main, 1 commit ahead, unpushed commits"))
    #expect(try refusal("released Money") == "unpublished-work")
    try sandbox.git.git("shop/Modules/Money", "push -q origin HEAD:refs/heads/work")
    done("released Money")
    done("local Money")
    try sandbox.edit("Modules/Money/Sources/Money/More.swift", "let more = 2\n")
    done("released Money --force")
    #expect(try sandbox.contents(of: "Modules/Money/Sources/Money/More.swift") == "let more = 2\n")
  }

  /// SwiftPM drops the pin of what is local.
  @Test func theLostPinIsTold() throws {
    done("local Money")
    try sandbox.remove("Features/Cart/Package.resolved")
    let next = try done("released Money --json").json["next"]?.arrayValue?.compactMap(\.stringValue)
    let resolve = "swift package --package-path 'Features/Cart' resolve"
    #expect(next == ["to pin 1.2.0 again: \(resolve) && \(resolve) money --version 1.2.0"])
  }

  @Test func theLostPinOfARootPackageIsToldWithItsFolder() throws {
    try sandbox.edit(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Root", dependencies: [\(Self.call)],
        targets: [.target(name: "Root", dependencies: [.product(name: "Money", package: "Money")])])

      """)
    try sandbox.edit("Sources/Root/Root.swift", "import Money\n")
    try sandbox.edit("Package.resolved", sandbox.contents(of: "Features/Cart/Package.resolved"))
    try sandbox.git.commitAll("shop")
    done("local Money")
    try sandbox.remove("Package.resolved")
    let next = try done("released Money --json").json["next"]?.arrayValue?.compactMap(\.stringValue)
    let resolve = "swift package --package-path '.' resolve"
    #expect(next?.contains("to pin 1.2.0 again: \(resolve) && \(resolve) money --version 1.2.0") == true)
  }

  /// Also where the graph has nothing to say any more.
  @Test func aCopyThatIsGoneKeepsNobodyFromGoingBack() throws {
    let before = try sandbox.contents(of: Self.manifest)
    done("local Money")
    try sandbox.remove("Modules/Money")
    #expect(try local().first?["problem"]?.stringValue == "there is no such folder")
    done("released Money")
    #expect(try sandbox.contents(of: Self.manifest) == before)
  }

  @Test func aSubmoduleThatIsNotCheckedOutIsNamed() throws {
    try sandbox.git.git("", "clone -q \(sandbox.root) fresh")
    let result = sandbox.run("-C ../fresh local Money")
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("git submodule update --init 'Modules/Money'"), "\(result.errors)")
  }

  @Test func refusals() throws {
    let git = sandbox.git
    let before = try sandbox.contents(of: Self.manifest)
    #expect(try refusal("local Nothing") == "unknown-dependency")
    #expect(try refusal("local Money --path \(git.path("money"))") == "copy-outside")
    #expect(try refusal("local Money --path Features/Cart") == "other-identity")
    #expect(try refusal("local Money --path Nowhere/Money") == "no-working-copy")
    try git.git("shop", "clone -q \(git.path("money")) Other/Money")
    #expect(try refusal("local Money") == "no-working-copy")
    try sandbox.edit(".gitignore", ".build/\nOther/\n")
    #expect(try refusal("local Money --path Other/Money") == "no-working-copy")
    try sandbox.edit(".gitignore", ".build/\n")
    #expect(try sandbox.contents(of: Self.manifest) == before)
    done("local Money --path Other/Money")
    #expect(try sandbox.contents(of: Self.manifest).contains(#"path: "../../Other/Money""#))
  }

  /// A text that is not plain is not guessed at.
  @Test func whatIsComputedIsRefused() throws {
    let text = try sandbox.contents(of: Self.manifest)
      .replacing("let package", with: "let url = \"https://code.example/Money.git\"\nlet package")
      .replacing(#"url: "https://code.example/Money.git""#, with: "url: url")
    try sandbox.edit(Self.manifest, text)
    #expect(try refusal("local Money") == "manifest-not-plain")
    #expect(try sandbox.contents(of: Self.manifest) == text)
  }

  @Test func releaseBranchesRefuseIt() throws {
    done("local Money")
    let found = done("lint", code: 1).output
    #expect(
      found.contains(
        #"the package //Features/Cart takes "https://code.example/Money.git" from the working copy"#))
    #expect(found.contains("Features/Cart/Package.swift:4"))
    try sandbox.git.git("shop", "checkout -q -b feature")
    done("lint")
    // A pull request into main would bring it there.
    let merged = sandbox.run("lint", environment: ["GITHUB_BASE_REF": "main"])
    #expect(merged.exitCode == 1)
    try sandbox.edit("workspace.json", #"{"version": 1, "rules": {"local": {"branches": ["fea*"]}}}"#)
    done("lint", code: 1)
  }
}
