import Config
import ModuleGraph
import Names
import Rules
import Support

/// How a workspace does packages of one kind, told from those that it has.
struct LayerConvention {
  /// What modules of the layer are tagged with; nil where the workspace has no such layer.
  let tag: String?
  /// The packages of the layer.
  let neighbours: [PackageNode]
  /// Where they lie.
  let folder: RelativePath

  init(_ settings: TemplateSettings, _ ground: ScaffoldGround) {
    let config = ground.config
    let known = ground.tags.all.union(config.tags.flatMap(\.tags))
    let tag =
      config.rules.layers.first { settings.layers.contains($0.name) }?.tag
      ?? settings.layers.map { "layer:\($0)" }.first(where: known.contains)
    let packages = ground.graph.packages.filter { !$0.folder.escapesRoot && !$0.folder.isRoot }
    let ofLayer = packages.filter { package in
      tag.map { tag in package.modules.contains { ground.tags[$0].contains(tag) } } ?? false
    }
    self.tag = tag
    neighbours = ofLayer
    folder =
      Self.mostFrequent(ofLayer.map(\.folder.parent)) ?? tag.flatMap { Self.folder(tagged: $0, config) }
      ?? Self.folder(named: settings.folder, packages.map(\.folder.parent), config)
  }

  /// The folder that a rule of `tags` gives the tag to: `//Features/*:*`.
  private static func folder(tagged tag: String, _ config: WorkspaceConfig) -> RelativePath? {
    for rule in config.tags where rule.tags.contains(tag) {
      let text = rule.match.text
      guard text.hasPrefix("//"), let star = text.firstIndex(of: "*") else { continue }
      let folder = text[..<star].dropFirst(2).dropLast()
      if !folder.isEmpty, !folder.contains(where: { "*?[]{}\\".contains($0) }) {
        return RelativePath(String(folder))
      }
    }
    return nil
  }

  /// One of that name where there is one; where all packages lie side by side, there, unless that is another layer's place.
  private static func folder(
    named name: String, _ parents: [RelativePath], _ config: WorkspaceConfig
  ) -> RelativePath {
    let all = Set(parents)
    let names = NameMatching(ignoresCase: true, ignoresComposition: true)
    if let same = all.sorted().first(where: { names.key(of: $0.lastComponent) == names.key(of: name.utf8) }) {
      return same
    }
    if all.count == 1, let only = all.first, !only.isRoot,
      config.tags(of: ModuleID(package: only.appending(name), name: name)).isEmpty
    {
      return only
    }
    return RelativePath(name)
  }

  /// The first of equally frequent ones.
  static func mostFrequent<Value: Hashable>(_ values: some Sequence<Value>) -> Value? {
    var counts: [Value: Int] = [:]
    var order: [Value] = []
    for value in values {
      if counts.updateValue((counts[value] ?? 0) + 1, forKey: value) == nil { order.append(value) }
    }
    let most = counts.values.max()
    return order.first { counts[$0] == most }
  }
}

extension LayerConvention {
  /// What names of the layer may end with, the likeliest first.
  func suffixes(_ settings: TemplateSettings) -> [String] {
    let words = neighbours.map { SwiftName.lastWord(of: Text.escapingInvalidUTF8($0.folder.lastComponent)) }
    let usual = Self.mostFrequent(words) ?? settings.suffix
    let count = words.count { $0 == usual }
    let isUsual =
      neighbours.isEmpty || usual.isEmpty
      || count * 2 > words.count && (count > 1 || usual == settings.suffix)
    let first = isUsual ? usual : ""
    return [first] + [settings.suffix, ""].filter { $0 != first }
  }
}
