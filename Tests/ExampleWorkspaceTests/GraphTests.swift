import Testing

@testable import ExampleWorkspace

/// The graph is an oracle for others, so here it is held against sets written by hand.
struct GraphTests {
  static let cases: [(edited: String, platform: String?, reached: Set<String>)] = [
    (
      "//Features/ProfileFeature:ProfileFeature", nil,
      [
        "//Features/ProfileFeature:ProfileFeature", "//Features/ProfileFeature:ProfileFeatureDemo",
        "//Features/ProfileFeature:ProfileFeatureTests", "//Apps/Shop:Shop", "//Apps/Shop:ShopMain",
        "//Apps/Shop:ShopTests",
      ]
    ),
    ("//Apps/Shop:ShopTests", nil, ["//Apps/Shop:ShopTests"]),
    ("//Packages/CoreStorage:CoreStorageApple", "linux", ["//Packages/CoreStorage:CoreStorageApple"]),
    (
      "//Packages/CoreGeneration:names-tool", nil,
      [
        "//Packages/CoreGeneration:names-tool", "//Packages/CoreGeneration:NamesPlugin",
        "//Packages/CoreGeneration:CoreGenerationTests",
        "//Features/CatalogFeature:CatalogFeature", "//Features/CatalogFeature:CatalogFeatureTests",
        "//Apps/Shop:Shop", "//Apps/Shop:ShopMain", "//Apps/Shop:ShopTests",
        "//Apps/Backoffice:Backoffice", "//Apps/Backoffice:BackofficeMain",
        "//Apps/Backoffice:BackofficeTests",
      ]
    ),
  ]

  @Test(arguments: cases.indices)
  func editsReach(index: Int) throws {
    let (edited, platform, reached) = Self.cases[index]
    let workspace = try ExampleWorkspace.plan(ExampleOptions())
    #expect(workspace.affected(byEditing: [edited], platform: platform) == reached)
  }

  @Test func anAppleOnlyDependencyCountsForMacOS() throws {
    let workspace = try ExampleWorkspace.plan(ExampleOptions())
    let bridge = "//Packages/CoreStorage:CoreStorageApple"
    for platform in ["macos", nil] {
      let reached = workspace.affected(byEditing: [bridge], platform: platform)
      #expect(reached.contains("//Packages/CoreStorage:CoreStorageTests"))
    }
  }

  @Test func everyEdgeLeadsToAModule() throws {
    let edges = try ExampleWorkspace.plan(ExampleOptions(packages: 200)).edges()
    let loose = edges.values.reduce(into: Set<String>()) { $0.formUnion($1) }.subtracting(edges.keys)
    #expect(loose.isEmpty)
  }
}
