import Base
import Foundation
import ProgramSupport
import ServerSupport
import Synchronization
import TestSupport
import Testing

/// What one machine tested and built, another need not: with real builds, on machines that share nothing but a server.
@Suite struct RemoteRunTests {
  private let sandbox: CommandSandbox
  private let server: FileServer

  init() throws {
    sandbox = try CommandSandbox()
    server = try FileServer()
    try sandbox.git.git(in: ".", ["clone", "-q", "--bare", "shop", "origin.git"])
  }

  /// On a machine that has nothing but a fresh clone, in the place where all clones of this team lie.
  private func onEmptyMachine(
    _ name: String, _ line: String, edit: [String: String] = [:], _ more: [String: String] = [:]
  ) throws -> JSONNode {
    try FileManager.default.removeItem(atPath: sandbox.root)
    try sandbox.git.git(in: ".", ["clone", "-q", "origin.git", "shop"])
    for (path, text) in edit { try sandbox.edit(path, text) }
    let environment = [
      "XDG_CACHE_HOME": sandbox.git.path("cache-\(name)"), "AMBIT_CACHE_TOKEN": "very-secret",
      "AMBIT_CACHE_URL": "http://127.0.0.1:\(server.port)/team", "AMBIT_CACHE_NAMESPACE": "main",
    ].merging(more) { $1 }
    let result = sandbox.run("\(line) --json", environment: environment)
    #expect(!(result.output + result.errors).contains("very-secret"))
    return try result.json
  }

  private func sources(_ json: JSONNode) -> [String] {
    (json["modules"]?.arrayValue ?? []).map { $0["source"]?.stringValue ?? "" }
  }

  private func warnings(_ json: JSONNode) -> [String] {
    (json["warnings"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
  }

  @Test func whatOneMachineDidAnotherNeedNot() throws {
    let first = try onEmptyMachine("first", "test --all")
    #expect(sources(first) == ["run", "run", "run"] && warnings(first) == [])

    let second = try onEmptyMachine("second", "test --all")
    #expect(sources(second) == ["remote", "remote", "remote"] && warnings(second) == [])
    #expect(second["totals"]?["run"]?.intValue == 0)
    #expect(second["build"]?["invocations"]?.intValue == 0)
    // By now this machine has them itself.
    #expect(sources(try onEmptyMachine("second", "test --all")) == ["local", "local", "local"])

    // A build goes on from where the first machine's ended, and durations came along.
    let body = "import Testing\n@Test func t() {}\n@Test func u() {}\n"
    let edited = try onEmptyMachine(
      "third", "test --base HEAD", edit: ["Packages/Cart/Tests/CartTests/Tests.swift": body])
    #expect(sources(edited) == ["run"])
    #expect(edited["build"]?["state"]?.stringValue == "restored")
    #expect((edited["build"]?["compiled"]?.intValue ?? 99) < (first["build"]?["compiled"]?.intValue ?? 0))
    let plan = try onEmptyMachine("fourth", "plan --all --no-cache")
    let expected = (plan["modules"]?.arrayValue ?? []).compactMap { $0["expectedSeconds"]?.doubleValue }
    #expect(expected.count == 3)
  }

  @Test func aPullRequestReadsMainAndIsNotReadByIt() throws {
    let pullRequest = ["AMBIT_CACHE_NAMESPACE": "pr-7"]
    let proposed = try onEmptyMachine("pr", "test --all", pullRequest)
    #expect(sources(proposed) == ["run", "run", "run"])
    #expect(sources(try onEmptyMachine("main", "test --all")) == ["run", "run", "run"])
    #expect(server.files.withLock { $0.keys.contains { $0.hasPrefix("/team/pr-7/ac/") } })
    let other = try onEmptyMachine("other", "test --all", ["AMBIT_CACHE_NAMESPACE": "pr-8"])
    #expect(sources(other) == ["remote", "remote", "remote"])
  }

  /// A CI that gets its list of tests from `affected` and runs them elsewhere misses none.
  @Test(.enabled(if: HostPlatform.isLinux)) func whatOneMachineSawSelectsOnAnother() throws {
    let test = "#expect((try? String(contentsOfFile: \"../../kept/data\", encoding: .utf8)) != nil)"
    let body = "import Foundation\nimport Testing\n@Test func t() { \(test) }\n"
    try sandbox.edit("Packages/Core/Tests/CoreTests/Tests.swift", body)
    try sandbox.edit("workspace.json", #"{"version": 1, "inputs": {"ignore": ["kept/**"]}}"#)
    try sandbox.edit("kept/data", "1")
    try sandbox.git.commitAll("shop", "read")
    try sandbox.git.git(in: "shop", ["push", "-q", "../origin.git", "HEAD"])
    let edit = ["kept/data": "2"]
    func tests(_ more: [String: String] = [:]) throws -> [String] {
      let affected = try onEmptyMachine("second", "affected --base HEAD", edit: edit, more)
      return (affected["tests"]?.arrayValue ?? []).compactMap(\.stringValue)
    }
    _ = try onEmptyMachine("first", "test --all")
    #expect(try tests(["AMBIT_CACHE_URL": "http://127.0.0.1:\(try ServerProcess.freePort())"]).isEmpty)
    #expect(try tests() == ["//Packages/Core:CoreTests"])
  }

  @Test func whatFailsIsNotShared() throws {
    let broken = [
      "Packages/Cart/Tests/CartTests/Tests.swift": "import Testing\n@Test func t() { #expect(Bool(false)) }\n"
    ]
    let first = try onEmptyMachine("first", "test --all", edit: broken)
    #expect(first["outcome"]?.stringValue == "failed")
    let second = try onEmptyMachine("second", "test --all", edit: broken)
    #expect(second["outcome"]?.stringValue == "failed")
    #expect(sources(second).sorted() == ["remote", "remote", "run"])
  }

  @Test func withoutAnybodyThereTheRunGoesOn() throws {
    let gone = ["AMBIT_CACHE_URL": "http://127.0.0.1:\(try ServerProcess.freePort())"]
    let run = try onEmptyMachine("first", "test --all", gone)
    #expect(sources(run) == ["run", "run", "run"])
    #expect(warnings(run) == ["remote-unavailable"])
    // What was recorded meanwhile is sent when there is somebody again.
    #expect(sources(try onEmptyMachine("first", "test --all")) == ["local", "local", "local"])
    #expect(sources(try onEmptyMachine("second", "test --all")) == ["remote", "remote", "remote"])
  }
}
