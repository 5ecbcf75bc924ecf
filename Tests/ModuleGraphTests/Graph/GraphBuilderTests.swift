import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

@Suite struct GraphBuilderTests {
  private func graph(
    _ manifests: [String: PackageManifest], tree: [String] = [], traits: RequestedTraits = RequestedTraits()
  ) throws -> GraphBuilder.Result {
    try GraphBuilder(
      packages: manifests.map { EvaluatedPackage(folder: RelativePath($0), outcome: .known($1)) },
      tree: MemoryTree(paths: tree), workspaceName: "shop", requestedTraits: traits
    ).build()
  }

  private func edges(of id: ModuleID, in graph: WorkspaceGraph) throws -> [String] {
    let index = try #require(graph.index(of: id))
    return graph.modules[index].edges.map { "\(graph.modules[$0.target].id) \($0.kind)" }
  }

  private func manifest(
    _ name: String, dependencies: [PackageDependency] = [], products: [ProductDescription] = [],
    traits: [TraitDescription] = [], _ targets: [TargetDescription]
  ) -> PackageManifest {
    PackageManifest(
      name: name, toolsVersion: ToolsVersion(6, 0), products: products, dependencies: dependencies,
      targets: targets, traits: traits)
  }

  private func library(_ name: String, _ targets: [String]) -> ProductDescription {
    ProductDescription(name: name, kind: .library(.automatic), targets: targets)
  }

  private func path(_ path: String, traits: [PackageDependency.Trait] = [.init(name: "default")])
    -> PackageDependency
  {
    PackageDependency(source: .path(path), traits: traits)
  }

  @Test func aProductLeadsToItsTargets() throws {
    let result = try graph([
      "Core": manifest(
        "Core", products: [library("CoreKit", ["Core", "CoreModel"])],
        [
          TargetDescription(name: "Core"), TargetDescription(name: "CoreModel"),
          TargetDescription(name: "Hidden"),
        ]),
      "App": manifest(
        "App", dependencies: [path("../Core")],
        [TargetDescription(name: "App", dependencies: [.init(.product("CoreKit", package: "Core"))])]),
    ])
    #expect(
      try edges(of: ModuleID(package: "App", name: "App"), in: result.graph)
        == ["//Core:Core dependency", "//Core:CoreModel dependency"])
    #expect(result.warnings.isEmpty)
  }

  @Test func aBareNameIsATargetBeforeItIsAProduct() throws {
    let result = try graph([
      "Util": manifest("Util", products: [library("Util", ["Util"])], [TargetDescription(name: "Util")]),
      "App": manifest(
        "App", dependencies: [path("../Util")],
        [
          TargetDescription(name: "App", dependencies: [.init(.byName("Util")), .init(.byName("Model"))]),
          TargetDescription(name: "Model"),
        ]),
    ])
    #expect(
      try edges(of: ModuleID(package: "App", name: "App"), in: result.graph)
        == ["//App:Model dependency", "//Util:Util dependency"])
  }

  @Test func aPackageIsFoundByIdentityManifestNameOrExplicitName() throws {
    let core = manifest("CoreStuff", products: [library("Core", ["Core"])], [TargetDescription(name: "Core")])
    for (reference, dependency) in [
      ("core-lib", path("../Core-Lib")), ("CoreStuff", path("../Core-Lib")),
      ("Nick", PackageDependency(source: .path("../Core-Lib"), explicitName: "Nick")),
    ] {
      let result = try graph([
        "Core-Lib": core,
        "App": manifest(
          "App", dependencies: [dependency],
          [TargetDescription(name: "App", dependencies: [.init(.product("Core", package: reference))])]),
      ])
      #expect(
        try edges(of: ModuleID(package: "App", name: "App"), in: result.graph)
          == ["//Core-Lib:Core dependency"], "\(reference)")
    }
  }

  @Test func pluginsAndMacrosHaveTheirOwnEdges() throws {
    let result = try graph([
      "": manifest(
        "Root",
        [
          TargetDescription(name: "Gen", kind: .plugin, dependencies: [.init(.target("gen-tool"))]),
          TargetDescription(name: "gen-tool", kind: .executable),
          TargetDescription(name: "Macros", kind: .macro),
          TargetDescription(
            name: "Lib", dependencies: [.init(.target("Macros"))], pluginUsages: [PluginUsage(name: "Gen")]),
        ])
    ])
    #expect(
      try edges(of: ModuleID(package: .root, name: "Lib"), in: result.graph)
        == ["//:Gen plugin", "//:Macros macro"])
    #expect(
      try edges(of: ModuleID(package: .root, name: "Gen"), in: result.graph) == ["//:gen-tool dependency"])
  }

  @Test func anExecutableTargetIsAProductWithoutSayingSo() throws {
    let result = try graph([
      "Tool": manifest("Tool", [TargetDescription(name: "tool", kind: .executable)]),
      "App": manifest(
        "App", dependencies: [path("../Tool")],
        [
          TargetDescription(
            name: "AppTests", kind: .test, dependencies: [.init(.product("tool", package: "Tool"))])
        ]),
    ])
    #expect(
      try edges(of: ModuleID(package: "App", name: "AppTests"), in: result.graph) == [
        "//Tool:tool dependency"
      ])
  }

  @Test func traitsDecideWhichEdgesCanExist() throws {
    let conditional = TargetDependency(.target("Extra"), condition: BuildCondition(traits: ["Loud"]))
    func lib(_ traits: [TraitDescription]) -> PackageManifest {
      manifest(
        "Lib", products: [library("Lib", ["Lib"])], traits: traits,
        [TargetDescription(name: "Lib", dependencies: [conditional]), TargetDescription(name: "Extra")])
    }
    func app(_ traits: [PackageDependency.Trait]) -> PackageManifest {
      manifest(
        "App", dependencies: [path("../Lib", traits: traits)],
        [TargetDescription(name: "App", dependencies: [.init(.product("Lib", package: "Lib"))])])
    }
    let off = [TraitDescription(name: "Loud")]
    let onByDefault = off + [TraitDescription(name: "default", enabledTraits: ["Loud"])]
    let id = ModuleID(package: "Lib", name: "Lib")
    #expect(try edges(of: id, in: graph(["Lib": lib(off)]).graph).isEmpty)
    let loud = RequestedTraits(names: ["Loud"])
    #expect(try edges(of: id, in: graph(["Lib": lib(off)], traits: loud).graph).count == 1)
    #expect(
      try edges(of: id, in: graph(["Lib": lib(off)], traits: RequestedTraits(all: true)).graph).count == 1)
    // As a dependency of another root it still has its defaults.
    let none = RequestedTraits(names: [])
    #expect(try edges(of: id, in: graph(["Lib": lib(onByDefault)], traits: none).graph).count == 1)
    #expect(try edges(of: id, in: graph(["Lib": lib(onByDefault)]).graph).count == 1)
    #expect(
      try edges(of: id, in: graph(["Lib": lib(off), "App": app([.init(name: "Loud")])]).graph).count == 1)
  }

  @Test func whatMayDependOnAnUnknownPackageDependsOnItsStandIn() throws {
    let app = manifest(
      "App", dependencies: [path("../Broken")],
      [TargetDescription(name: "App", dependencies: [.init(.product("Thing", package: "Broken"))])])
    let result = try GraphBuilder(
      packages: [
        EvaluatedPackage(folder: "App", outcome: .known(app)),
        EvaluatedPackage(folder: "Broken", outcome: .unknown("error: no")),
      ], tree: MemoryTree(paths: []), workspaceName: "shop"
    ).build()
    #expect(
      try edges(of: ModuleID(package: "App", name: "App"), in: result.graph) == ["//Broken:? dependency"])
  }

  @Test func productsFromOutsideAreRemembered() throws {
    let remote = PackageDependency(
      source: .sourceControl(location: "https://example.com/Swift-Log.git", requirement: .exact("1.0.0")))
    let result = try graph([
      "App": manifest(
        "App", dependencies: [remote],
        [TargetDescription(name: "App", dependencies: [.init(.product("Logging", package: "swift-log"))])])
    ])
    #expect(result.graph.modules.first?.externalPackages == ["swift-log"])
  }

  /// Everyone who asks where a dependency leads asks the graph.
  @Test func dependenciesLeadWhereTheirPathsDo() throws {
    let dependencies = [
      path("../Core", traits: [.init(name: "loud")]), path("/repo/shop/Core"), path("../Vendor/Kit"),
      path("../../shop/Core"), path("../Nowhere"), path("~/Core"), path("/elsewhere/Core"),
      path("../../../Nowhere"), path("../../Nowhere"),
      PackageDependency(source: .registry(id: "Mona.Link", requirement: .exact("1.0.0"))),
    ]
    let links = LinkMap(["Vendor/Kit": Array("../Core".utf8)], absoluteRoot: "/repo/shop", nesting: "shop")
    let graph = try GraphBuilder(
      packages: [
        EvaluatedPackage(folder: "Core", outcome: .known(manifest("Core", []))),
        EvaluatedPackage(folder: "App", outcome: .known(manifest("App", dependencies: dependencies, []))),
      ], tree: MemoryTree(paths: []), links: links, workspaceName: "shop"
    ).build().graph
    #expect(
      graph.packages[0].dependencies == [
        PackageEdge(target: .package(1), identity: "core", traits: [.init(name: "loud")]),
        PackageEdge(target: .package(1), identity: "core"),
        PackageEdge(target: .package(1), identity: "kit", isLinked: true),
        PackageEdge(target: .package(1), identity: "core"),
        PackageEdge(target: .missing, identity: "nowhere"),
        PackageEdge(target: .unknown, standIns: [1], identity: "core"),
        PackageEdge(target: .unknown, standIns: [1], identity: "core"),
        PackageEdge(target: .unknown, identity: "nowhere"),
        PackageEdge(target: .missing, identity: "nowhere"),
        PackageEdge(target: .remote, identity: "mona.link"),
      ])
  }

  @Test func aNameThatLeadsNowhereIsReported() throws {
    let result = try graph([
      "App": manifest("App", [TargetDescription(name: "App", dependencies: [.init(.byName("Ghost"))])])
    ])
    #expect(result.warnings.map(\.code) == ["unresolved-dependency"])
  }
}
