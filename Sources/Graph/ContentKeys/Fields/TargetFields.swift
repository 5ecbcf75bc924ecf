import SwiftSources

/// Writes the values of a manifest that concern one target.
extension KeyWriter {
  mutating func target(_ target: ManifestFacts.Target) {
    description(target.description)
    for product in target.products { text(.product, product.name, product.kind.keyWord) }
    dependencies(target.dependencies)
  }

  private mutating func description(_ target: TargetDescription) {
    text(.target, "name", target.name)
    text(.target, "kind", target.kind.rawValue)
    text(.target, "path", target.path)
    text(.target, "url", target.url)
    text(.target, "checksum", target.checksum)
    // An empty list of sources differs from no list, which stands for the whole folder.
    if let sources = target.sources { input(.target, .text("sources"), .list(sources)) }
    list(.target, "exclude", target.exclude)
    for resource in target.resources {
      list(
        .target, "resource \(resource.path)",
        [resource.rule] + KeyWords.part("localization", resource.localization))
    }
    text(.target, "publicHeadersPath", target.publicHeadersPath)
    for dependency in target.dependencies { self.dependency(dependency) }
    for setting in target.settings {
      list(
        .target, "setting \(setting.tool) \(setting.name)",
        setting.condition.keyWords + KeyWords.part("values", setting.values))
    }
    for usage in target.pluginUsages {
      list(.target, "plugin \(usage.name)", ["plugin"] + KeyWords.part("package", usage.package))
    }
    text(.target, "pluginCapability", target.pluginCapability)
    text(.target, "packageAccess", String(target.packageAccess))
    text(.target, "pkgConfig", target.pkgConfig)
    providers(.target, target.providers)
  }

  private mutating func dependency(_ dependency: TargetDependency) {
    let aliases = dependency.moduleAliases.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let (name, words) =
      switch dependency.reference {
      case .target(let name): (name, ["target"])
      case .product(let name, let package): (name, ["product"] + KeyWords.part("package", package))
      case .byName(let name): (name, ["name"])
      }
    list(
      .target, "dependency \(name)", words + dependency.condition.keyWords + KeyWords.part("aliases", aliases)
    )
  }
}

extension BuildCondition {
  fileprivate var keyWords: [String] {
    KeyWords.part("platforms", platforms) + KeyWords.part("configuration", configuration)
      + KeyWords.part("traits", traits)
  }
}

extension ProductDescription.Kind {
  fileprivate var keyWord: String {
    switch self {
    case .library(let linkage): "library \(linkage.rawValue)"
    case .executable: "executable"
    case .plugin: "plugin"
    }
  }
}
