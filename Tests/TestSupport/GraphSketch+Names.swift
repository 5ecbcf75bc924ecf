package import Base

@testable package import Graph

/// Sketches that several suites draw, and names that they should survive.
extension GraphSketch {
  package static let shop =
    "App -> Cart Core | AppTests -> App | Cart -> Core | CartTests -> Cart | CoreTests -> Core"

  /// A library for each name, none of which needs another.
  package static func libraries(_ names: [String], in package: RelativePath = "Odd") -> WorkspaceGraph {
    let modules = names.sorted().map { name in
      ModuleNode(
        id: ModuleID(package: package, name: name), kind: .library, package: 0,
        layout: TargetLayout(folder: package.appending("Sources/\(name)")), edges: [], externalPackages: [])
    }
    let node = PackageNode(
      folder: package, identity: "odd", manifest: nil, problem: nil, modules: 0..<ModuleIndex(modules.count))
    return WorkspaceGraph(packages: [node], modules: modules)
  }

  /// What people have called things, and what they might to do harm.
  package static let hostileNames = [
    #"a"b"#, #"back\slash"#, #"ends with \"#, "a|b", "a\nb", "<script>alert(1)</script>", "`code`",
    "**bold**",
    "]]; evil", "#35;", "%%{init: {}}%%", "&lt;", "$(rm)", "@everyone", "end", "subgraph", "日本語", "a b",
    "\u{1B}[31mred", "--> m0", #"\|"#, #"\N"#, "<!-- x -->", "[link](http://x)", "</details>",
  ]
}
