extension PackageDependency.Trait {
  /// SwiftPM holds traits in a set and writes them in any order.
  static func inOrder(_ traits: [Self]) -> [Self] {
    traits.map { Self(name: $0.name, condition: $0.condition.sorted()) }
      .sorted {
        ($0.name, $0.condition.joined(separator: "\n")) < ($1.name, $1.condition.joined(separator: "\n"))
      }
  }
}

extension TraitDescription {
  static func inOrder(_ traits: [Self]) -> [Self] {
    traits.map { Self(name: $0.name, summary: $0.summary, enabledTraits: $0.enabledTraits.sorted()) }
      .sorted { $0.name < $1.name }
  }
}
