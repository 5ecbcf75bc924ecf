import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A base that the head has mended: more is selected, and nothing refused.
@Suite struct BrokenBaseTests {
  struct Base: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The text of that file in the base; a text that begins with `->` is where a symbolic link leads.
    let file: String
    let text: String
    /// The modules that have to be selected, by name.
    var selected: Set<String> = ["Core", "CoreTests", "Cart", "CartTests", "Shop", "ShopTests"]
    var warning: String?
  }

  private static let core = "Packages/Core/Package.swift"

  static let bases = [
    Base(
      testDescription: "a manifest that does not compile", file: core,
      text: "// swift-tools-version: 6.0\nimport PackageDescription\nlet package: Int = \"\"\n",
      warning: "unknown-base-manifest"),
    Base(
      testDescription: "a manifest of a later SwiftPM", file: core,
      text:
        "// swift-tools-version: 99.0\nimport PackageDescription\nlet package = Package(name: \"Core\")\n",
      warning: "unknown-base-manifest"),
    Base(testDescription: "a configuration that is no JSON", file: "workspace.json", text: "{broken"),
    Base(
      testDescription: "a configuration of a later version", file: "workspace.json", text: #"{"version": 99}"#
    ),
    Base(
      testDescription: "a path dependency that leads nowhere", file: "Packages/Cart/Package.swift",
      text: """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "Cart", products: [.library(name: "Cart", targets: ["Cart"])],
          dependencies: [.package(path: "../Nope"), .package(path: "../../../../Outside")],
          targets: [
            .target(name: "Cart", dependencies: [.product(name: "Nope", package: "Nope")]),
            .testTarget(name: "CartTests", dependencies: ["Cart"]),
          ])
        """, selected: ["Cart", "CartTests", "Shop", "ShopTests"]),
    Base(
      testDescription: "a link in place of sources", file: "Packages/Core/Sources/Core/Core.swift",
      text: "->../Core/Core.swift"),
  ]

  private func write(_ base: Base, _ sandbox: CommandSandbox) throws {
    guard base.text.hasPrefix("->") else { return try sandbox.edit(base.file, base.text) }
    let path = "\(sandbox.root)/\(base.file)"
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: String(base.text.dropFirst(2)))
  }

  @Test(arguments: bases) func moreIsSelected(_ base: Base) throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("workspace.json", #"{"version": 1}"#)
    let good = try sandbox.git.commitAll("shop", "good")
    try write(base, sandbox)
    try sandbox.git.commitAll("shop", "broken")
    try sandbox.git.git("shop", "checkout -q \(good) -- .")
    for head in ["", " --head HEAD"] {
      if !head.isEmpty { try sandbox.git.commitAll("shop", "mended") }
      let revision = head.isEmpty ? "HEAD" : "HEAD~1"
      let result = sandbox.run("affected --json --base \(revision)\(head)")
      #expect(result.exitCode == 0, "\(result.errors)")
      let json = try result.json
      let names = (json["modules"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
      #expect(base.selected.isSubset(of: names), "\(names)")
      let warnings = (json["warnings"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
      #expect(base.warning.map(warnings.contains) ?? true, "\(warnings)")
      #expect(sandbox.run("test --dry-run --base \(revision)\(head)").exitCode == 0)
    }
  }
}
