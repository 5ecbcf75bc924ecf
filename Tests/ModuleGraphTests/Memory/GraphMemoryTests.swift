import Base
import Foundation
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

/// What is remembered must be what would be built.
@Suite struct GraphMemoryTests {
  private static let names = ["A", "B", "C"]

  /// Packages whose targets look for their folders in several places, read headers elsewhere, and import
  /// one another without saying so.
  private static let manifests = Dictionary(
    uniqueKeysWithValues: names.map { name in
      let targets = [
        TargetDescription(
          name: name,
          settings: [BuildSetting(tool: "c", name: "unsafeFlags", values: ["-I../Shared", "-Imaps/m.map"])]),
        TargetDescription(
          name: "\(name)Tests", kind: .test, exclude: name == "A" ? ["Left"] : [],
          dependencies: [.init(.target(name))]),
      ]
      return (
        RelativePath(name), PackageManifest(name: name, toolsVersion: ToolsVersion(6, 0), targets: targets)
      )
    })

  /// Paths that matter to a graph, and some that do not.
  private static let paths =
    names.flatMap { name in
      [
        "\(name)/Package.swift", "\(name)/Sources/\(name)/a.swift", "\(name)/Sources/b.swift",
        "\(name)/src/\(name)/c.swift", "\(name)/Tests/\(name)Tests/t.swift",
        "\(name)/Sources/\(name)Tests/u.swift",
        "\(name)/maps/m.map", "\(name)/README.md", "\(name)/Sources/\(name)/x.c",
        "\(name)/Tests/LinuxMain.swift",
      ]
    } + ["Shared/s.h", "notes.txt"]

  private static let texts = [
    "", "import A", "import B\nimport C", "let x = 1", "#include \"../../../Shared/s.h\"",
    "f(\"README.md\")", "f(\"../ATests/Left\")",
  ]

  private static func randomFiles(_ random: inout SeededGenerator) -> [String: String] {
    var files: [String: String] = [:]
    for path in paths where path.hasSuffix("Package.swift") || Int.random(in: 0..<3, using: &random) > 0 {
      files[path] = texts.randomElement(using: &random)
    }
    return files
  }

  private static func edited(_ files: [String: String], _ random: inout SeededGenerator) -> [String: String] {
    var files = files
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard let path = paths.randomElement(using: &random) else { continue }
      switch Int.random(in: 0..<3, using: &random) {
      case 0: files[path] = path.hasSuffix("Package.swift") ? files[path] : nil
      default: files[path] = texts.randomElement(using: &random)
      }
    }
    return files
  }

  private static func changes(from old: [String: String], to new: [String: String]) -> [FileChange] {
    Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted().compactMap { path in
      FileChange(
        path: RelativePath(path), origin: .committed,
        old: old[path].map { _ in FileVersion(contentID: nil, kind: .file) },
        new: new[path].map { _ in FileVersion(contentID: nil, kind: .file) })
    }
  }

  @Test(arguments: 0..<60) func aSharedGraphIsTheOneThatWouldBeBuilt(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let cache = try TemporaryFolder()
    let memory = GraphMemory(cacheFolder: cache.path, surroundings: ["seed"])
    let loader = GraphFromFiles.loader(Self.manifests)
    var files = Self.randomFiles(&random)
    for step in 0..<6 {
      let next = Self.edited(files, &random)
      var imports = ImportScan(cacheFolder: nil, jobs: 1)
      let loaded = try loader.load(
        head: .init(
          tree: MemoryTree(next), commit: step % 2 == 0 ? "\(step + 1)" : nil,
          changes: Self.changes(from: files, to: next)),
        base: .init(tree: MemoryTree(files), commit: "\(step)"), memory: memory, imports: &imports)
      let fresh = try GraphFromFiles.graph(Self.manifests, MemoryTree(next))
      #expect(loaded.head == fresh, "step \(step): \(Self.changes(from: files, to: next).map(\.path))")
      #expect(try loaded.base == GraphFromFiles.graph(Self.manifests, MemoryTree(files)))
      files = next
    }
  }

  @Test func anEditThatMattersToNoGraphSharesIt() throws {
    let files = ["A/Package.swift": "", "A/Sources/A/a.swift": "let x = 1"]
    let next = ["A/Package.swift": "", "A/Sources/A/a.swift": "let x = 2", "A/Sources/A/new.swift": ""]
    var imports = ImportScan(cacheFolder: nil, jobs: 1)
    let loaded = try GraphFromFiles.loader(["A": Self.manifests["A"]].compactMapValues { $0 }).load(
      head: .init(tree: MemoryTree(next), commit: nil, changes: Self.changes(from: files, to: next)),
      base: .init(tree: MemoryTree(files), commit: "1"),
      memory: GraphMemory(cacheFolder: nil, surroundings: []),
      imports: &imports)
    #expect(loaded.isSameGraph)
  }

  @Test func aFileThatBecomesAFolderOrTheOtherWayRoundMakesAnotherGraph() throws {
    let file = ["A/Package.swift": "", "A/Sources": "text", "A/src/A/a.swift": ""]
    let folder = ["A/Package.swift": "", "A/Sources/a.swift": "", "A/src/A/a.swift": ""]
    let manifest = PackageManifest(
      name: "A", toolsVersion: ToolsVersion(6, 0),
      targets: [
        TargetDescription(
          name: "A",
          settings: [
            BuildSetting(tool: "c", name: "unsafeFlags", values: ["-ISources"])
          ])
      ])
    for (old, new) in [(file, folder), (folder, file)] {
      var imports = ImportScan(cacheFolder: nil, jobs: 1)
      let loaded = try GraphFromFiles.loader(["A": manifest]).load(
        head: .init(tree: MemoryTree(new), commit: nil, changes: Self.changes(from: old, to: new)),
        base: .init(tree: MemoryTree(old), commit: "1"),
        memory: GraphMemory(cacheFolder: nil, surroundings: []), imports: &imports)
      #expect(try loaded.head == GraphFromFiles.graph(["A": manifest], MemoryTree(new)))
      #expect(!loaded.isSameGraph)
    }
  }

  /// A manifest that reads the world is run every time, and the graph holds while it says what it said.
  @Test func aGraphHoldsWhileManifestsSayTheSame() throws {
    let cache = try TemporaryFolder()
    let memory = GraphMemory(cacheFolder: cache.path, surroundings: [])
    let files = [
      "A/Package.swift": "import Foundation", "A/Sources/A/a.swift": "", "A/Sources/AB/b.swift": "",
    ]
    let next = files.merging(["A/Sources/A/a.swift": "let x = 2"]) { $1 }
    func load(_ target: String) throws -> WorkspaceLoader.Loaded {
      var imports = ImportScan(cacheFolder: nil, jobs: 1)
      let manifest = PackageManifest(
        name: "A", toolsVersion: ToolsVersion(6, 0), targets: [TargetDescription(name: target)])
      return try GraphFromFiles.loader(["A": manifest]).load(
        head: .init(tree: MemoryTree(next), commit: "2", changes: Self.changes(from: files, to: next)),
        base: .init(tree: MemoryTree(files), commit: "1"), memory: memory, imports: &imports)
    }
    for target in ["A", "A", "AB", "AB", "A"] {
      let loaded = try load(target)
      #expect(loaded.head.modules.map(\.id.name) == [target] && loaded.isSameGraph)
      #expect(loaded.base == loaded.head)
      #expect(loaded.impure.map(\.path) == ["A/Package.swift"])
      #expect(memory.recall("1")?.graph == loaded.head)
    }
  }

  /// The same commit has other packages where a submodule can be read.
  @Test func aGraphHoldsForTheSubmodulesThatCanBeRead() throws {
    let cache = try TemporaryFolder()
    let memory = GraphMemory(cacheFolder: cache.path, surroundings: [])
    func modules(_ files: [String: String], submodules: [RelativePath: Bool]) throws -> [String] {
      var imports = ImportScan(cacheFolder: nil, jobs: 1)
      let tree = MemoryTree(files, submodules: submodules)
      let loaded = try GraphFromFiles.loader(Self.manifests).load(
        head: .init(tree: tree, commit: "1"), base: nil, memory: memory, imports: &imports)
      #expect(memory.recall("1")?.graph == loaded.head)
      return loaded.head.modules.map(\.id.description)
    }
    let without = ["A/Package.swift": ""]
    let with = ["A/Package.swift": "", "B/Package.swift": ""]
    let absent = try modules(without, submodules: ["B": false])
    #expect(try modules(with, submodules: ["B": true]).count > absent.count)
    #expect(try modules(without, submodules: ["B": false]) == absent)
    // A tree whose files would say otherwise shows that the graph was remembered.
    #expect(try modules(with, submodules: ["B": false]) == absent)
  }

  @Test func aDamagedFileIsUnknown() throws {
    let cache = try TemporaryFolder()
    let memory = GraphMemory(cacheFolder: cache.path, surroundings: [])
    var imports = ImportScan(cacheFolder: nil, jobs: 1)
    _ = try GraphFromFiles.loader(Self.manifests).load(
      head: .init(tree: MemoryTree(["A/Package.swift": ""]), commit: "1"), base: nil, memory: memory,
      imports: &imports)
    let file = try #require(try FileManager.default.contentsOfDirectory(atPath: cache.path("graphs")).first)
    let path = cache.path("graphs/" + file)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(memory.recall("1") != nil)
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 0x40
      try bytes.write(to: URL(fileURLWithPath: path))
      #expect(memory.recall("1") == nil)
    }
    try whole.dropLast().write(to: URL(fileURLWithPath: path))
    #expect(memory.recall("1") == nil)
  }

  @Test func otherSurroundingsAreOtherGraphs() throws {
    let cache = try TemporaryFolder()
    var imports = ImportScan(cacheFolder: nil, jobs: 1)
    _ = try GraphFromFiles.loader(Self.manifests).load(
      head: .init(tree: MemoryTree(["A/Package.swift": ""]), commit: "1"), base: nil,
      memory: GraphMemory(cacheFolder: cache.path, surroundings: ["one"]), imports: &imports)
    #expect(GraphMemory(cacheFolder: cache.path, surroundings: ["one"]).recall("1") != nil)
    #expect(GraphMemory(cacheFolder: cache.path, surroundings: ["two"]).recall("1") == nil)
    #expect(GraphMemory(cacheFolder: cache.path, surroundings: ["one"]).recall("2") == nil)
  }
}
