import Base
import TestSupport
import Testing

@testable import Graph

@Suite struct SelectionTests {
  private func revision(_ graph: WorkspaceGraph, _ rules: PathRules = PathRules()) -> Revision {
    Revision(graph: graph, map: ModuleMap(graph: graph, rules: rules))
  }

  private func select(
    head: String, base: String? = nil, changed: [String], deleted: [String] = [],
    platforms: Set<String>? = nil
  ) -> Selection {
    let headGraph = GraphSketch.graph(head)
    let baseGraph = GraphSketch.graph(base ?? head)
    let changes =
      changed.map { FileChange(RelativePath($0)) }
      + deleted.map { FileChange(RelativePath($0), .deleted) }
    return Selection(
      SelectionRequest(
        head: revision(headGraph), base: revision(baseGraph), changes: changes, platforms: platforms))
  }

  private func names(_ selection: Selection) -> [String] { selection.modules.map(\.id.name) }

  private static let shop =
    "App -> Cart Core | AppTests -> App | Cart -> Core | CartTests -> Cart | CoreTests -> Core"

  @Test func aLeafReachesOnlyItself() {
    let selection = select(
      head: Self.shop, changed: ["CartTests/x", "Cart/Tests/CartTests/t.swift"].suffix(1))
    #expect(names(selection) == ["CartTests"])
    #expect(selection.scope == .some)
  }

  @Test func theRootReachesAllWithShortestDistances() {
    let selection = select(head: Self.shop, changed: ["Core/Sources/Core/a.swift"])
    #expect(names(selection) == ["App", "AppTests", "Cart", "CartTests", "Core", "CoreTests"])
    #expect(selection.modules.map(\.distance) == [1, 2, 1, 2, 0, 1])
  }

  @Test func theReasonLeadsFromTheModuleDownToTheFile() throws {
    let selection = select(head: Self.shop, changed: ["Core/Sources/Core/a.swift"])
    let tests = try #require(selection.modules.first { $0.id.name == "CartTests" })
    #expect(
      tests.reason == [
        Reason(.dependsOn, .module(GraphSketch.id("Cart"))),
        Reason(.dependsOn, .module(GraphSketch.id("Core"))),
        Reason(.source, .path("Core/Sources/Core/a.swift")),
      ])
  }

  /// Where a submodule's files cannot be seen on one side, nobody can tell what its moved pointer brings.
  @Test func anUnseenSubmoduleReachesWhatLiesInIt() throws {
    let graph = GraphSketch.graph("App -> Vendor/A | AppTests -> App | Other")
    let pointer = FileVersion(contentID: nil, kind: .absentSubmodule)
    for place in ["Vendor", "Vendor/A"] {
      let moved = try #require(
        FileChange(path: RelativePath(place), origin: .submodule, old: pointer, new: pointer))
      let revision = revision(graph, PathRules(unowned: .ignore))
      let selection = Selection(SelectionRequest(head: revision, base: revision, changes: [moved]))
      #expect(names(selection) == ["App", "AppTests", "Vendor/A"], "\(place)")
      let given = Selection(
        SelectionRequest(head: revision, base: nil, changes: [FileChange(RelativePath(place))]))
      #expect(
        names(given) == ["App", "AppTests", "Vendor/A"], "\(place), as `git diff --name-only` lists it")
    }
  }

  @Test func nothingChangedIsNothing() {
    let selection = select(head: Self.shop, changed: [])
    #expect(selection.scope == .none)
    #expect(selection.modules.isEmpty)
  }

  @Test func aCycleTerminates() {
    let selection = select(head: "A -> B | B -> C | C -> A | D -> A", changed: ["B/Sources/B/b.swift"])
    #expect(names(selection) == ["A", "B", "C", "D"])
    #expect(selection.modules.map(\.distance) == [1, 0, 2, 2])
  }

  @Test func aRemovedEdgeStillCarriesTheChange() {
    let selection = select(
      head: "App | Core", base: "App -> Core", changed: ["Core/Sources/Core/a.swift"])
    #expect(names(selection) == ["App", "Core"])
    #expect(selection.modules.first?.reason.first?.kind == .removedDependency)
  }

  @Test func aDeletedModuleReachesItsFormerUsersButIsNotListed() {
    let selection = select(
      head: "App", base: "App -> Core", changed: [], deleted: ["Core/Sources/Core/a.swift"])
    #expect(names(selection) == ["App"])
    #expect(selection.changes.first?.modules == [])
  }

  @Test func pluginAndMacroEdgesSayWhatTheyAre() {
    let selection = select(
      head: "Lib ~> GenPlugin | Other | User => Macros",
      changed: ["GenPlugin/Sources/GenPlugin/p.swift", "Macros/Sources/Macros/m.swift"])
    #expect(names(selection) == ["GenPlugin", "Lib", "Macros", "User"])
    #expect(selection.modules.map { $0.reason[0].kind } == [.source, .plugin, .source, .macro])
  }

  @Test func aFilterNeverPromotes() {
    let selection = select(head: Self.shop, changed: ["Cart/Sources/Cart/a.swift"])
    let all = selection.filtered(depth: .unlimited) { _ in true }
    #expect(names(all) == ["App", "AppTests", "Cart", "CartTests"])
    #expect(names(selection.filtered(depth: .atMost(0)) { _ in true }) == ["Cart"])
    #expect(names(selection.filtered(depth: .atMost(1)) { _ in true }) == ["App", "Cart", "CartTests"])
    let none = selection.filtered(depth: .unlimited) { $0.name == "Core" }
    #expect(none.modules.isEmpty)
    #expect(none.scope == .none)
  }

  @Test func anUnknownPackageReachesItsDependentsWhateverChanged() {
    var graph = GraphSketch.graph("App -> Broken | Other")
    let index = graph.index(of: GraphSketch.id("Broken")) ?? 0
    let node = graph.modules[index]
    graph.modules[index] = ModuleNode(
      id: node.id, kind: .unknown, package: node.package, layout: node.layout, edges: [], externalPackages: []
    )
    let selection = Selection(
      SelectionRequest(head: revision(graph), base: revision(graph), changes: []))
    #expect(names(selection) == ["App"])
  }

  @Test func aModuleThatReadsOutsideOfTheRepositoryReachesItsDependentsWhateverChanged() throws {
    var graph = GraphSketch.graph("App -> Kit | AppTests -> App | Other")
    let kit = try #require(graph.index(of: GraphSketch.id("Kit")))
    graph.modules[kit].placeOutside = "../elsewhere/Base"
    let revision = revision(graph)
    for base in [revision, nil] {
      let selection = Selection(SelectionRequest(head: revision, base: base, changes: []))
      #expect(names(selection) == ["App", "AppTests", "Kit"])
      #expect(selection.modules.last?.reason == [Reason(.input, .path("../elsewhere/Base"))])
    }
  }

  @Test func everythingIsAll() {
    let graph = GraphSketch.graph(Self.shop)
    let selection = Selection(
      SelectionRequest(head: revision(graph), base: nil, changes: [], everything: Cause(.all)))
    #expect(selection.scope == .all)
    #expect(selection.modules.count == 6)
    #expect(selection.modules.allSatisfy { $0.reason == [Reason(.all, .none)] })
  }

  /// Against the obvious way to compute the same: repeat until nothing new is reached.
  @Test(arguments: 0..<40) func aRandomGraphGivesWhatAFixpointGives(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 1...25, using: &random)
    var edges: [String: Set<String>] = [:]
    for from in 0..<count {
      edges["M\(from)"] = Set(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in "M\(Int.random(in: 0..<count, using: &random))"
        })
    }
    let sketch = edges.keys.sorted().map { "\($0) -> \((edges[$0] ?? []).sorted().joined(separator: " "))" }
    let changed = (0..<count).filter { _ in Int.random(in: 0..<6, using: &random) == 0 }.map { "M\($0)" }
    var reached = Set(changed)
    while case let more = Set(edges.filter { !$1.isDisjoint(with: reached) }.keys).subtracting(reached),
      !more.isEmpty
    {
      reached.formUnion(more)
    }
    let selection = select(
      head: sketch.joined(separator: " | "), changed: changed.map { "\($0)/Sources/\($0)/a.swift" })
    #expect(Set(names(selection)) == reached)
  }
}
