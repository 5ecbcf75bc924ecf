/// What a drawing says about the whole, and what its colours can stand for.
package struct GraphSetting: Sendable, Hashable {
  /// A layer of the architecture and the tag that its modules bear.
  package struct Layer: Sendable, Hashable {
    package let name: String
    package let tag: String

    package init(name: String, tag: String) {
      self.name = name
      self.tag = tag
    }
  }

  /// What the workspace is called.
  package var name: String?
  /// The change whose effects are lit; nil when there was none to look at.
  package var comparison: ComparedRevisions?
  /// In the order in which the configuration lists them.
  package var layers: [Layer]
  /// What teams are called, by their ids.
  package var teamNames: [String: String]

  package init(
    name: String? = nil, comparison: ComparedRevisions? = nil, layers: [Layer] = [],
    teamNames: [String: String] = [:]
  ) {
    self.name = name
    self.comparison = comparison
    self.layers = layers
    self.teamNames = teamNames
  }
}
