package import Manifests

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
