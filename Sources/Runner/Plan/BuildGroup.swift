package import Base
import Graph

/// Packages that are built by one invocation, in a scratch folder of their own.
package struct BuildGroup: Sendable, Equatable {
  package let name: String
  package let scratchFolder: String
  /// The packages, sorted by folder. A single package is built as SwiftPM builds any package.
  package let packages: [PackageRun]
  /// The pins of all packages. nil when they need nothing from outside the workspace.
  package let pins: ResolvedPins?
  package let kept: KeptOutputs

  /// The workspace's packages that SwiftPM considers when it plans. nil when that is unknown.
  package var plannedPackages: Set<RelativePath>? {
    packages.reduce(into: []) { all, package in
      if let planned = package.planned { all?.formUnion(planned) } else { all = nil }
    }
  }

  /// The packages in the order of separate builds, dependencies first. A package is compiled differently as the root.
  /// So its dependents leave the version that they need.
  var inTurn: [PackageRun] {
    let needs = packages.map { Set($0.closure.map(\.package)).count }
    return packages.indices.sorted { (needs[$0], $0) < (needs[$1], $1) }.map { packages[$0] }
  }

  /// The workspace's outputs that may lie in a scratch folder, affected or not. Other outputs come from earlier
  /// versions of the workspace and are deleted.
  package struct KeptOutputs: Sendable, Equatable {
    package let targets: Set<String>
    /// The names of the products' files.
    package let products: Set<String>
    /// The dependencies from outside the workspace. When they change, their older outputs are deleted.
    package let externals: ExternalNeeds
  }
}

/// The facts that decide which modules come from outside the workspace. The texts are only compared.
package struct ExternalNeeds: Sendable, Equatable {
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
