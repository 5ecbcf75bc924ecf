import Foundation
import ProgramSupport
import Support
import TestSupport
import Testing

/// Interfaces of modules upon packages from elsewhere: Cart uses Money 1.0.0, which uses Coins in C; clones of both lie where
/// SwiftPM leaves them.
@Suite struct InterfaceExternalTests {
  private static let checkouts = "Features/Cart/.build/checkouts"
  private let sandbox: CommandSandbox
  private let cache: TemporaryFolder
  private let money: [String]
  private let coins: String

  init() throws {
    sandbox = try CommandSandbox()
    cache = try SharedCache.own()
    let git = sandbox.git
    try git.folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Coins", products: [.library(name: "Coins", targets: ["Coins"])], targets: [.target(name: "Coins")])

      """, to: "Coins/Package.swift")
    try git.folder.write("typedef struct { int cents; } coin;\n", to: "Coins/Sources/Coins/include/Coins.h")
    try git.folder.write("#include \"Coins.h\"\n", to: "Coins/Sources/Coins/c.c")
    try git.makeRepository("Coins")
    try git.commitAll("Coins")
    coins = try git.git("Coins", "rev-parse HEAD").trimmingCharacters(in: .whitespacesAndNewlines)
    try git.folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Money", products: [.library(name: "Money", targets: ["Money"])],
        dependencies: [.package(url: "https://code.example/Coins", from: "1.0.0"), .package(url: "https://code.example/Docs", from: "1.0.0")],
        targets: [.target(name: "Money", dependencies: ["Coins"])])

      """, to: "Money/Package.swift")
    try git.makeRepository("Money")
    var commits: [String] = []
    for type in ["CInt", "String"] {
      try git.folder.write(
        "public import Coins\npublic struct Price { public var first = coin() }\npublic func worth() -> \(type) { fatalError() }\n",
        to: "Money/Sources/Money/Money.swift")
      try git.commitAll("Money")
      commits.append(try git.git("Money", "rev-parse HEAD").trimmingCharacters(in: .whitespacesAndNewlines))
    }
    money = commits
    try sandbox.edit(
      "Features/Cart/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Cart", products: [.library(name: "CartUI", targets: ["CartUI"])],
        dependencies: [.package(url: "https://code.example/Money.git", from: "1.0.0")],
        targets: [.target(name: "CartUI", dependencies: [.product(name: "Money", package: "Money")])])

      """)
    try cart("public let total = worth()\npublic func price() -> Price { Price() }")
    try pin(money[0], in: "Features/Cart")
    try git.commitAll("shop")
    try git.git(".", "clone -q \(git.path("Money")) \(git.path("shop/\(Self.checkouts)/Money"))")
    try git.git(".", "clone -q \(git.path("Coins")) \(git.path("shop/\(Self.checkouts)/Coins"))")
  }

  private func cart(_ text: String) throws {
    try sandbox.edit("Features/Cart/Sources/CartUI/Cart.swift", "import Money\n\(text)\n")
  }

  private func pin(_ commit: String, in folder: String) throws {
    let pins = [("money", commit), ("coins", coins)].map { identity, commit in
      #"{"identity": "\#(identity)", "kind": "remoteSourceControl", "location": "https://code.example/\#(identity)", "#
        + #""state": {"revision": "\#(commit)", "version": "1.0.0"}}"#
    }
    try sandbox.edit(
      "\(folder)/Package.resolved", #"{"pins": [\#(pins.joined(separator: ", "))], "version": 2}"#)
  }

  private func run(_ line: String) -> CommandSandbox.Result {
    sandbox.run(line, environment: ["XDG_CACHE_HOME": cache.path])
  }

  private func cartModule(_ line: String) throws -> JSONNode {
    let result = run("\(line) --json")
    #expect(result.exitCode == 0, "\(result.errors)")
    let modules = try result.json["modules"]?.arrayValue ?? []
    #expect(!modules.contains { $0["id"]?.stringValue?.contains("checkouts") ?? true })
    return try #require(modules.first { $0["id"]?.stringValue == "//Features/Cart:CartUI" })
  }

  @Test func whatItOffersIsReadWithTheirTypes() throws {
    let first = run("interface CartUI")
    #expect(first.output.contains("let total: CInt"), "\(first.output)\(first.errors)")
    #expect(first.output.contains("func price() -> Price"))
    // And kept, whatever becomes of the clones.
    try sandbox.remove(Self.checkouts)
    #expect(run("interface CartUI").output == first.output)
  }

  @Test func bodiesAreToldFromInterfaces() throws {
    try cart("public let total = worth()\npublic func price() -> Price { fatalError() }")
    #expect(try cartModule("interface --diff HEAD")["verdict"]?.stringValue == "same")
    try cart("public let total = worth()\npublic func price() -> Price? { Price() }")
    #expect(try cartModule("interface --diff HEAD")["verdict"]?.stringValue == "breaking")
  }

  /// Another version of what is used may make another interface of the same sources, also where the lockfile is not the
  /// package's own.
  @Test(arguments: ["Features/Cart", "Apps/Shop"]) func anotherPinIsAnotherInterface(folder: String) throws {
    if folder != "Features/Cart" {
      try sandbox.remove("Features/Cart/Package.resolved")
      try pin(money[0], in: folder)
      try sandbox.git.commitAll("shop")
    }
    try pin(money[1], in: folder)
    let module = try cartModule("interface --diff HEAD")
    #expect(module["verdict"]?.stringValue == "breaking")
    #expect(module["changes"]?.arrayValue?.first?["text"]?.stringValue == "let total: String")
  }

  private func reason() throws -> String {
    let module = try cartModule("interface CartUI")
    #expect(module["state"]?.stringValue == "unknown")
    return module["reason"]?.stringValue ?? ""
  }

  @Test func withoutAPinItIsUnknown() throws {
    try sandbox.remove("Features/Cart/Package.resolved")
    #expect(try reason().contains("no Package.resolved pins it to a commit"))
  }

  @Test func withoutAClonesCommitItIsUnknown() throws {
    try pin(String(repeating: "1", count: 40), in: "Features/Cart")
    #expect(try reason().contains("no build folder has its sources at 11111111"))
  }

  @Test(arguments: ["HEAD", "--help", "../x"]) func aPinThatIsNoCommitIsNone(pin: String) throws {
    try self.pin(pin, in: "Features/Cart")
    #expect(try reason().contains("no build folder has its sources"))
  }

  @Test func pinsThatDisagreeAreNone() throws {
    try pin(money[1], in: "Apps/Shop")
    #expect(try reason().contains("it is pinned to several versions"))
  }

  @Test func whatAPackageNeedsInTurnIsNamed() throws {
    try sandbox.remove("\(Self.checkouts)/Coins")
    let reason = try reason()
    #expect(reason.contains("it needs //.build/checkouts/money:Money"))
    #expect(reason.contains("the package \"coins\" from outside of the workspace"))
  }

  @Test func traitsThatAreAskedForAreNotGuessed() throws {
    try sandbox.edit(
      "Features/Cart/Package.swift",
      """
      // swift-tools-version: 6.1
      import PackageDescription
      let package = Package(
        name: "Cart", dependencies: [.package(url: "https://code.example/Money.git", from: "1.0.0", traits: ["Fast"])],
        targets: [.target(name: "CartUI", dependencies: [.product(name: "Money", package: "Money")])])

      """)
    #expect(try reason().contains("traits of it are asked for"))
  }
}
