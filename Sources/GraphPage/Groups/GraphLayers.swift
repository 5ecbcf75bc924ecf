import Reports

/// The layer of each module: of `rules.layers`, else what a tag `layer:...` says.
struct GraphLayers {
  /// nil where a module has none.
  let names: [String?]
  /// In the order in which the configuration lists them.
  let known: [String]

  private static let prefix = "layer:"

  init(_ report: GraphReport) {
    let layers = report.setting.layers
    known = layers.map(\.name)
    names = report.modules.map { module in
      if let layer = layers.first(where: { module.tags.contains($0.tag) }) { return layer.name }
      return module.tags.first { $0.hasPrefix(Self.prefix) }.map { String($0.dropFirst(Self.prefix.count)) }
    }
  }

  var isEmpty: Bool { names.allSatisfy { $0 == nil } }
}
