import Base
import ProgramSupport
import TestSupport
import Testing

/// Interfaces that only a build could tell: of modules that use packages from elsewhere, or macros.
@Suite struct InterfaceUnknownTests {
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox()
    try sandbox.edit(
      "Features/Cart/Package.swift",
      """
      // swift-tools-version: 6.0
      import CompilerPluginSupport
      import PackageDescription
      let package = Package(
        name: "CartFeature", products: [.library(name: "CartUI", targets: ["CartUI"])],
        dependencies: [.package(url: "https://code.example/Money.git", from: "1.0.0")],
        targets: [
          .target(name: "CartUI", dependencies: [.product(name: "Money", package: "Money")]),
          .target(name: "Above", dependencies: ["CartUI"]),
          .macro(name: "Maker"), .target(name: "Made", dependencies: ["Maker"]),
        ])

      """)
    try sandbox.edit(
      "Features/Cart/Sources/CartUI/Cart.swift", "import Money\npublic let total = worth()\n")
    try sandbox.edit("Features/Cart/Sources/Above/Above.swift", "import CartUI\npublic let twice = total\n")
    try sandbox.edit("Features/Cart/Sources/Maker/main.swift", "\n")
    try sandbox.edit("Features/Cart/Sources/Made/Made.swift", "public struct Made {}\n")
    try sandbox.git.commitAll("shop")
  }

  private func module(_ name: String, _ line: String) throws -> JSONNode? {
    let result = sandbox.run("\(line) --json")
    #expect(result.exitCode == 0, "\(result.errors)")
    return try result.json["modules"]?.arrayValue?.first {
      $0["id"]?.stringValue == "//Features/Cart:\(name)"
    }
  }

  private func pin(_ digit: String, in folder: String) throws {
    let commit = String(repeating: digit, count: 40)
    try sandbox.edit(
      "\(folder)/Package.resolved",
      #"{"pins": [{"identity": "money", "kind": "remoteSourceControl", "location": "https://code.example/Money.git", "#
        + #""state": {"revision": "\#(commit)", "version": "1.0.0"}}], "version": 2}"#)
  }

  @Test(
    arguments: [
      (
        "CartUI",
        "it uses the external package \"money\", whose sources only a build fetches"
      ),
      (
        "Above",
        "it needs //Features/Cart:CartUI, whose interface is unknown: it uses the external package \"money\""
      ),
      ("Made", "it uses the macros of //Features/Cart:Maker, which need a build"),
    ])
  func theReasonIsSaid(name: String, reason: String) throws {
    let module = try module(name, "interface \(name)")
    #expect(module?["state"]?.stringValue == "unknown")
    #expect(module?["reason"]?.stringValue?.hasPrefix(reason) == true, "\(module as Any)")
    #expect(sandbox.run("interface \(name)").output.contains(reason))
  }

  /// Another version of what is used may make another interface of the same sources, also where the lockfile is not the
  /// package's own.
  @Test(arguments: ["Features/Cart", "Apps/Shop"]) func anotherPinIsUnknown(folder: String) throws {
    try pin("1", in: folder)
    try sandbox.git.commitAll("shop", "pins")
    #expect(try module("CartUI", "interface CartUI --diff HEAD")?["verdict"]?.stringValue == "same")
    try pin("2", in: folder)
    #expect(try module("CartUI", "interface --diff HEAD")?["verdict"]?.stringValue == "unknown")
    #expect(sandbox.run("interface --diff HEAD --check").exitCode == 1)
  }

  /// They are there for a commit that is not checked out, too.
  @Test func aLibraryOfTheSystemComesWithItsHeaders() throws {
    try sandbox.edit(
      "Features/Cart/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "CartFeature", products: [.library(name: "CartUI", targets: ["CartUI"])],
        targets: [.target(name: "CartUI", dependencies: ["CZip"]), .systemLibrary(name: "CZip")])

      """)
    try sandbox.edit(
      "Features/Cart/Sources/CZip/module.modulemap",
      "module CZip [system] {\n  header \"shim.h\"\n  export *\n}\n")
    try sandbox.edit(
      "Features/Cart/Sources/CZip/shim.h", "static inline int zip_level(void) { return 6; }\n")
    try sandbox.edit(
      "Features/Cart/Sources/CartUI/Cart.swift", "import CZip\npublic func level() -> Int32 { zip_level() }\n"
    )
    try sandbox.git.commitAll("shop", "system library")
    try sandbox.edit(
      "Features/Cart/Sources/CartUI/Cart.swift", "import CZip\npublic func other() -> Int32 { zip_level() }\n"
    )
    #expect(try module("CartUI", "interface --diff HEAD")?["verdict"]?.stringValue == "breaking")
  }
}
