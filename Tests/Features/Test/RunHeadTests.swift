import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Base
@testable import Graph
@testable import Session
@testable import Store

/// Where `build` and `test` run with `--head`. Dry runs show it without building anything.
struct RunHeadTests {
  /// Something to select: a commit that edits Core.
  private func sandbox() throws -> CommandSandbox {
    let sandbox = try CommandSandbox()
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    try sandbox.git.commitAll("shop", "edit")
    return sandbox
  }

  /// Whether a run happens in a copy; nil when nothing would run.
  private func runsInCopy(_ sandbox: CommandSandbox, _ more: String = "") throws -> Bool? {
    let result = sandbox.run("test --base HEAD~1 --head HEAD --dry-run -v \(more)")
    #expect(result.exitCode == 0, "\(result.errors)")
    guard let command = result.lines.first else { return nil }
    #expect(command.contains("/ambit/revisions/") || command.contains(" \(sandbox.root)/"), "\(command)")
    return command.contains("/ambit/revisions/")
  }

  @Test func `an unchanged working tree serves`() throws {
    #expect(try runsInCopy(try sandbox()) == false)
  }

  @Test(arguments: [
    "Packages/Core/Sources/Core/Core.swift", "Packages/Core/Package.swift",
    "Packages/Core/Tests/CoreTests/New.swift",
    "Packages/Core/Package.resolved", "Packages/Core/notes.txt", ".swift-version", "notes.txt",
  ])
  func `a difference that a run could see asks for a copy`(path: String) throws {
    let sandbox = try sandbox()
    try sandbox.edit(path, "// swift-tools-version: 6.0\n")
    #expect(try runsInCopy(sandbox) == true)
  }

  @Test(arguments: [
    "Apps/Shop/Sources/Shop/Shop.swift", "Packages/Core/README.md", "docs/x.md", "CODEOWNERS.md",
  ])
  func `a difference elsewhere does not`(path: String) throws {
    let sandbox = try sandbox()
    try sandbox.edit(path, "// elsewhere\n")
    #expect(try runsInCopy(sandbox, "CoreTests") == false)
  }

  @Test func `a file that tests were seen to read counts`() throws {
    let sandbox = try sandbox()
    try sandbox.edit("Apps/Shop/Sources/Shop/Shop.swift", "// elsewhere\n")
    #expect(try runsInCopy(sandbox, "CoreTests") == false)
    let folder = try #require(SharedCache.path) + "/ambit"
    let sight = Observation.Sight(
      .workspace("Apps/Shop/Sources/Shop/Shop.swift"), .content, .folder, .foreign)
    let tests = ModuleID(package: "Packages/Core", name: "CoreTests")
    FootprintStore(of: sandbox.root, cacheFolder: folder).add(
      Footprints([tests: Footprint(tests: .init([sight]))]), learnedIn: "main")
    #expect(try runsInCopy(sandbox, "CoreTests") == true)
  }

  @Test func `what is affected counts with all it depends on`() throws {
    let sandbox = try sandbox()
    try sandbox.edit("Apps/Shop/Sources/Shop/Shop.swift", "public let x = 3\n")
    try sandbox.git.commitAll("shop", "app")
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 4\n")
    #expect(try runsInCopy(sandbox) == true)
  }

  /// SwiftPM reads the manifests of dependencies that no target uses, too.
  @Test(arguments: ["Packages/Linked", "Libs/Spare"])
  func `a dependency that no target uses counts, also behind a link`(path: String) throws {
    let sandbox = try CommandSandbox()
    let spare =
      "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"Spare\")\n"
    try sandbox.edit("Libs/Spare/Package.swift", spare)
    try FileManager.default.createSymbolicLink(
      atPath: "\(sandbox.root)/Packages/Linked", withDestinationPath: "../Libs/Spare")
    let core = try sandbox.contents(of: "Packages/Core/Package.swift")
    try sandbox.edit(
      "Packages/Core/Package.swift",
      core.replacing("dependencies: [],", with: "dependencies: [.package(path: \"../../\(path)\")],"))
    try sandbox.git.commitAll("shop", "spare")
    #expect(try runsInCopy(sandbox, "CoreTests") == false)
    try sandbox.edit("Libs/Spare/Package.swift", spare + "// edited\n")
    #expect(try runsInCopy(sandbox, "CoreTests") == true)
  }

  @Test func `a staged, a deleted and an ignored source count too`() throws {
    let staged = try sandbox()
    try staged.edit("Packages/Core/Sources/Core/More.swift", "")
    try staged.git.git("shop", "add -A")
    #expect(try runsInCopy(staged) == true)
    let deleted = try sandbox()
    try deleted.remove("Packages/Core/Tests/CoreTests/Tests.swift")
    #expect(try runsInCopy(deleted) == true)
    let ignored = try sandbox()
    try ignored.edit(".git/info/exclude", "Generated.swift\n")
    try ignored.edit("Packages/Core/Sources/Core/Generated.swift", "")
    #expect(try runsInCopy(ignored) == true)
  }

  @Test(arguments: ["Package@swift-6.swift", "Sources/Core/deep/.DS_Store"])
  func `places that SwiftPM must find and Git lacks ask for a copy`(ignored: String) throws {
    let sandbox = try sandbox()
    try sandbox.edit(".gitignore", ".DS_Store\nPackage@*\n")
    if ignored.hasSuffix(".DS_Store") { try sandbox.remove("Packages/Core/Sources") }
    try sandbox.git.commitAll("shop", "ignore")
    #expect(try runsInCopy(sandbox, "--all") == false)
    try sandbox.edit("Packages/Core/\(ignored)", "// swift-tools-version: 6.0\n")
    #expect(try runsInCopy(sandbox, "--all") == true)
  }

  @Test func `what a sparse checkout left out asks for a copy`() throws {
    let sandbox = try sandbox()
    try sandbox.git.git("shop", "sparse-checkout set --no-cone /Apps /Packages/Cart")
    #expect(try runsInCopy(sandbox) == true)
  }

  @Test func `another revision than HEAD is compared like it`() throws {
    let sandbox = try sandbox()
    try sandbox.edit("README.md", "words\n")
    try sandbox.git.commitAll("shop", "words")
    let older = sandbox.run("test --base HEAD~2 --head HEAD~1 --dry-run -v")
    #expect(older.lines.first?.contains("/revisions/") == false)
    let first = sandbox.run("test --all --head HEAD~2 --dry-run -v")
    #expect(first.lines.first?.contains("/revisions/") == true)
  }

  @Test func `planned modules that are not selected here count`() throws {
    let sandbox = try sandbox()
    let plan = sandbox.git.path("plan.json")
    #expect(sandbox.run("plan --base HEAD~1 --head HEAD --shards 1 --out \(plan)").exitCode == 0)
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 6\n")
    let result = sandbox.run("test --base HEAD --head HEAD --shard 1/1 --plan \(plan) --dry-run -v")
    #expect(result.lines.first?.contains("/ambit/revisions/") == true, "\(result.output)\(result.errors)")
  }

  @Test func `modules that an audit draws count`() throws {
    let sandbox = try sandbox()
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 7\n")
    let result = sandbox.run("test --base HEAD --head HEAD --audit 100 --dry-run -v")
    #expect(result.lines.first?.contains("/ambit/revisions/") == true, "\(result.output)\(result.errors)")
  }

  @Test func `a workspace inside the repository keeps its place in the copy`() throws {
    let sandbox = try sandbox()
    try sandbox.edit("Packages/workspace.json", "{\"version\": 1}\n")
    try sandbox.git.commitAll("shop", "workspace")
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 5\n")
    let result = sandbox.run("test --all --head HEAD --dry-run -v -C Packages")
    #expect(
      result.lines.contains { $0.contains("/tree/shop/Packages/.build/ambit/") },
      "\(result.output)\(result.errors)")
  }
}
