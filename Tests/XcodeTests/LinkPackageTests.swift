import Base
import Testing

@testable import Xcode

@Suite struct LinkPackageTests {
  private typealias Sketch = LinkSketch

  /// Two packages have a product Tools; the project refers to Kit, and to a folder that holds `Modules/Net`.
  private func graph(_ products: XcodePackageProduct...) -> XcodeGraph {
    var sketch = LinkSketch()
    sketch.project(
      "App/Shop.xcodeproj", [Sketch.target("Shop", products: products)], packages: ["Kit", "Modules"])
    sketch.package("Kit", ["KitDynamic": ["Kit", "KitCore"], "Tools": ["Tools"]])
    sketch.package("Modules/Net", ["Net": ["Net"]])
    sketch.package("Other/Tools", ["Tools": ["OtherTools"], "Only": ["Only"]])
    sketch.package("Far/Plug", ["Lint": ["Lint"]], plugins: ["Lint"])
    sketch.package("A/Twin", ["Twin": ["Twin"]])
    sketch.package("B/Twin", ["Twin": ["Twin"]])
    return sketch.graph
  }

  @Test(
    arguments: [
      (
        "a local product is its targets", .init(name: "KitDynamic", origin: .local("Kit")),
        ["dependency //Kit:Kit", "dependency //Kit:KitCore"], []
      ),
      (
        "a local package stands in for its identity", .init(name: "Net", origin: .remote("Net")),
        ["dependency //Modules/Net:Net"], []
      ),
      (
        "a local package that nothing refers to counts besides",
        .init(name: "Only", origin: .remote("tools")),
        ["dependency //Other/Tools:Only"], ["tools"]
      ),
      (
        "all local packages of an identity", .init(name: "Twin", origin: .remote("twin")),
        ["dependency //A/Twin:Twin", "dependency //B/Twin:Twin"], ["twin"]
      ),
      ("an identity from elsewhere", .init(name: "Log", origin: .remote("Swift-Log")), [], ["swift-log"]),
      (
        "an unnamed product is the container's", .init(name: "Tools", origin: .unnamed),
        ["dependency //Kit:Tools"], []
      ),
      ("else any package's", .init(name: "Only", origin: .unnamed), ["dependency //Other/Tools:Only"], []),
      (
        "all packages that have it", .init(name: "Twin", origin: .unnamed),
        ["dependency //A/Twin:Twin", "dependency //B/Twin:Twin"], []
      ),
      (
        "else one that nobody names", .init(name: "SnapshotTesting", origin: .unnamed), [],
        ["*", "snapshottesting"]
      ),
      (
        "a folder that is not there", .init(name: "Net", origin: .local("Gone/Net")),
        ["dependency //Modules/Net:Net"],
        []
      ),
      (
        "a plugin of a package", .init(name: "Lint", origin: .local("Far/Plug")), ["plugin //Far/Plug:Lint"],
        []
      ),
      (
        "a product that is used as a plugin",
        .init(name: "Net", origin: .local("Modules/Net"), isPlugin: true),
        ["plugin //Modules/Net:Net"], []
      ),
    ] as [(String, XcodePackageProduct, [String], [String])])
  func productsComeFromPackages(
    name: String, product: XcodePackageProduct, edges: [String], external: [String]
  ) {
    let graph = graph(product)
    #expect(graph.edges(of: "Shop") == edges)
    #expect(graph.module("Shop")?.externalPackages == external)
    #expect(graph.warnings.isEmpty)
  }

  @Test func anAbsentProductIsNamedAndAllOfItsPackageCounts() {
    let graph = graph(.init(name: "Gone", origin: .local("Kit")))
    #expect(
      graph.messages("absent") == ["//App/Shop.xcodeproj:Shop uses the product Gone, which no package has"])
    #expect(graph.module("Shop")?.edges.map(\.target.name) == ["Kit", "KitCore", "Tools"])
  }

  /// Kit is read and has Kit; nobody can tell what products Broken has.
  @Test(
    arguments: [
      ("of its folder", .init(name: "Gone", origin: .local("Broken")), ["dependency //Broken:?"], []),
      (
        "of its identity, whether the project refers to it or not",
        .init(name: "Gone", origin: .remote("broken")),
        ["dependency //Broken:?"], ["broken"]
      ),
      (
        "that no package is named for", .init(name: "Gone", origin: .unnamed), ["dependency //Broken:?"],
        ["*", "gone"]
      ),
      (
        "of a folder that is not there", .init(name: "Gone", origin: .local("Nowhere")),
        ["dependency //Broken:?"], []
      ),
      (
        "that only a package has which the project does not refer to", .init(name: "Far", origin: .unnamed),
        ["dependency //Broken:?", "dependency //Far:Far"], []
      ),
      (
        "but not one of a package that is read", .init(name: "Kit", origin: .unnamed),
        ["dependency //Kit:Kit"], []
      ),
      ("nor one from elsewhere", .init(name: "Log", origin: .remote("log")), [], ["log"]),
    ] as [(String, XcodePackageProduct, [String], [String])])
  func aPackageThatCannotBeReadMayHaveAProduct(
    name: String, product: XcodePackageProduct, edges: [String], external: [String]
  ) {
    var sketch = LinkSketch()
    sketch.project("App/Shop.xcodeproj", [Sketch.target("Shop", products: [product])], packages: ["Kit"])
    sketch.package("Kit", ["Kit": ["Kit"]])
    sketch.package("Far", ["Far": ["Far"]])
    sketch.package("Broken", ["?": ["?"]], targets: nil)
    let graph = sketch.graph
    #expect(graph.edges(of: "Shop") == edges)
    #expect(graph.module("Shop")?.externalPackages == external)
    #expect(graph.warnings.isEmpty)
  }

  @Test func packagesOfTheWorkspaceStandInToo() {
    var sketch = LinkSketch()
    sketch.project(
      "App/Shop.xcodeproj", [Sketch.target("Shop", products: [.init(name: "Kit", origin: .remote("kit"))])])
    sketch.package("Sub/Kit", ["Kit": ["Kit"]])
    sketch.workspace("Shop.xcworkspace", "App/Shop.xcodeproj", "Sub/Kit")
    #expect(sketch.graph.module("Shop")?.externalPackages == [])
    #expect(sketch.graph.edges(of: "Shop") == ["dependency //Sub/Kit:Kit"])
  }
}
