import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The folder that copies of revisions live in. The package has no tests to speak of, so that a run costs
/// little; what it leaves in the cache is looked at.
struct RevisionRunFolderTests {
  /// One package whose test does not compile: the quickest run there is.
  private struct Scene {
    let sandbox: CommandSandbox
    var cache: String { sandbox.git.path("cache") }
    var revisions: String { cache + "/ambit/revisions" }

    init() throws {
      sandbox = try CommandSandbox()
      for package in ["Packages/Cart", "Apps/Shop"] { try sandbox.remove(package) }
      try sandbox.edit("Packages/Core/Tests/CoreTests/Tests.swift", "syntax error\n")
      try sandbox.git.commitAll("shop", "broken")
      try sandbox.edit("Packages/Core/Tests/CoreTests/Tests.swift", "// mended\n")
    }

    func run() -> CommandSandbox.Result {
      sandbox.run("test --all --head HEAD --json", environment: ["XDG_CACHE_HOME": cache])
    }

    func names(in folder: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }
  }

  @Test func `old copies go, those of folders that are gone first`() throws {
    let scene = try Scene()
    let manager = FileManager.default
    for number in 1...9 {
      let copy = "\(scene.revisions)/old\(number)"
      try manager.createDirectory(atPath: copy + "/tree/x", withIntermediateDirectories: true)
      let origin = number == 9 ? "/nowhere/at/all" : scene.sandbox.root
      try origin.write(toFile: copy + "/origin", atomically: false, encoding: .utf8)
      try "".write(toFile: copy + "/files", atomically: false, encoding: .utf8)
      try manager.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000 + Double(number))],
        ofItemAtPath: copy + "/files")
    }
    #expect(scene.run().exitCode == 1)
    let left = try scene.names(in: scene.revisions).filter { $0.hasPrefix("old") }
    // Eight with the new one. The youngest of all went, since its workspace is gone.
    #expect(left == ["old2", "old3", "old4", "old5", "old6", "old7", "old8"])
  }

  @Test func `a link in the cache is not followed`() throws {
    let scene = try Scene()
    #expect(scene.run().exitCode == 1)
    let home = try #require(try scene.names(in: scene.revisions).first)
    let precious = scene.sandbox.git.path("precious")
    try scene.sandbox.git.folder.write("mine", to: "precious/file")
    let tree = "\(scene.revisions)/\(home)/tree/shop"
    try FileManager.default.removeItem(atPath: tree)
    try FileManager.default.createSymbolicLink(atPath: tree, withDestinationPath: precious)
    let result = scene.run()
    #expect(result.exitCode == 2)
    #expect(try result.json["error"]?["code"]?.stringValue == "cache-unusable")
    #expect(try scene.names(in: precious) == ["file"])
  }

  @Test func `without a cache there is an error`() throws {
    let scene = try Scene()
    let result = scene.sandbox.run(
      "test --all --head HEAD --json", environment: ["XDG_CACHE_HOME": "", "HOME": ""])
    #expect(try result.json["error"]?["code"]?.stringValue == "no-cache-folder")
  }
}
