import ModuleGraph
import Names

/// All that decides which modules packages get from outside the workspace, in words that can be compared.
struct ExternalNeeds {
  private var lines: Set<String> = []

  /// Of the packages that `root` needs, when it is built with itself as root.
  mutating func add(_ root: PackageIndex, _ closure: RootClosure, in workspace: RunWorkspace) {
    guard !closure.remotes.isEmpty else { return }
    let folder = workspace.graph.packages[root].folder
    for (identity, traits) in closure.remotes {
      lines.insert("\(folder) needs \(identity) with \(traits.sorted())")
    }
    for member in closure.packages {
      for (target, uses) in workspace.facts[member]?.uses ?? [:] {
        let id = ModuleID(package: workspace.graph.packages[member].folder, name: target)
        lines.formUnion(uses.map { "\(id) uses \($0)" })
      }
    }
    lines.insert("\(folder) is pinned to \(workspace.pins[root]?.text ?? "nothing")")
  }

  var text: String { lines.sorted().joined(separator: "\n") }
}
