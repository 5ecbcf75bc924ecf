import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

@Suite struct ImportScanTests {
  /// A tree that names its folders, as Git does, and counts what is read.
  private struct CountedTree: FileTree {
    let tree: MemoryTree
    var namesFolders = true
    var changed: RelativePath?
    /// The files as they are read, where they changed since the listing.
    var now: MemoryTree?
    let reads = Guarded<Set<RelativePath>>([])

    func kind(of path: RelativePath) -> FileKind? { tree.kind(of: path) }
    func entries(of folder: RelativePath) -> [FileEntry] { tree.entries(of: folder) }
    func contents(of path: RelativePath) -> [UInt8]? {
      reads.with { _ = $0.insert(path) }
      return (now ?? tree).contents(of: path)
    }
    func hasChanged(_ path: RelativePath) -> Bool { path == changed }
    func files(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) -> [TreeFile] {
      tree.files(where: isWanted)
    }
    func files(below folder: RelativePath) -> [TreeFile] {
      tree.files(below: folder).map { file in
        TreeFile(path: file.path, kind: file.kind, content: id(tree.contents(of: file.path) ?? []))
      }
    }
    func folderID(of folder: RelativePath) -> ContentID? {
      guard namesFolders else { return nil }
      var bytes: [UInt8] = [1]
      for file in tree.files(below: folder) {
        bytes +=
          (file.path.relative(to: folder) ?? .root).bytes + [0] + (tree.contents(of: file.path) ?? []) + [0]
      }
      return id(bytes)
    }
    /// Good enough to tell the few texts of these tests apart.
    private func id(_ bytes: [UInt8]) -> ContentID? {
      var state = SeededGenerator(seed: bytes.reduce(5381) { ($0 &* 33) ^ UInt64($1) })
      return ContentID((0..<20).map { _ in UInt8.random(in: 0...255, using: &state) })
    }
  }

  private static let names = ["A", "B", "C", "D"]
  private static let manifests = Dictionary(
    uniqueKeysWithValues: names.map { name in
      let target = TargetDescription(name: name, exclude: name == "D" ? ["old.swift"] : [])
      return (
        RelativePath(name), PackageManifest(name: name, toolsVersion: ToolsVersion(6, 0), targets: [target])
      )
    })

  private static func files(_ imports: [String: String]) -> [String: String] {
    var files: [String: String] = [:]
    for name in names {
      files["\(name)/Package.swift"] = ""
      files["\(name)/Sources/\(name)/a.swift"] = imports[name].map { "import \($0)" } ?? ""
      files["\(name)/Sources/\(name)/old.swift"] = "import A"
    }
    return files
  }

  private func edges(_ graph: WorkspaceGraph) -> [[Int]] {
    graph.modules.map { $0.edges.map(\.target.rawValue) }
  }

  @Test(arguments: [true, false]) func whatIsKnownIsNotReadAgain(namesFolders: Bool) throws {
    let cache = try TemporaryFolder()
    func scan(_ imports: [String: String]) throws -> (edges: [[Int]], read: Int) {
      let tree = CountedTree(tree: MemoryTree(Self.files(imports)), namesFolders: namesFolders)
      var scan = ImportScan(cacheFolder: cache.path, jobs: 2)
      let graph = try GraphFromFiles.graph(Self.manifests, tree, imports: &scan)
      scan.save()
      return (edges(graph), tree.reads.with { $0.count { $0.lastComponent.elementsEqual("a.swift".utf8) } })
    }
    let first = try scan(["B": "A", "C": "B"])
    #expect(first.edges == [[], [0], [0, 1], []])
    #expect(first.read == 4)
    let second = try scan(["B": "A", "C": "B"])
    #expect(second.edges == first.edges)
    #expect(second.read == 0)
    let third = try scan(["B": "A", "C": "D"])
    #expect(third.edges == [[], [0], [0, 3], []])
    #expect(third.read == 1)
  }

  @Test(arguments: 0..<20) func aWarmScanFindsWhatAColdOneFinds(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var warm = ImportScan(cacheFolder: nil, jobs: 2)
    for _ in 0..<12 {
      let imports = Dictionary(
        uniqueKeysWithValues: Self.names.map { ($0, Self.names.randomElement(using: &random) ?? "A") })
      let tree = CountedTree(
        tree: MemoryTree(Self.files(imports)), namesFolders: Bool.random(using: &random))
      var cold = ImportScan(cacheFolder: nil, jobs: 1)
      #expect(
        try GraphFromFiles.graph(Self.manifests, tree, imports: &warm)
          == GraphFromFiles.graph(Self.manifests, tree, imports: &cold))
    }
  }

  @Test func aFileThatChangedMeanwhileIsNotKeptUnderItsOldContent() throws {
    let cache = try TemporaryFolder()
    func scan(_ imports: [String: String], listed: [String: String]) throws -> [[Int]] {
      // Ids are those of the listing, contents those of now.
      let now = MemoryTree(Self.files(imports))
      var tree = CountedTree(tree: MemoryTree(Self.files(listed)))
      tree.now = now
      if imports != listed { tree.changed = "B/Sources/B/a.swift" }
      var scan = ImportScan(cacheFolder: cache.path, jobs: 1)
      defer { scan.save() }
      return edges(try GraphFromFiles.graph(Self.manifests, tree, imports: &scan))
    }
    _ = try scan(["B": "C"], listed: ["B": "A"])
    #expect(try scan(["B": "A"], listed: ["B": "A"])[1] == [0])
  }

  @Test func aDamagedCacheIsNoCache() throws {
    let cache = try TemporaryFolder()
    let tree = MemoryTree(Self.files(["B": "A"]))
    try cache.write("rubbish", to: "imports-2.table")
    var scan = ImportScan(cacheFolder: cache.path, jobs: 1)
    #expect(try edges(GraphFromFiles.graph(Self.manifests, tree, imports: &scan))[1] == [0])
  }
}
