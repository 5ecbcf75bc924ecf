import Base
import ProgramSupport
import TestSupport
import Testing

/// Tests that leave files which Git ignores: what they write is no change of the tree, and what they find of it proves nothing.
@Suite(.enabled(if: HostPlatform.isLinux))
struct IgnoredOutputTests {
  /// The body of each module's test.
  private static let looks = [
    "Log": #"#expect(sh("date > run.log") == 0)"#,
    // It reads the data only when there is no copy.
    "Cache": #"#expect(sh("test -e copy.txt || cat data/input > copy.txt; grep -q good copy.txt") == 0)"#,
    "Reader": #"#expect(sh("test ! -e copy.txt || grep -q good copy.txt") == 0)"#,
    "Gone": #"#expect(sh("set -C; : > made && rm made") == 0)"#,
    "Tree": #"#expect(sh("date > data/left") == 0)"#,
  ]

  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox(unlikeOthers: true)
    for name in ["Apps", "Packages/Core", "Packages/Cart"] { try sandbox.remove(name) }
    let targets = Self.looks.keys.sorted().map {
      ".testTarget(name: \"\($0)Tests\", dependencies: [\"Looks\"]),"
    }
    try sandbox.edit(
      "Looks/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Looks", targets: [.target(name: "Looks"), \(targets.joined(separator: " "))])

      """)
    try sandbox.edit(
      "Looks/Sources/Looks/Looks.swift",
      """
      import Foundation
      public func sh(_ script: String) -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.currentDirectoryURL = URL(filePath: "..")
        process.arguments = ["-c", script]
        do { try process.run() } catch { return -1 }
        process.waitUntilExit()
        return process.terminationStatus
      }

      """)
    for (name, line) in Self.looks {
      try sandbox.edit(
        "Looks/Tests/\(name)Tests/Tests.swift", "import Looks\nimport Testing\n@Test func t() { \(line) }\n")
    }
    try sandbox.edit("workspace.json", #"{"version": 1, "inputs": {"ignore": ["data/**"]}}"#)
    try sandbox.edit(".gitignore", ".build/\n*.log\n/copy.txt\n")
    try sandbox.edit("data/input", "good\n")
    try sandbox.git.commitAll("shop")
  }

  private func outcomes() throws -> [String: String] {
    let result = sandbox.run("test --all --json")
    let modules = try result.json["modules"]?.arrayValue ?? []
    let pairs = modules.compactMap { module -> (String, String)? in
      guard let id = module["id"]?.stringValue, let outcome = module["outcome"]?.stringValue else {
        return nil
      }
      return (String(id.dropFirst("//Looks:".count).dropLast("Tests".count)), outcome)
    }
    let told = try result.json["warnings"]?.arrayValue?.compactMap { warning in
      warning["code"]?.stringValue == "unrecordable-test" ? warning["message"]?.stringValue : nil
    }
    #expect(told?.contains { $0.contains("TreeTests writes to \"data/left\"") } == true, "\(result.errors)")
    return Dictionary(pairs) { first, _ in first }
  }

  @Test func whatAnEarlierRunLeftProvesNothing() throws {
    #expect(try outcomes() == Self.looks.mapValues { _ in "passed" })
    let kept = ["Log": "cached", "Gone": "cached", "Tree": "passed"]
    func expected(_ cache: String, _ reader: String) -> [String: String] {
      kept.merging(["Cache": cache, "Reader": reader]) { first, _ in first }
    }
    // The copy is there now, and was not when they passed.
    #expect(try outcomes() == expected("passed", "passed"))
    #expect(try outcomes() == expected("passed", "passed"), "a pass with the copy is not kept")
    try sandbox.edit("data/input", "evil\n")
    #expect(try outcomes() == expected("passed", "passed"))
    try sandbox.remove("copy.txt")
    // The reader may come before the copy or after it.
    #expect(try outcomes()["Cache"] == "failed")
    try sandbox.remove("copy.txt")
    try sandbox.edit("data/input", "good\n")
    #expect(try outcomes()["Cache"] == "cached", "all is as it was")
  }
}
