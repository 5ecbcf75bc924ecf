import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A dependency that cannot be fetched, with real builds and no network: an address where nothing is.
@Suite struct UnfetchedRunTests {
  @Test func theRestIsBuiltAndNothingIsThrownAway() throws {
    let sandbox = try CommandSandbox()
    let cache = sandbox.git.path("cache")
    try SharedCache.begin(cache)
    func run() throws -> (result: CommandSandbox.Result, json: JSONNode) {
      let result = sandbox.run(
        "test --all --no-cache --no-state --json", environment: ["XDG_CACHE_HOME": cache])
      return (result, try result.json)
    }
    #expect(try run().result.exitCode == 0)
    let object = try #require(objects(sandbox).first)
    let before = try inode(object)

    let manifest = "Packages/Cart/Package.swift"
    let nowhere = "file://\(sandbox.git.path("nowhere/dep.git"))"
    let text = try sandbox.contents(of: manifest)
    try sandbox.edit(
      manifest,
      text.replacing(
        "dependencies: [.package(",
        with: "dependencies: [.package(url: \"\(nowhere)\", from: \"1.0.0\"), .package("
      )
      .replacing(
        ".target(name: \"Cart\", dependencies: [",
        with: ".target(name: \"Cart\", dependencies: [.product(name: \"Dep\", package: \"dep\"), "))
    for _ in 1...2 {
      let (result, json) = try run()
      #expect(result.exitCode == 2, "\(result.errors)")
      #expect(json["outcome"]?.stringValue == "incomplete")
      let modules = (json["modules"]?.arrayValue ?? []).map {
        "\($0["id"]?.stringValue ?? "") \($0["outcome"]?.stringValue ?? "")"
      }
      #expect(
        Set(modules) == [
          "//Packages/Core:CoreTests passed", "//Packages/Cart:CartTests no-verdict",
          "//Apps/Shop:ShopTests no-verdict",
        ])
      let reasons = (json["modules"]?.arrayValue ?? []).compactMap { $0["reason"]?.stringValue }
      #expect(
        reasons.count == 2 && reasons.allSatisfy { $0.contains("nowhere/dep.git") && $0.contains("network") })
      let warnings = (json["warnings"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
      #expect(!warnings.contains("stale-scratch"))
      #expect(try inode(object) == before)
    }
  }

  /// The compiled object of Core.
  private func objects(_ sandbox: CommandSandbox) throws -> [String] {
    let scratch = "\(sandbox.root)/.build/ambit"
    return try FileManager.default.subpathsOfDirectory(atPath: scratch)
      .filter { $0.hasSuffix("Core.build/Core.swift.o") }.sorted().map { "\(scratch)/\($0)" }
  }

  private func inode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
  }
}
