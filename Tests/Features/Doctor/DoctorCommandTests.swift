import Base
import Foundation
import ProgramSupport
import SwiftSources
import TestSupport
import Testing

@Suite("ambit doctor")
struct DoctorCommandTests {
  /// `id status` of each check.
  private func checks(_ result: CommandSandbox.Result) throws -> [String] {
    try result.json["checks"]?.arrayValue?.map { check in
      "\(check["id"]?.stringValue ?? "") \(check["status"]?.stringValue ?? "")"
    } ?? []
  }

  @Test("a healthy workspace")
  func healthy() throws {
    let sandbox = try CommandSandbox()
    let result = sandbox.run("doctor --json")
    #expect(result.exitCode == 0)
    // Containers may allow no namespaces; that is said, and is no fault of the workspace.
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let confines = ManifestSandbox(.auto, searchPath: path).obstacle == nil
    let shares = OwnMounts.obstacle() == nil
    #expect(
      try checks(result) == [
        "toolchain ok", "cache ok", "observing ok", "worktrees \(shares ? "ok" : "warning")",
        "sandbox \(confines ? "ok" : "warning")", "git ok",
        "workspace ok", "base ok", "remote ok", "engine ok", "manifests ok", "owners ok", "gitignore ok",
      ])
    #expect((sandbox.run("doctor").lines.last == "All is well") == (confines && shares))
  }

  @Test("what selected much and nothing reads is named")
  func unowned() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("Packages/Cart/Sources/Cart/Tools.swift", "let tool = \"../tools/gen.sh\"\n")
    for step in 1...4 {
      for file in ["dev/deep/a.sh", "tools/gen.sh", "Packages/Cart/dev/b.sh", "README.md"] {
        try sandbox.edit(file, "\(step)\n")
      }
      if step < 3 { try sandbox.edit("Makefile", "\(step)\n") }
      try sandbox.git.commitAll("shop", "step \(step)")
    }
    let lines = sandbox.run("doctor").output
    #expect(lines.contains("dev/** belongs to no module and selected everything in 4 of the last"))
    #expect(
      lines.contains("Packages/Cart/dev/** belongs to no module and selected its package in 4 of the last"))
    #expect(lines.contains(#""inputs": {"ignore": ["dev/**"]}"#))
    // A source names one, the other changed too seldom, and the third selects nothing anyway.
    for quiet in ["tools", "Makefile", "README"] { #expect(!lines.contains(quiet)) }
    #expect(sandbox.run("init --stdout").output.contains("// dev/** belongs to no module"))
    try sandbox.edit("workspace.json", #"{"inputs": {"ignore": ["dev/**", "Packages/*/dev/**"]}}"#)
    #expect(!sandbox.run("doctor").output.contains("belongs to no module"))
  }

  @Test("the names that select nothing are listed as they are in force")
  func harmless() throws {
    let sandbox = try CommandSandbox()
    let table = sandbox.run("doctor --harmless")
    #expect(
      table.exitCode == 0 && table.output.contains("CMakeLists.txt") && table.output.contains("documents"))
    let rows = try sandbox.run("doctor --harmless --json").json["harmless"]?.arrayValue
    #expect(rows?.first?["names"]?.arrayValue?.first?.stringValue == "*.md")
    try sandbox.edit("workspace.json", #"{"inputs": {"harmless": ["*.sketch"]}}"#)
    let own = sandbox.run("doctor --harmless").output
    #expect(own.contains("*.sketch") && !own.contains("CMakeLists.txt"))
    try sandbox.edit("workspace.json", #"{"inputs": {"harmless": "none"}}"#)
    #expect(sandbox.run("doctor --harmless").lines == ["No file is harmless by name, as workspace.json says"])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let expected: String
    let exitCode: Int32
    var environment: [String: String] = [:]
    let prepare: @Sendable (CommandSandbox) throws -> Void

    var testDescription: String { name }
  }

  @Test(
    "what is wrong is found",
    arguments: [
      Case(name: "no toolchain", expected: "toolchain error", exitCode: 1, environment: ["PATH": "/nowhere"])
      { _ in },
      Case(name: "no base", expected: "base error", exitCode: 1) {
        try $0.git.git("shop", "branch -m main trunk")
      },
      Case(name: "broken configuration", expected: "workspace error", exitCode: 1) {
        try $0.edit("workspace.json", "{")
      },
      Case(name: "a pattern for nothing", expected: "workspace warning", exitCode: 0) {
        try $0.edit("workspace.json", #"{"tags": [{"match": "//Nowhere/*", "tags": ["x"]}]}"#)
      },
      Case(name: "broken manifest", expected: "manifests error", exitCode: 1) {
        try $0.edit(
          "Packages/Core/Package.swift",
          "// swift-tools-version: 6.0\nimport PackageDescription\nlet x: Int = \"\"\n")
      },
      Case(name: "a dependency that is not there", expected: "manifests warning", exitCode: 0) {
        try $0.remove("Packages/Core")
      },
      Case(name: "no owner", expected: "owners warning", exitCode: 0) {
        try $0.edit("CODEOWNERS", "/Apps/ @shop/apps\n")
      },
      Case(name: "an owner that is none", expected: "owners warning", exitCode: 0) {
        try $0.edit("CODEOWNERS", "* @shop/core\n/Apps/ nobody!\n")
      },
      Case(name: "build folders in Git", expected: "gitignore warning", exitCode: 0) {
        try $0.edit(".gitignore", "")
      },
      Case(
        name: "no place for a cache", expected: "cache warning", exitCode: 0,
        environment: ["XDG_CACHE_HOME": "/dev/null/x"]
      ) { _ in },
      Case(name: "a partial clone without trees", expected: "git warning", exitCode: 0) {
        try $0.git.git("shop", "config extensions.partialclone origin")
        try $0.git.git("shop", "config remote.origin.partialclonefilter tree:0")
      },
      Case(name: "unborn branch", expected: "git warning", exitCode: 0) {
        try $0.git.git("shop", "checkout -q --orphan fresh")
      },
    ])
  func sick(_ test: Case) throws {
    let sandbox = try CommandSandbox()
    try test.prepare(sandbox)
    let result = sandbox.run("doctor --json", environment: test.environment)
    #expect(try checks(result).contains(test.expected), "\(result.output)")
    #expect(result.exitCode == test.exitCode, "\(result.output)")
  }

  @Test("a shallow clone")
  func shallow() throws {
    let sandbox = try CommandSandbox()
    try sandbox.git.commitAll("shop", "second")
    try sandbox.git.git("shop", "clone -q --depth 1 file://\(sandbox.root) \(sandbox.git.path("shallow"))")
    let result = sandbox.run("doctor --json -C ../shallow")
    #expect(try checks(result).contains("git warning"), "\(result.output)")
  }

  @Test("outside a repository there is a report, in no folder there is none")
  func outside() throws {
    let sandbox = try CommandSandbox()
    let result = sandbox.run("doctor --json -C ..")
    #expect(result.exitCode == 1)
    #expect(try checks(result).last == "git error")
    #expect(sandbox.run("doctor -C nowhere").exitCode == 2)
  }
}
