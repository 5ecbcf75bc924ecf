import Base
import ReportSupport
import TestSupport
import Testing
import Xcode

@testable import Features
@testable import Graph
@testable import Reports

@Suite("Whom a change concerns")
struct OwnersTests {
  static let teams = [
    "core": TeamConfig(name: "Core", contact: "#core", handles: ["@shop/core"]),
    "carts": TeamConfig(handles: ["shop/carts", "carts@shop.example"]),
  ]

  static let codeOwners = """
    /Core/ @shop/core
    /Cart/ @shop/carts
    /App/ @zoe
    /Old/ @shop/carts
    /docs/ @writer
    """

  static func report(
    _ sketch: String = GraphSketch.shop, base: String? = nil, changed: [String],
    codeOwners: String = codeOwners, files: [String: [RelativePath]] = [:],
    isWanted: ((ModuleID) -> Bool)? = nil
  ) throws -> OwnersReport {
    let graph = GraphSketch.graph(sketch)
    let base = base.map { GraphSketch.graph($0) }
    var builder = builder(graph, base: base, codeOwners)
    builder.files = { files[$0.id.name] ?? [] }
    builder.isWanted = isWanted
    return try builder.report(on: ReportFixtures.report(of: graph, since: base, changed: changed))
  }

  private static func builder(
    _ graph: WorkspaceGraph, base: WorkspaceGraph?, _ codeOwners: String
  ) -> OwnersBuilder {
    var config = WorkspaceConfig.default
    config.teams = teams
    let parsed = CodeOwners.parse(Array(codeOwners.utf8), dialect: .github)
    return OwnersBuilder(
      rules: .init(ref: "main", commit: "1a2b3c4d5e", isBase: true),
      resolver: OwnerResolver(config: config, codeOwners: parsed.file), teams: teams, graph: graph, base: base
    )
  }

  @Test("owners of what changed, and of what is merely reached with the way there")
  func teams() throws {
    let report = try Self.report(changed: ["Core/Sources/Core/a.swift"])
    #expect(report.changed.map(\.id) == ["core"])
    #expect(report.changed.map(\.files) == [["Core/Sources/Core/a.swift"]])
    #expect(report.changed.map { $0.modules.map(\.name) } == [["Core"]])
    #expect(report.reached.map(\.id) == ["@zoe", "carts"])
    #expect(report.reached.map { $0.path?.modules.map(\.name) } == [["App", "Core"], ["Cart", "Core"]])
    #expect(report.shared.map(\.module.name) == ["Core"])
    #expect(report.shared.map(\.teams) == [["@zoe", "carts"]])
    #expect(report.shared.map(\.dependents) == [2])
    #expect(report.unowned.isEmpty && report.deleted.isEmpty && report.mixed.isEmpty)
  }

  @Test("the way to a team does not begin at a module that is merely rebuilt")
  func rebuilt() throws {
    let graph = GraphSketch.graph(GraphSketch.shop)
    var builder = Self.builder(graph, base: nil, Self.codeOwners)
    builder.rebuilt = Set(graph.modules.map(\.id).filter { ["App", "Cart", "CartTests"].contains($0.name) })
    let report = try builder.report(
      on: ReportFixtures.report(of: graph, changed: ["Core/Sources/Core/a.swift"]))
    #expect(report.reached.map(\.id) == ["@zoe"])
    #expect(report.reached.map { $0.path?.modules.first?.name } == ["AppTests"])
    #expect(report.rebuilt?.map { $0.path?.modules.first?.name } == ["Cart"])
  }

  @Test("a file of no module has its owner, and changes no module that it affects")
  func fileAlone() throws {
    let report = try Self.report(changed: ["docs/x.md"])
    #expect(report.changed.map(\.id) == ["@writer"])
    #expect(report.changed.map(\.modules) == [[]])
    #expect(report.reached.map(\.id) == ["@zoe", "carts", "core"])
    #expect(report.reached.map { $0.path?.modules.map(\.name) } == [["App"], ["Cart"], ["Core"]])
    #expect(report.shared.isEmpty)
  }

  @Test("a file of a submodule belongs to the owners of the submodule's path")
  func submodule() throws {
    let version = FileVersion(contentID: nil, kind: .file)
    let change = try #require(
      FileChange(
        path: "Vendor/Lib/a.swift", origin: .submodule, old: version, new: version, in: "Vendor/Lib"))
    let graph = GraphSketch.graph(GraphSketch.shop)
    let builder = Self.builder(graph, base: nil, "/Vendor/Lib @zoe\n*.swift @writer\n")
    let report = try builder.report(on: ReportFixtures.report(of: graph, changed: [], changes: [change]))
    #expect(report.changed.map(\.id) == ["@zoe"])
    #expect(report.changed.map(\.files) == [["Vendor/Lib/a.swift"]])
  }

  @Test("a deleted module belongs to those who owned it")
  func deleted() throws {
    let report = try Self.report("App -> Core", base: "App -> Core Old", changed: ["Old/Package.swift"])
    #expect(report.deleted.map(\.module.name) == ["Old"])
    #expect(report.deleted.map(\.owners) == [["carts"]])
    #expect(report.changed.map(\.id) == ["carts"])
    #expect(report.changed.first?.modules.map(\.name) == ["Old"])
  }

  @Test("of a package that cannot be evaluated nothing is said to be deleted")
  func unknown() throws {
    let head = GraphSketch.graph("App -> Core")
    let standIn = ModuleNode(
      id: ModuleID(package: "Core", name: ""), kind: .unknown, package: 1,
      layout: TargetLayout(folder: "Core"), edges: [], externalPackages: [])
    let graph = WorkspaceGraph(
      packages: head.packages.elements, modules: head.modules.filter { $0.id.name == "App" } + [standIn])
    let builder = OwnersBuilder(
      rules: .init(ref: "main", commit: nil, isBase: true),
      resolver: OwnerResolver(config: .default, codeOwners: nil), teams: [:], graph: graph, base: head)
    #expect(
      try builder.report(on: ReportFixtures.report(of: graph, since: head, changed: [])).deleted.isEmpty)
  }

  @Test("a module that files of several teams make up, with shares")
  func mixed() throws {
    let files: [RelativePath] = [
      "Core/Sources/Core/a.swift", "Core/Sources/Core/b.swift", "Core/Sources/Core/zoe.swift",
      "Core/Sources/Core/free.swift",
    ]
    let owners = Self.codeOwners + "\n/Core/Sources/Core/zoe.swift @zoe\n/Core/Sources/Core/free.swift\n"
    let report = try Self.report(
      changed: ["Core/Sources/Core/zoe.swift"], codeOwners: owners, files: ["Core": files])
    let mixed = try #require(report.mixed.first)
    #expect(mixed.shares.files == 4)
    #expect(mixed.shares.shares.map(\.owner) == ["core", "@zoe", nil])
    #expect(mixed.shares.shares.map { mixed.shares.part(of: $0) } == [0.5, 0.25, 0.25])
    // She owns the file that changed, and they the module that it belongs to.
    #expect(report.changed.map(\.id) == ["@zoe", "core"])
  }

  @Test("several owners of all files are no several teams")
  func joint() throws {
    let report = try Self.report(
      changed: ["Core/Sources/Core/a.swift"], codeOwners: "/Core/ @a @b\n/Core/Sources/Core/free",
      files: ["Core": ["Core/Sources/Core/a.swift", "Core/Sources/Core/free"]])
    #expect(report.mixed.isEmpty)
  }

  @Test("files of modules that were not asked about do not count")
  func narrowed() throws {
    let report = try Self.report(
      changed: ["Core/Sources/Core/a.swift", "docs/x.md"], isWanted: { $0.name == "Core" })
    #expect(report.changed.map(\.id) == ["core"])
  }

  /// A project with targets of two teams. `texts` are what the project file says of each.
  private static func project(_ texts: KeyValuePairs<String, String>) -> WorkspaceGraph {
    ProjectSketch.graph(
      "Core",
      texts.map { name, text in
        ProjectSketch.target(
          name, files: [RelativePath("App/\(name)/a.swift")],
          parts: [
            ProjectSketch.part(text), ProjectSketch.part(text, .settings, in: "App/Settings.xcconfig"),
            ProjectSketch.part(text, .pins, in: "All.xcworkspace/xcshareddata/swiftpm/Package.resolved"),
          ])
      })
  }

  private static let projectOwners = "/App/ @app\n/App/Cart/ @shop/carts\n/App/Core/ @shop/core\n"

  private static func owners(
    _ files: [String], _ head: WorkspaceGraph, _ base: WorkspaceGraph, _ more: String = "",
    isWanted: ((ModuleID) -> Bool)? = nil
  ) throws -> OwnersReport {
    var builder = builder(head, base: base, projectOwners + more)
    builder.isWanted = isWanted
    return try builder.report(on: ReportFixtures.report(of: head, since: base, changed: files))
  }

  @Test(
    "a file that describes targets belongs to the owners of those that it describes otherwise",
    arguments: [
      "App/Shop.xcodeproj/project.pbxproj", "App/Settings.xcconfig",
      "All.xcworkspace/xcshareddata/swiftpm/Package.resolved",
    ])
  func projectFile(_ file: String) throws {
    let base = Self.project(["Cart": "1", "Core": "1"])
    let report = try Self.owners([file], Self.project(["Cart": "2", "Core": "1"]), base)
    #expect(report.changed.map(\.id) == ["carts"])
    #expect(report.changed.map(\.files) == [[RelativePath(file)]])
    #expect(report.changed.map { $0.modules.map(\.name) } == [["Cart"]])
    #expect(report.reached.isEmpty)
    let both = Self.project(["Cart": "2", "Core": "2"])
    #expect(try Self.owners([file], both, base).changed.map(\.id) == ["carts", "core"])
    let one = try Self.owners([file], both, base) { $0.name == "Core" }
    #expect(one.changed.map(\.files) == [[], [RelativePath(file)]])
  }

  @Test("a rule that names project files calls its owners as well, and a rule for a folder does not")
  func namedProjectFile() throws {
    let (base, head) = (Self.project(["Cart": "1"]), Self.project(["Cart": "2"]))
    let file = "App/Shop.xcodeproj/project.pbxproj"
    let report = try Self.owners([file], head, base, "*.pbxproj @zoe\n")
    #expect(report.changed.map(\.id) == ["@zoe", "carts"])
    #expect(try Self.owners([file], base, base, "*.pbxproj @zoe\n").changed.map(\.id) == ["@zoe"])
  }

  @Test("a project file that describes all targets as before belongs to the owners of its path")
  func projectFileWithoutTargets() throws {
    let base = Self.project(["Cart": "1"])
    let file = "App/Shop.xcodeproj/project.pbxproj"
    #expect(try Self.owners([file], base, base).changed.map(\.id) == ["@app"])
  }

  @Test("a project file from which a target went belongs to the target's owners")
  func deletedTarget() throws {
    let base = Self.project(["Cart": "1", "Core": "1"])
    let report = try Self.owners(
      ["App/Shop.xcodeproj/project.pbxproj"], Self.project(["Core": "1"]), base)
    #expect(report.deleted.map(\.module.name) == ["Cart"])
    #expect(report.changed.map(\.id) == ["carts"])
    #expect(report.changed.map { $0.files.count } == [1])
  }

  @Test("groups and ways, held against the graph itself", arguments: 0..<40)
  func random(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let names = (0..<12).map { "P\($0)" }
    var edges: [String: Set<String>] = [:]
    for index in names.indices.dropFirst() {
      edges[names[index]] = Set(
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          names[Int.random(in: 0..<index, using: &generator)]
        })
    }
    let sketch = names.map { "\($0) -> \((edges[$0] ?? []).sorted().joined(separator: " "))" }
    let owner = Dictionary(
      uniqueKeysWithValues: names.map { ($0, ["@a", "@b", "@c", ""].randomElement(using: &generator) ?? "") })
    let changed = Set((0..<2).map { _ in names[Int.random(in: 0..<12, using: &generator)] })
    let report = try Self.report(
      sketch.joined(separator: " | "), changed: changed.sorted().map { "\($0)/Sources/\($0)/x.swift" },
      codeOwners: names.map { "/\($0)/ \(owner[$0] ?? "")" }.joined(separator: "\n"))

    let distances = Self.distances(from: changed, edges)
    let owning = Set(changed.compactMap { owner[$0] }).subtracting([""])
    let reached = Set(distances.keys.compactMap { owner[$0] }).subtracting(owning).subtracting([""])
    #expect(Set(report.changed.map(\.id)) == owning)
    #expect(Set(report.reached.map(\.id)) == reached)
    #expect(Set(report.unowned.map(\.name)) == Set(distances.keys.filter { owner[$0] == "" }))
    for group in report.reached {
      let way = try #require(group.path).modules.map(\.name)
      let shortest = distances.filter { owner[$0.key] == group.id }.values.min()
      #expect(way.count - 1 == shortest)
      #expect(way.first.flatMap { owner[$0] } == group.id)
      #expect(way.last.map(changed.contains) == true)
      for (dependent, dependency) in zip(way, way.dropFirst()) {
        #expect(edges[dependent]?.contains(dependency) == true)
      }
    }
  }

  /// Of everything that stands on `changed`.
  private static func distances(from changed: Set<String>, _ edges: [String: Set<String>]) -> [String: Int] {
    var distances = Dictionary(uniqueKeysWithValues: changed.map { ($0, 0) })
    var isSettled = false
    while !isSettled {
      isSettled = true
      for (module, targets) in edges {
        guard let nearest = targets.compactMap({ distances[$0] }).min() else { continue }
        if nearest + 1 < distances[module] ?? .max {
          distances[module] = nearest + 1
          isSettled = false
        }
      }
    }
    return distances
  }
}
