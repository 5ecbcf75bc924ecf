import Foundation
import ProgramSupport
import Support
import TestSupport
import Testing

/// Releases of Core, and of Log in a submodule that asks for Core by its URL, carried out.
@Suite struct ReleaseApplyTests {
  private let sandbox: CommandSandbox
  private let cache: TemporaryFolder
  private var git: GitSandbox { sandbox.git }

  init() throws {
    sandbox = try CommandSandbox()
    cache = try SharedCache.own()
    try Self.write(git.folder, asking: "from: \"1.2.0\"")
    try git.makeRepository("log")
    try git.commitAll("log", "Log")
    try git.git("log", "tag 1.0.0")
    try git.git("shop", "submodule add -q \(git.path("log")) Modules/Log")
    try git.commitAll("shop", "Add Log")
    for tag in ["Core/1.2.0", "Cart/1.0.0", "Shop/1.0.0"] { try git.git("shop", "tag \(tag)") }
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let other = 1\n")
    try git.commitAll("shop", "Call it #7 other")
  }

  private static func write(_ folder: TemporaryFolder, asking requirement: String, at place: String = "log")
    throws
  {
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let least: Version = "1.2.0"
      let package = Package(
        name: "Log", products: [.library(name: "Log", targets: ["Log"])],
        dependencies: [
          // The ground of all.
          .package(url: "https://code.example/Core.git", \(requirement)),
        ],
        targets: [.target(name: "Log", dependencies: [.product(name: "Core", package: "Core")])])

      """, to: "\(place)/Package.swift")
    try folder.write("public let a = 1\n", to: "\(place)/Sources/Log/Log.swift")
  }

  private func run(_ line: String) -> CommandSandbox.Result {
    sandbox.run(line, environment: ["XDG_CACHE_HOME": cache.path])
  }

  /// All that Git knows of both clones.
  private func state() throws -> [String] {
    try ["shop", "shop/Modules/Log"].flatMap { place in
      [
        try git.git(place, "rev-parse HEAD"), try git.git(place, "for-each-ref"),
        try git.git(place, "status --porcelain"), try git.git(place, "diff HEAD"),
      ]
    }
  }

  @Test func requirementsAreWrittenCommittedAndTagged() throws {
    let start = try git.git("shop", "rev-parse HEAD")
    let result = run("release plan --apply")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output.contains("Tagged; nothing was pushed"), "\(result.output)")
    #expect(result.lines.contains("→ git -C 'Modules/Log' push origin HEAD '2.0.0'"), "\(result.output)")
    #expect(result.lines.last == "→ git push origin HEAD 'Core/2.0.0'", "\(result.output)")

    #expect(try git.git("shop", "status --porcelain") == "")
    #expect(try git.git("shop", "diff --name-only \(start) HEAD") == "Modules/Log")
    let inner = "shop/Modules/Log"
    #expect(try git.git(inner, "status --porcelain") == "")
    let difference = try git.git(inner, "diff -U0 1.0.0 HEAD").split(separator: "\n").suffix(2)
    #expect(
      difference == [
        "-    .package(url: \"https://code.example/Core.git\", from: \"1.2.0\"),",
        "+    .package(url: \"https://code.example/Core.git\", from: \"2.0.0\"),",
      ])
    #expect(try git.git(inner, "log -1 --format=%s 2.0.0") == "Ask for Core 2.0.0")
    #expect(try git.git(inner, "cat-file -t 2.0.0") == "tag")
    #expect(try git.git("shop", "rev-parse HEAD:Modules/Log") == git.git(inner, "rev-parse 2.0.0^{commit}"))
    let message = try git.git("shop", "tag -l --format=%(contents) Core/2.0.0")
    #expect(message.hasPrefix("Core 2.0.0\n\n- Call it #7 other"), "\(message)")
    #expect(try git.git("shop", "rev-parse Core/2.0.0^{commit}") == git.git("shop", "rev-parse HEAD"))

    let after = run("release plan")
    #expect(after.lines.first == "Nothing to release", "\(after.output)\(after.errors)")
  }

  @Test func applyingIsToldInJSON() throws {
    let applied = try run("release plan --apply --json").json["applied"]?.arrayValue ?? []
    #expect(applied.map { $0["folder"]?.stringValue } == ["Modules/Log", ""])
    #expect(applied.first?["subject"]?.stringValue == "Ask for Core 2.0.0")
    #expect(applied.last?["tags"]?.arrayValue?.map(\.stringValue) == ["Core/2.0.0"])
  }

  @Test func pinsOfTheFormerReleaseAreToBeBroughtUp() throws {
    try sandbox.edit(
      "Modules/Log/Package.resolved",
      #"{"pins": [{"identity": "core", "kind": "remoteSourceControl", "location": "https://code.example/Core.git", "#
        + #""state": {"revision": "0", "version": "1.2.0"}}], "version": 2}"#)
    // What Git does not follow is nobody's.
    #expect(try run("release plan --json").json["next"]?.arrayValue?.isEmpty == true)
    try git.commitAll("shop/Modules/Log", "Pin")
    try git.commitAll("shop", "Record it")
    let result = run("release plan --apply")
    #expect(
      result.lines.last
        == "→ swift package --package-path 'Modules/Log' update core  # after the push: Modules/Log/Package.resolved pins 1.2.0",
      "\(result.output)\(result.errors)")
  }

  @Test func whatFailsLateIsTakenBackEverywhere() throws {
    let hook = git.path("shop/.git/hooks/pre-commit")
    try git.folder.write("#!/bin/sh\necho not on a Friday >&2\nexit 1\n", to: "shop/.git/hooks/pre-commit")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    let before = try state()
    let result = run("release plan --apply")
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("not on a Friday; all is as it was"), "\(result.errors)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: git.path("shop/.git")).allSatisfy {
        !$0.contains("ambit")
      })
    #expect(try state() == before)
  }

  @Test func tagsThatAreThereAreNotMoved() throws {
    try git.git("shop", "checkout -q -b side HEAD~1")
    try git.commitAll("shop", "Elsewhere")
    try git.git("shop", "tag Core/2.0.0")
    try git.git("shop", "checkout -q main")
    let before = try state()
    let result = run("release plan --apply")
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("there is a tag \"Core/2.0.0\" already"), "\(result.errors)")
    #expect(try state() == before)
  }

  @Test func changesThatNoReleaseWouldHaveAreRefused() throws {
    try sandbox.edit("Modules/Log/Sources/Log/Log.swift", "public let b = 1\n")
    let result = run("release plan --apply")
    #expect(result.exitCode == 2)
    #expect(
      result.errors.contains("the submodule \"Modules/Log\" has changes that are not committed"),
      "\(result.errors)")
    try git.commitAll("shop/Modules/Log", "Not recorded")
    let moved = run("release plan --apply")
    #expect(moved.errors.contains("has another commit checked out"), "\(moved.errors)")
  }

  @Test func whatIsAskedForMustBeAmongTheReleases() throws {
    let before = try state()
    let result = run("release plan //Modules/Log --apply")
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("name it too: //Packages/Core"), "\(result.errors)")
    #expect(try state() == before)
  }

  @Test func whatIsComputedIsLeftToPeople() throws {
    try Self.write(git.folder, asking: "from: least", at: "shop/Modules/Log")
    try git.commitAll("shop/Modules/Log", "Compute")
    try git.git("shop/Modules/Log", "tag 1.1.0")
    try git.commitAll("shop", "Move")
    let before = try state()
    let result = run("release plan --apply")
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("is not said in plain numbers"), "\(result.errors)")
    #expect(result.errors.contains("from: \"2.0.0\" for Core there by hand"), "\(result.errors)")
    #expect(try state() == before)
  }
}
