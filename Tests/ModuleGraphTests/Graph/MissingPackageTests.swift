import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

@Suite struct MissingPackageTests {
  private static func package(_ name: String, on dependencies: [PackageDependency.Source] = [])
    -> PackageManifest
  {
    PackageManifest(
      name: name, toolsVersion: ToolsVersion(6, 0),
      products: [ProductDescription(name: name, kind: .library(.automatic), targets: [name])],
      dependencies: dependencies.map { PackageDependency(source: $0) },
      targets: [
        TargetDescription(
          name: name, dependencies: dependencies.isEmpty ? [] : [.init(.product("Kit", package: "Kit"))])
      ])
  }

  private static func load(
    _ manifests: [RelativePath: PackageManifest], files: [String] = []
  ) throws -> WorkspaceLoader.Loaded {
    let paths = manifests.keys.flatMap { folder in
      ["\(folder)/Package.swift", "\(folder)/Sources/\(manifests[folder]?.name ?? "")/a.swift"]
    }
    var imports = ImportScan(cacheFolder: nil, jobs: 1)
    return try GraphFromFiles.loader(manifests).load(
      head: .init(tree: MemoryTree(paths: paths + files), commit: nil), base: nil,
      memory: GraphMemory(cacheFolder: nil, surroundings: []), imports: &imports)
  }

  private func edges(_ graph: WorkspaceGraph) -> [String] {
    graph.modules.flatMap { module in
      module.edges.map { "\(module.id) \($0.kind) \(graph.modules[$0.target].id)" }
    }
  }

  private func closure(of folder: RelativePath, _ graph: WorkspaceGraph) throws -> RootClosure {
    RootClosure(of: try #require(graph.package(at: folder)), in: graph, requested: RequestedTraits())
  }

  @Test(arguments: ["Kit", "deep/KIT", "kit.git"])
  func aPackageOfTheIdentityStandsInForAPath(folder: String) throws {
    let loaded = try Self.load([
      RelativePath(folder): Self.package("Kit"), "Mac/UI": Self.package("UI", on: [.path("../Kit")]),
    ])
    #expect(edges(loaded.head) == ["//Mac/UI:UI dependency //\(folder):Kit"])
    #expect(loaded.warnings.isEmpty)
    // SwiftPM alone finds nothing there.
    #expect(try !closure(of: "Mac/UI", loaded.head).isKnown)
    #expect(WorkspaceGraph(decoding: loaded.head.encoded[...]) == loaded.head)
  }

  @Test func everyPackageOfTheIdentityMayStandIn() throws {
    let loaded = try Self.load([
      "A/Kit": Self.package("Kit"), "B/Kit": Self.package("Kit"),
      "UI": Self.package("UI", on: [.path("../Kit")]),
    ])
    #expect(edges(loaded.head) == ["//UI:UI dependency //A/Kit:Kit", "//UI:UI dependency //B/Kit:Kit"])
  }

  @Test func whatIsThereIsTakenWhateverElseIsCalledSo() throws {
    let loaded = try Self.load([
      "Kit": Self.package("Kit"), "Mac/Kit": Self.package("Kit"),
      "Mac/UI": Self.package("UI", on: [.path("../Kit")]),
    ])
    #expect(edges(loaded.head) == ["//Mac/UI:UI dependency //Mac/Kit:Kit"])
  }

  @Test func aRepositoryOfThatIdentityIsBoth() throws {
    let source = PackageDependency.Source.sourceControl(
      location: "https://example.com/x/Kit.git", requirement: .exact("1.0.0"))
    let graph = try Self.load(["Kit": Self.package("Kit"), "UI": Self.package("UI", on: [source])]).head
    #expect(edges(graph) == ["//UI:UI standIn //Kit:Kit"])
    let module = try #require(graph.index(of: ModuleID(package: "UI", name: "UI")))
    #expect(graph.modules[module].externalPackages == ["kit"])
    let closure = try closure(of: "UI", graph)
    #expect(closure.isKnown)
    #expect(closure.packages.count == 1)
    #expect(closure.remotes.keys.sorted() == ["kit"])
  }

  @Test func aPackageThatIsNowhereIsNamedOnce() throws {
    let loaded = try Self.load([
      "A": Self.package("A", on: [.path("../Made/Kit")]), "B": Self.package("B", on: [.path("../Made/Kit")]),
      "C": Self.package("C"),
    ])
    #expect(edges(loaded.head) == ["//A:A dependency //Made/Kit:?", "//B:B dependency //Made/Kit:?"])
    #expect(loaded.unknownPackages.isEmpty)
    #expect(loaded.warnings.map(\.code) == ["missing-package"])
    #expect(loaded.warnings[0].message.contains("A/Package.swift and 1 more depend on \"../Made/Kit\", but"))
    #expect(try !closure(of: "A", loaded.head).isKnown)
    #expect(WorkspaceGraph(decoding: loaded.head.encoded[...]) == loaded.head)
  }

  /// A file in the folder decides the package that is made there, and whatever it decided before.
  @Test func filesInItsFolderStayWhoseTheyAre() throws {
    let graph = try Self.load(["A": Self.package("A", on: [.path("..")])], files: ["Makefile"]).head
    let map = ModuleMap(graph: graph, rules: PathRules())
    let placement = map.place("Makefile")
    #expect(placement.scope == .everything)
    #expect(placement.modules.map { graph.modules[$0.module].kind } == [.unknown])
    #expect(map.place("A/Sources/A/a.swift").pathClass == .source)
  }
}
