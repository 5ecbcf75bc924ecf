import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

/// The files of a target are sorted by the tool that notices when they change.
struct BuildInputTests {
  private static let map: RelativePath = "Core/Sources/Core/include/module.modulemap"

  /// The inputs of a C target with these module maps, by their paths in its folder `include`.
  private func inputs(_ maps: [String: String]) throws -> ModuleInputs {
    let folder = try TemporaryFolder()
    var scene = KeyScene()
    scene.files["Core/Sources/Core/Core.swift"] = nil
    for name in ["core.c", "inner.h", "include/core.h", "include/text.inc", "include/part.c"] {
      scene.files["Core/Sources/Core/\(name)"] = ""
    }
    for (name, text) in maps {
      scene.files["Core/Sources/Core/include/\(name)"] = text
      try folder.write(text, to: "Core/Sources/Core/include/\(name)")
    }
    let inputs = try scene.keys().buildInputs(root: folder.path, asOf: 0)
    return try #require(inputs.modules[KeyScene.library])
  }

  private func names(_ files: [TreeFile]) -> [String] {
    files.map { String($0.path.description.dropFirst("Core/Sources/Core/".count)) }.sorted()
  }

  @Test(arguments: [[:], ["module.modulemap": "module Core { header \"core.h\" }"]])
  func headersOfAnOrdinaryModuleAreWatched(_ maps: [String: String]) throws {
    let inputs = try inputs(maps)
    #expect(names(inputs.headers) == ["include/core.h", "include/text.inc", "inner.h"])
    #expect(names(inputs.sources) == ["core.c", "include/part.c"])
    #expect(names(inputs.otherFiles) == maps.keys.map { "include/\($0)" })
  }

  @Test(arguments: [
    ["module.modulemap": "module Core [system] { header \"core.h\" }"],
    [
      "module.modulemap": "extern module Core \"maps/core.modulemap\"",
      "maps/core.modulemap": "module Core [system] {}",
    ],
    ["module.modulemap": "extern module Core \"odd.txt\"", "odd.txt": "module Core [system] {}"],
  ])
  func nobodyWatchesHeadersOfASystemModule(_ maps: [String: String]) throws {
    let inputs = try inputs(maps)
    #expect(names(inputs.headers) == [])
    #expect(names(inputs.sources) == ["core.c"])
    #expect(
      Set(names(inputs.otherFiles)).isSuperset(of: [
        "include/core.h", "include/text.inc", "include/part.c", "inner.h",
      ]))
  }

  /// SwiftPM does not watch a file elsewhere, whether Git ignores the file or not.
  @Test func nobodyWatchesIgnoredFilesElsewhere() throws {
    var scene = KeyScene()
    scene.ignored = ["gen/made.h", "Core/Sources/Core/Made.swift", "gen/Made.swift"]
    let inputs = try #require(scene.keys().buildInputs(root: "/", asOf: 0).modules[KeyScene.library])
    #expect(inputs.sources.map(\.path).contains("Core/Sources/Core/Made.swift"))
    #expect(inputs.otherFiles.map(\.path).filter { $0.isInside("gen") } == ["gen/Made.swift", "gen/made.h"])
  }

  @Test func aMapThatCannotBeReadMaySayAnything() throws {
    let inputs = try inputs(["module.modulemap": "extern module Core \"none.modulemap\""])
    #expect(names(inputs.headers) == [])
  }

  /// Swift's driver looks at some flags alone. C compilers are called again for any.
  @Test func flagsOfTheManifestAndOfTheRunAreCompared() throws {
    func flags(_ change: (inout KeyScene) -> Void = { _ in }) throws -> SHA256Digest? {
      var scene = KeyScene()
      change(&scene)
      return try scene.keys().buildInputs(root: "/", asOf: 0).modules[KeyScene.library]?.flags
    }
    let plain = try flags()
    let strict = ["-strict-concurrency=complete"]
    let ofManifest = try flags {
      $0.library.settings = [BuildSetting(tool: "swift", name: "unsafeFlags", values: strict)]
    }
    let ofRun = try flags { $0.surroundings.build.arguments = ["-Xswiftc"] + strict }
    #expect(Set([plain, ofManifest, ofRun]).count == 3)
    let ofC = BuildSetting(tool: "c", name: "define", values: ["A"])
    #expect(try flags { $0.library.settings = [ofC] } == plain)
    #expect(try inputs([:]).flags == nil)
  }
}
