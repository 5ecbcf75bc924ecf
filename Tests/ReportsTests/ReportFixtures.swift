import AffectedGraph
import ModuleMap
import Reports
import Support
import TestSupport
import Workspace

/// Reports on workspaces made of a sketch.
enum ReportFixtures {
  static let shop =
    "App -> Cart Core | AppTests -> App | Cart -> Core | CartTests -> Cart | CoreTests -> Core"

  static func report(
    _ sketch: String = shop, changed: [String], owners: [String: [String]] = [:], fallback: Fallback? = nil
  ) -> AffectedReport {
    report(of: GraphSketch.graph(sketch), changed: changed, owners: owners, fallback: fallback)
  }

  static func report(
    of graph: WorkspaceGraph, changed: [String], owners: [String: [String]] = [:], fallback: Fallback? = nil
  ) -> AffectedReport {
    let revision = Revision(graph: graph, map: ModuleMap(graph: graph, rules: PathRules()))
    let changes = changed.map { ChangedPath(path: RelativePath($0)) }
    let selection = Selection(SelectionRequest(head: revision, base: revision, changes: changes))
    return AffectedReport(
      revisions: ComparedRevisions(
        base: .init(ref: "main", commit: "1a2b3c4d5e", mergeBase: "1a2b3c4d5e"),
        head: .init(ref: "worktree", commit: "ffff")),
      selection: selection, fallback: fallback, touches: [:],
      owners: Dictionary(
        graph.modules.map { ($0.id, owners[$0.id.name] ?? []) }, uniquingKeysWith: { first, _ in first }),
      tags: [:], warnings: [], moduleCount: graph.modules.count)
  }

  /// A library for each name, none of which needs another.
  static func graph(names: [String], package: RelativePath = "Odd") -> WorkspaceGraph {
    let modules = names.sorted().map { name in
      ModuleNode(
        id: ModuleID(package: package, name: name), kind: .library, package: 0,
        layout: TargetLayout(folder: package.appending("Sources/\(name)")), edges: [], externalPackages: [])
    }
    let node = PackageNode(
      folder: package, identity: "odd", manifest: nil, problem: nil, modules: 0..<modules.count)
    return WorkspaceGraph(packages: [node], modules: modules)
  }

  static func drawing(_ graph: WorkspaceGraph, mark: GraphReport.Mark? = nil) -> GraphReport {
    GraphReport(
      graph,
      modules: graph.modules.map {
        GraphReport.Module(id: $0.id, kind: $0.kind, owners: [], tags: [], mark: mark)
      },
      platforms: nil, fallback: nil, warnings: [])
  }

  /// What people have called things, and what they might to do harm.
  static let hostileNames = [
    #"a"b"#, #"back\slash"#, #"ends with \"#, "a|b", "a\nb", "<script>alert(1)</script>", "`code`",
    "**bold**",
    "]]; evil", "#35;", "%%{init: {}}%%", "&lt;", "$(rm)", "@everyone", "end", "subgraph", "日本語", "a b",
    "\u{1B}[31mred", "--> m0", #"\|"#, #"\N"#, "<!-- x -->", "[link](http://x)", "</details>",
  ]
}
