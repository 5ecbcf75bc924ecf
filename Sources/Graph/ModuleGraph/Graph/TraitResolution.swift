package import SwiftSources

/// The traits of each package that may be on in some build.
///
/// A package can be built as root with its defaults, and as a dependency with the traits that its dependents enable.
/// The condition of an edge is compared with the union of both: an edge that could exist in some build counts.
struct TraitResolution {
  private let enabled: Indexed<PackageIndex, Set<String>>

  /// `requested` has the traits that every build enables in its root.
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
  /// Returns the traits of those names, and all that these enable in turn.
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

/// The traits that the user enables in the root of each build.
package struct RequestedTraits: Sendable, Hashable, Codable {
  /// nil for the root's defaults. With names, the defaults are on only where `default` is among them.
  package var names: [String]?
  /// True when all traits are on, even those that `names` leaves out.
  package var all: Bool

  package init(names: [String]? = nil, all: Bool = false) {
    self.names = names
    self.all = all
  }

  /// Returns the traits enabled in a root, without those that these enable in turn.
  package func enabled(in declared: [TraitDescription]) -> Set<String> {
    all ? Set(declared.map(\.name)).union(["default"]) : Set(names ?? ["default"])
  }

  /// The traits as a text that can be compared.
  package var text: String { "\(names?.joined(separator: ",") ?? "defaults")\(all ? " all" : "")" }
}
