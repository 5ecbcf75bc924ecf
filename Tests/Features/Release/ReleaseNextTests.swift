import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The commands that a plan prints: releases of Core, and of Log in a submodule that asks for Core by its URL.
@Suite struct ReleaseNextTests {
  private let sandbox: CommandSandbox
  private let cache: TemporaryFolder
  private var git: GitSandbox { sandbox.git }

  init() throws {
    sandbox = try CommandSandbox()
    cache = try SharedCache.own()
    try git.folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Log", products: [.library(name: "Log", targets: ["Log"])],
        dependencies: [.package(url: "https://code.example/Core.git", from: "1.2.0")],
        targets: [.target(name: "Log", dependencies: [.product(name: "Core", package: "Core")])])

      """, to: "log/Package.swift")
    try git.folder.write("public let a = 1\n", to: "log/Sources/Log/Log.swift")
    try git.makeRepository("log")
    try git.commitAll("log", "Log")
    try git.git("log", "tag 1.0.0")
    try git.git("shop", "submodule add -q \(git.path("log")) Modules/Log")
    try git.commitAll("shop", "Add Log")
    for tag in ["Core/1.2.0", "Cart/1.0.0", "Shop/1.0.0"] { try git.git("shop", "tag \(tag)") }
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let other = 1\n")
    try git.commitAll("shop", "Call it other")
    for (clone, words) in [("shop", "remote add"), ("shop/Modules/Log", "remote set-url")] {
      let bare = "bare-\(words.count)"
      try git.makeRepository(bare)
      try git.git(bare, "config core.bare true")
      try git.git(clone, "\(words) origin \(git.path(bare))")
    }
  }

  private func run(_ line: String) -> CommandSandbox.Result {
    sandbox.run(line, environment: ["XDG_CACHE_HOME": cache.path])
  }

  @Test func whatIsPrintedDoesIt() throws {
    let plan = run("release plan")
    #expect(plan.output.contains("Edit the manifests, then run in this order"), "\(plan.output)")
    let commands = plan.lines.compactMap { $0.hasPrefix("→ ") ? String($0.dropFirst(2)) : nil }
    #expect(try run("release plan --json").json["next"]?.arrayValue?.map(\.stringValue) == commands)

    let manifest = try sandbox.contents(of: "Modules/Log/Package.swift")
    try sandbox.edit("Modules/Log/Package.swift", manifest.replacing("\"1.2.0\"", with: "\"2.0.0\""))
    for command in commands {
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = ["-c", command]
      shell.currentDirectoryURL = URL(fileURLWithPath: sandbox.root)
      shell.environment = git.environment.merging(
        ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]) { $1 }
      shell.standardOutput = FileHandle.nullDevice
      shell.standardError = FileHandle.nullDevice
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0, "\(command)")
    }
    let inner = "shop/Modules/Log"
    #expect(try git.git("shop", "status --porcelain") == "" && git.git(inner, "status --porcelain") == "")
    #expect(try git.git(inner, "log -1 --format=%s 2.0.0") == "Require Core 2.0.0")
    #expect(try git.git("shop", "rev-parse HEAD:Modules/Log") == git.git(inner, "rev-parse 2.0.0^{commit}"))
    #expect(try git.git("shop", "rev-parse Core/2.0.0^{commit}") == git.git("shop", "rev-parse HEAD"))
    #expect(try git.git("shop", "ls-remote --tags origin").contains("refs/tags/Core/2.0.0"))
    #expect(try git.git(inner, "ls-remote --tags origin").contains("refs/tags/2.0.0"))
    let after = run("release plan")
    #expect(after.lines.first == "Nothing to release", "\(after.output)\(after.errors)")
    #expect(!after.output.contains("→ git"))
  }

  @Test func pinsOfTheFormerReleaseAreToBeBroughtUp() throws {
    try sandbox.edit(
      "Modules/Log/Package.resolved",
      #"{"pins": [{"identity": "core", "kind": "remoteSourceControl", "location": "https://code.example/Core.git", "#
        + #""state": {"revision": "0", "version": "1.2.0"}}], "version": 2}"#)
    // Git does not follow this file yet.
    #expect(!run("release plan").output.contains("swift package"))
    try git.commitAll("shop/Modules/Log", "Pin")
    try git.commitAll("shop", "Record it")
    let result = run("release plan")
    #expect(
      result.lines.last
        == "→ swift package --package-path 'Modules/Log' update core  # after the push: Modules/Log/Package.resolved pins 1.2.0",
      "\(result.output)\(result.errors)")
  }

  /// Paths are those of the clone, wherever the workspace lies in it.
  @Test func aWorkspaceBelowTheTopCommitsItsOwnManifests() throws {
    try git.git("shop", "rm -q -r --cached Modules/Log .gitmodules")
    try git.git("shop", "mv Packages Inner")
    try git.folder.write(
      sandbox.contents(of: "../log/Package.swift").replacing("\"Log\"", with: "\"Own\""),
      to: "shop/Inner/Own/Package.swift")
    try git.folder.write("public let a = 1\n", to: "shop/Inner/Own/Sources/Own/Own.swift")
    try sandbox.edit("Inner/workspace.json", #"{"version": 1}"#)
    try git.git("shop", "add Inner")
    try git.git("shop", "commit -q -m Nest")
    try git.git("shop", "tag Own/1.0.0")
    try sandbox.edit("Inner/Core/Sources/Core/Core.swift", "public let another = 1\n")
    try git.git("shop", "commit -q -a -m Break")
    let plan = run("-C Inner release plan")
    let commit = plan.lines.first { $0.hasPrefix("→ git commit") }
    #expect(
      commit == "→ git commit -m 'Require Core 2.0.0' -- ':/Inner/Own/Package.swift'",
      "\(plan.output)\(plan.errors)")
  }

  @Test func whatIsAskedForMustBeAmongTheReleases() throws {
    let result = run("release plan //Modules/Log")
    #expect(
      result.exitCode == 0 && result.errors.contains("name it too: //Packages/Core"), "\(result.errors)")
    #expect(!result.output.contains("→ git"))
  }

  /// Another commit, or one that has its tag already, is not released from here.
  @Test(arguments: ["--head HEAD~0", "--check"])
  func whereNothingIsReleasedNothingIsTyped(_ flags: String) throws {
    let result = run("release plan \(flags)")
    #expect(result.exitCode < 2 && !result.output.contains("→ git"), "\(result.output)\(result.errors)")
  }
}
