import Base
import Foundation
import ProgramSupport
import ServerSupport
import TestSupport
import Testing

/// Test modules that run on workers: with real builds, and workers whose room holds nothing but what they are sent.
@Suite(.enabled(if: Servers.isExpected(Servers.casd))) struct WorkerRunTests {
  private let sandbox: CommandSandbox
  private let folder: TemporaryFolder
  private let server: ServerProcess
  private let port: Int

  init() throws {
    sandbox = try CommandSandbox()
    folder = try TemporaryFolder()
    try SharedCache.begin(sandbox.git.path("cache"))
    (server, port) = try Servers.casd(in: folder, running: 2)
  }

  private func run(_ line: String, _ more: [String: String] = [:]) throws -> Run {
    let environment = [
      "AMBIT_CACHE_TOKEN": "very-secret", "AMBIT_CACHE_URL": "grpc://127.0.0.1:\(port)",
      "AMBIT_CACHE_NAMESPACE": "main", "XDG_CACHE_HOME": sandbox.git.path("cache"),
    ].merging(more) { $1 }
    let result = sandbox.run("\(line) --json", environment: environment)
    #expect(!(result.output + result.errors).contains("very-secret"))
    return try Run(result.json)
  }

  private struct Run {
    let json: JSONNode

    init(_ json: JSONNode) { self.json = json }

    subscript(module: String) -> JSONNode? {
      json["modules"]?.arrayValue?.first { $0["id"]?.stringValue?.hasSuffix(":\(module)") ?? false }
    }

    func outcome(_ module: String) -> String? { self[module]?["outcome"]?.stringValue }
    func worker(_ module: String) -> String? { self[module]?["worker"]?.stringValue }
    var warnings: [String] {
      (json["warnings"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
    }
    var outcomes: [String?] {
      (json["modules"]?.arrayValue ?? []).map { $0["outcome"]?.stringValue }
    }
  }

  private func configure(_ execution: String, modules: String = "") throws {
    let run = #""run": {"execution": "\#(execution)", "platform": {"pool": "tests"}}"#
    try sandbox.edit("workspace.json", #"{"version": 1, \#(run), "modules": {\#(modules)}}"#)
  }

  private func test(_ package: String, _ body: String) throws {
    try sandbox.edit("\(package)/Tests/\(package.split(separator: "/").last ?? "")Tests/Tests.swift", body)
  }

  @Test func whatTestsNeedIsThere() throws {
    try configure("remote", modules: #""//Packages/Cart:CartTests": {"inputs": ["shared/prices.txt"]}"#)
    try sandbox.edit("shared/prices.txt", "1.50")
    try sandbox.edit("Packages/Cart/Tests/CartTests/Fixtures/list.txt", "fixture")
    try sandbox.edit("Packages/Cart/Tests/CartTests/Resources/text.txt", "resource")
    try sandbox.edit("Packages/Cart/Sources/tool/main.swift", #"print("tool says hello")"#)
    try sandbox.edit(
      "Packages/Cart/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Cart", products: [.library(name: "Cart", targets: ["Cart"])],
        dependencies: [.package(path: "../Core")],
        targets: [
          .target(name: "Cart", dependencies: [.product(name: "Core", package: "Core")]),
          .executableTarget(name: "tool"),
          .testTarget(
            name: "CartTests", dependencies: ["Cart", "tool"], exclude: ["Fixtures"],
            resources: [.copy("Resources/text.txt")]),
        ])
      """)
    try test(
      "Packages/Cart",
      """
      import Foundation
      import Testing
      import XCTest
      private func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
      final class OldTests: XCTestCase {
        func testResource() throws {
          let url = try XCTUnwrap(Bundle.module.url(forResource: "text", withExtension: "txt"))
          XCTAssertEqual(try read(url.path), "resource")
        }
        func testTool() throws {
          let process = Process()
          process.executableURL = Bundle.main.bundleURL.appendingPathComponent("tool")
          let pipe = Pipe()
          process.standardOutput = pipe
          try process.run()
          process.waitUntilExit()
          let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
          XCTAssertEqual(said, "tool says hello\\n")
        }
      }
      @Test func besideTheSource() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
          .appendingPathComponent("Fixtures/list.txt").path
        #expect(try read(file) == "fixture")
      }
      @Test func declared() throws { #expect(try read("../../shared/prices.txt") == "1.50") }
      @Test func temporary() throws {
        let file = NSTemporaryDirectory() + "/ambit-\\(UInt64.random(in: 0 ... .max))"
        try "x".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try read(file) == "x")
      }
      @Test func surroundings() {
        let variables = ProcessInfo.processInfo.environment
        #expect(variables["TZ"] == "UTC" && variables["AMBIT_CACHE_TOKEN"] == nil)
      }
      @Test(arguments: [1, 2, 3]) func parameters(_ number: Int) { print("number \\(number)") }
      """)
    try sandbox.git.commitAll("shop")

    // Nobody leaves whom nobody has seen.
    let first = try run("test --all")
    #expect(first.outcomes == ["passed", "passed", "passed"])
    #expect(modules.allSatisfy { first.worker($0) == nil } && first.warnings == [])

    try changeCore()
    let second = try run("test --all")
    #expect(second.outcomes == ["passed", "passed", "passed"])
    #expect(second.warnings == [], "\(second.json["warnings"].map { "\($0)" } ?? "")")
    for module in modules { #expect(second.worker(module) != nil, "\(module)") }
    #expect(second["CartTests"]?["cases"]?["passed"]?.intValue == 7)
    // It is a pass like any other, here and elsewhere.
    #expect(try run("test --all").outcomes == ["cached", "cached", "cached"])
    let elsewhere = ["XDG_CACHE_HOME": sandbox.git.path("another")]
    #expect(try run("test --all", elsewhere).outcomes == ["cached", "cached", "cached"])
    // Of what its key does not hold nobody knows whether it was looked at.
    try sandbox.edit("Packages/Cart/notes.json", "{}")
    #expect(try run("test --all").outcome("CartTests") == "passed")

    // What one machine has seen another knows.
    try changeCore()
    let third = try run("test --all", elsewhere)
    for module in modules { #expect(third.worker(module) != nil, "\(module)") }
    // A module that was changed may look at something else.
    try sandbox.edit("shared/prices.txt", "1.60")
    let changed = try run("test --all")
    #expect(changed.outcome("CartTests") == "failed" && changed.worker("CartTests") == nil)
  }

  private let modules = ["CoreTests", "CartTests", "ShopTests"]

  /// Has all modules run again, which themselves stay as they are.
  private func changeCore() throws {
    try sandbox.edit(
      "Packages/Core/Sources/Core/Core.swift", "public let x = \(UInt32.random(in: 10 ... .max))\n")
  }

  /// Passes only where the folder of whoever runs it is not a worker's.
  private static let different = """
    import Foundation
    import Testing
    @Test func home() { #expect(ProcessInfo.processInfo.environment["HOME"] != "/tmp") }

    """

  @Test func whatDoesNotPassThereIsRunHere() throws {
    try configure("auto", modules: #""//Apps/Shop:ShopTests": {"test": {"remote": false}}"#)
    try folder.write("here", to: "outside.txt")
    try test(
      "Packages/Core",
      """
      import Foundation
      import Testing
      @Test func outside() { #expect(FileManager.default.fileExists(atPath: "\(folder.path("outside.txt"))")) }
      """)
    for package in ["Packages/Cart", "Apps/Shop"] { try test(package, Self.different) }
    #expect(try run("test --all --jobs 1").outcomes == ["passed", "passed", "passed"])

    try changeCore()
    let found = try run("test --all --jobs 1")
    #expect(found.outcomes == ["passed", "passed", "passed"])
    #expect(modules.allSatisfy { found.worker($0) == nil })
    #expect(found.warnings == ["remote-difference"])
    // Once is enough.
    try changeCore()
    #expect(try run("test --all --jobs 1").warnings == [])

    try configure("remote")
    try changeCore()
    let all = try run("test --all")
    #expect(modules.allSatisfy { all.worker($0) == nil } && all.warnings == ["remote-difference"])
    #expect(all.outcome("ShopTests") == "passed")
  }

  @Test func whatFailsFailsHere() throws {
    try configure("remote")
    _ = try run("test --all")
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    try test("Packages/Cart", "import Core\nimport Testing\n@Test func t() { #expect(x == 1) }\n")
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 1\n")
    #expect(try run("test --all").outcome("CartTests") == "passed")
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    let failed = try run("test --all")
    #expect(failed.outcome("CartTests") == "failed" && failed["CartTests"]?["attempts"]?.intValue == 1)
    #expect(failed.worker("CartTests") == nil && failed.worker("CoreTests") != nil)
    #expect(failed.warnings == [])
  }

  @Test func whereNobodyRunsAnythingItRunsHere() throws {
    try configure("remote")
    try test(
      "Packages/Core",
      """
      import Foundation
      import Testing
      @Test func slow() async throws {
        if ProcessInfo.processInfo.environment["HOME"] == "/tmp" { try await Task.sleep(for: .seconds(600)) }
      }
      """)
    let reader = try run("test --all", ["AMBIT_CACHE_MODE": "read"])
    #expect(reader.outcomes == ["passed", "passed", "passed"])
    #expect(reader.warnings == ["remote-execution-unavailable"])

    // One that is no executor.
    let plain = try Servers.casd(in: try TemporaryFolder())
    try changeCore()
    let without = try run("test --all", ["AMBIT_CACHE_URL": "grpc://127.0.0.1:\(plain.port)"])
    #expect(without.outcomes == ["passed", "passed", "passed"])
    #expect(without.warnings == ["remote-execution-unavailable"])

    // One that dies while it is asked. What it runs is told from what runs here by what it is told to write.
    let words = [sandbox.root, "ambit-events.jsonl"]
    let dying = Thread { [server] in
      while !Self.isSomethingRunning(with: words) { usleep(20_000) }
      server.kill()
    }
    dying.start()
    try changeCore()
    let last = try run("test --all")
    #expect(last.outcomes == ["passed", "passed", "passed"])
    #expect(last.worker("CoreTests") == nil)
    #expect(last.warnings.contains { $0.hasPrefix("remote-execution-") })
  }

  private static func isSomethingRunning(with parts: [String]) -> Bool {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.contains { process in
      guard Int(process) != nil, let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
      else { return false }
      let text = String(decoding: line, as: UTF8.self)
      return parts.allSatisfy(text.contains)
    }
  }
}
