package import SwiftSources

/// Which traits of each package may be on.
///
/// A package can be built as root with its defaults, and as a dependency with what its dependents ask
/// for. The union of both is what an edge's trait condition is held against: an edge that could
/// exist in some build counts.
struct TraitResolution {
  private let enabled: Indexed<PackageIndex, Set<String>>

  /// `requested` is what every build asks of its root.
  init(_ packages: Indexed<PackageIndex, PackageNode>, requested: RequestedTraits) {
    var enabled = packages.mapped { package in
      requested.enabled(in: package.traits).union(package.problem == nil ? ["default"] : [])
    }
    for edge in packages.lazy.flatMap(\.dependencies) {
      for target in edge.packages { enabled[target].formUnion(edge.traits.map(\.name)) }
    }
    self.enabled = Indexed(zip(packages, enabled).map { $0.traits.enabled(by: $1) })
  }

  func mayHold(_ condition: BuildCondition, in package: PackageIndex) -> Bool {
    condition.traits.isEmpty || !enabled[package].isDisjoint(with: condition.traits)
  }
}

extension [TraitDescription] {
  /// The traits of those names, with all that they enable in turn.
  func enabled(by names: Set<String>) -> Set<String> {
    if isEmpty { return names }
    var enabled = names
    var pending = Array<String>(names)
    while let name = pending.popLast() {
      for next in first(where: { $0.name == name })?.enabledTraits ?? []
      where enabled.insert(next).inserted { pending.append(next) }
    }
    return enabled
  }
}

/// Which traits a build asks of its root.
package struct RequestedTraits: Sendable, Hashable, Codable {
  /// nil: its defaults. With names, the defaults are on only where `default` is among them.
  package var names: [String]?
  /// Whether all are on, whatever is named.
  package var all: Bool

  package init(names: [String]? = nil, all: Bool = false) {
    self.names = names
    self.all = all
  }

  /// Those of a root itself, without what they switch on in turn.
  package func enabled(in declared: [TraitDescription]) -> Set<String> {
    all ? Set(declared.map(\.name)).union(["default"]) : Set(names ?? ["default"])
  }

  /// In words that can be compared.
  package var text: String { "\(names?.joined(separator: ",") ?? "defaults")\(all ? " all" : "")" }
}
