import Manifests
import Support
import TestSupport
import Testing

@testable import ModuleGraph

/// Packages from elsewhere in the graph, held against the graph of a workspace that has them by their paths.
@Suite struct GraphJoinTests {
  private static let files = [
    "Apps/Shop/Package.swift", "Apps/Shop/Sources/Shop/s.swift",
    "Features/Cart/Package.swift", "Features/Cart/Sources/Cart/c.swift",
    "Features/Cart/Tests/CartTests/t.swift",
    ".build/checkouts/money/Package.swift", ".build/checkouts/money/Sources/Money/m.swift",
    ".build/checkouts/money/Sources/Cents/m.swift",
    ".build/checkouts/coins/Package.swift", ".build/checkouts/coins/Sources/Coins/c.swift",
  ]

  private static func manifest(
    _ name: String, _ dependencies: [PackageDependency.Source], products: [String: [String]] = [:],
    _ targets: [TargetDescription]
  ) -> PackageManifest {
    var manifest = PackageManifest(name, ToolsVersion(6, 0))
    manifest.dependencies = dependencies.map { PackageDependency(source: $0) }
    manifest.products = products.map {
      ProductDescription(name: $0.key, kind: .library(.automatic), targets: $0.value)
    }
    manifest.targets = targets
    return manifest
  }

  private static func target(
    _ name: String, _ kind: TargetDescription.Kind = .regular,
    _ dependencies: [TargetDependency.Reference] = []
  ) -> TargetDescription {
    var target = TargetDescription(name)
    target.kind = kind
    target.dependencies = dependencies.map { TargetDependency($0) }
    return target
  }

  private static func remote(_ name: String) -> PackageDependency.Source {
    .sourceControl(location: "https://code.example/\(name).git", requirement: .range("1.0.0", "2.0.0"))
  }

  /// `isLocal`: as a workspace that names everything by its path.
  private static func manifests(isLocal: Bool) -> [RelativePath: PackageManifest] {
    func source(_ name: String, from depth: String) -> PackageDependency.Source {
      isLocal ? .path("\(depth)/.build/checkouts/\(name.lowercased())") : remote(name)
    }
    return [
      "Apps/Shop": manifest(
        "Shop", [.path("../../Features/Cart"), source("Coins", from: "../..")],
        [target("Shop", .executable, [.product("Cart", package: "Cart"), .byName("Coins")])]),
      "Features/Cart": manifest(
        "Cart", [source("Money", from: "../.."), remote("Absent")], products: ["Cart": ["Cart"]],
        [
          target("Cart", .regular, [.product("Money", package: "Money")]),
          target("CartTests", .test, [.target("Cart"), .product("Absent", package: "Absent")]),
        ]),
      ".build/checkouts/money": manifest(
        "Money", [source("Coins", from: "../../..")], products: ["Money": ["Money"]],
        [
          target("Money", .regular, [.target("Cents"), .product("Coins", package: "Coins")]), target("Cents"),
        ]),
      ".build/checkouts/coins": manifest("Coins", [], products: ["Coins": ["Coins"]], [target("Coins")]),
    ]
  }

  private let tree = MemoryTree(paths: Self.files)

  private func workspace() throws -> WorkspaceGraph {
    let own = Self.manifests(isLocal: false).filter { !$0.key.isInside(ExternalPackage.root) }
    return try GraphFromFiles.graph(own, MemoryTree(paths: Self.files.filter { !$0.hasPrefix(".build") }))
  }

  private func joined(_ identities: [String]) throws -> WorkspaceGraph {
    let manifests = Self.manifests(isLocal: false)
    let externals = try identities.map { identity in
      ExternalPackage(
        identity: identity, manifest: try #require(manifests[ExternalPackage.folder(of: identity)]))
    }
    return try workspace().joined(with: externals, in: tree, requestedTraits: RequestedTraits())
  }

  private struct Edge: Hashable {
    let from: String
    let to: String
  }

  private func edges(_ graph: WorkspaceGraph) -> Set<Edge> {
    Set(
      graph.modules.flatMap { module in
        module.edges.map { Edge(from: "\(module.id)", to: "\(graph.modules[$0.target].id)") }
      })
  }

  private func packageEdges(_ graph: WorkspaceGraph) -> Set<Edge> {
    Set(
      graph.packages.flatMap { node in
        node.dependencies.compactMap(\.package).map {
          Edge(from: "\(node.folder)", to: "\(graph.packages[$0].folder)")
        }
      })
  }

  @Test func itIsTheGraphOfThoseThatNameThemByPath() throws {
    let expected = try GraphFromFiles.graph(Self.manifests(isLocal: true), tree)
    let found = try joined(["coins", "money"])
    #expect(found.modules.map(\.id) == expected.modules.map(\.id))
    #expect(found.modules.map(\.layout) == expected.modules.map(\.layout))
    #expect(found.modules.map(\.externalPackages) == expected.modules.map(\.externalPackages))
    #expect(found.modules.map(\.package) == expected.modules.map(\.package))
    #expect(found.packages.map(\.folder) == expected.packages.map(\.folder))
    #expect(found.packages.map(\.modules) == expected.packages.map(\.modules))
    #expect(edges(found) == edges(expected))
    #expect(packageEdges(found) == packageEdges(expected))
    #expect(edges(found).count == 6)
  }

  @Test func whatIsNotThereStaysExternal() throws {
    let found = try joined(["money"])
    let external = Dictionary(
      uniqueKeysWithValues: found.modules.map { ("\($0.id)", $0.externalPackages) })
    #expect(external["//Apps/Shop:Shop"] == ["coins"])
    #expect(external["//Features/Cart:Cart"] == [])
    #expect(external["//Features/Cart:CartTests"] == ["absent"])
    #expect(external["//.build/checkouts/money:Money"] == ["coins"])
  }

  @Test func withoutAnyNothingChanges() throws {
    #expect(try joined([]) == workspace())
  }
}
