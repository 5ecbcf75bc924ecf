import Base
import Graph

/// The facts that decide which modules come from outside the workspace. The texts are only compared.
package struct ExternalNeeds: Sendable, Equatable, Codable {
  private var lines: Set<String> = []
  /// The pins in the lockfile of each root; empty for a root without one.
  private(set) var pins: [RelativePath: ResolvedPins] = [:]

  /// Adds the needs of `root`, built as root.
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
    pins[folder] = workspace.pins[root] ?? ResolvedPins()
  }

  /// Returns the same needs with another lockfile of `root`.
  func with(_ pins: ResolvedPins, for root: RelativePath) -> ExternalNeeds {
    var needs = self
    needs.pins[root] = pins
    return needs
  }

  package var text: String {
    let pinned = pins.map { "\($0) is pinned to \($1.isEmpty ? "nothing" : $1.text)" }
    return (lines.sorted() + pinned.sorted()).joined(separator: "\n")
  }
}
