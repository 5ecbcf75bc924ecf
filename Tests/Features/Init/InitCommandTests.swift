import Base
import Foundation
import Graph
import ProgramSupport
import TestSupport
import Testing

@testable import Features

@Suite("ambit init")
struct InitCommandTests {
  @Test("writes a file that says what is there and selects what was selected before")
  func write() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let x = 2\n")
    let before = sandbox.run("affected --format names")
    let result = sandbox.run("init")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(
      result.lines.prefix(2) == [
        "Wrote \(sandbox.root)/workspace.json",
        "and .ambit/workspace.schema.json, for checks in editors; commit both",
      ])
    #expect(result.output.contains("  ambit test --all  run every test once"))
    let config = try WorkspaceConfig.parse(Array(sandbox.contents(of: "workspace.json").utf8), fileName: "w")
    #expect(config.name == "shop" && config.defaultBase == "main")
    #expect(config.packages.map(\.pattern) == ["Apps/*", "Packages/*"])
    #expect(config.teams.mapValues(\.handles) == ["core": ["@shop/core"], "apps": ["@shop/apps"]])
    // Uncommitted, the file itself is part of the change, and still selects nothing more.
    #expect(sandbox.run("affected --format names").output == before.output)
    try sandbox.git.commitAll("shop", "config")
    #expect(sandbox.run("affected --base HEAD~1 --format names").output == before.output)
  }

  @Test("editors find the schema in the repository, and doctor says when it is another version's")
  func schema() throws {
    let sandbox = try CommandSandbox()
    #expect(sandbox.run("init").exitCode == 0)
    #expect(
      try sandbox.contents(of: "workspace.json").contains(#""$schema": ".ambit/workspace.schema.json","#))
    let own = URL(filePath: #filePath).appending(path: "../../../../docs/workspace.schema.json").standardized
    #expect(
      try sandbox.contents(of: ".ambit/workspace.schema.json") == String(contentsOf: own, encoding: .utf8))
    #expect(!sandbox.run("doctor").output.contains("another version"))
    try sandbox.edit(".ambit/workspace.schema.json", "{}")
    #expect(sandbox.run("doctor").output.contains("another version"))
    let written = try sandbox.run("init --schema --json").json["schemaFile"]?.stringValue
    #expect(written == "\(sandbox.root)/.ambit/workspace.schema.json")
    #expect(!sandbox.run("doctor").output.contains("another version"))
    #expect(!sandbox.run("init --stdout").output.contains("schema.json"))
  }

  @Test("a pattern that takes a package away does select everything")
  func narrower() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("workspace.json", #"{"packages": ["Packages/*"]}"#)
    #expect(try sandbox.run("affected --json").json["selection"]?.stringValue == "all")
  }

  @Test("never replaces a file unless asked to, and mends a broken one then")
  func existing() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("workspace.json", "{ broken")
    let refused = sandbox.run("init --json")
    #expect(refused.exitCode == 2)
    #expect(try refused.json["error"]?["code"]?.stringValue == "configuration-exists")
    #expect(try sandbox.contents(of: "workspace.json") == "{ broken")
    #expect(sandbox.run("init --force").exitCode == 0)
    #expect(sandbox.run("affected").exitCode == 0)
  }

  @Test("prints the file and writes nothing")
  func stdout() throws {
    let sandbox = try CommandSandbox()
    let printed = sandbox.run("init --stdout")
    #expect(try WorkspaceConfig.parse(Array(printed.output.utf8), fileName: "w").name == "shop")
    #expect(printed.errors.contains("packages  3 packages in Apps/*, Packages/*"))
    #expect(throws: (any Error).self) { try sandbox.contents(of: "workspace.json") }
    let json = try sandbox.run("init --stdout --json").json
    #expect(json["written"]?.boolValue == false)
    #expect(json["contents"]?.stringValue == printed.output)
  }

  @Test("takes the base that origin names")
  func base() throws {
    let sandbox = try CommandSandbox()
    try sandbox.git.git("shop", "update-ref refs/remotes/origin/trunk HEAD")
    try sandbox.git.git("shop", "symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/trunk")
    #expect(try sandbox.run("init --stdout --json").json["defaultBase"]?.stringValue == "origin/trunk")
  }

  @Test("a repository without packages")
  func empty() throws {
    let sandbox = try CommandSandbox()
    for folder in ["Packages", "Apps"] { try sandbox.remove(folder) }
    let result = sandbox.run("init")
    #expect(result.exitCode == 2)
    #expect(result.errors.hasPrefix("error: there is no Package.swift in "))
  }

  @Test(
    "package folders in patterns",
    arguments: [
      (["Packages/A", "Packages/B", "Apps/X"], ["Apps/*", "Packages/*"]),
      ([""], ["."]),
      (["", "Packages/A"], [".", "Packages/*"]),
      (["A", "B"], ["A", "B"]),
      (["P/A", "P/A/Tests/Fixtures/Demo"], ["P/*", "P/A/Tests/Fixtures/Demo"]),
      (["Libs/Net/Http", "Libs/Net/Tcp", "Libs/Core"], ["Libs/*", "Libs/Net/*"]),
      (["Odd[1]/A"], nil),
      (["P/A", ".build/checkouts/x"], ["P/*"]),
    ] as [([String], [String]?)])
  func patterns(_ folders: [String], _ expected: [String]?) {
    #expect(PackageFolders(found: folders.map { RelativePath($0) }).patterns == expected)
  }
}
