import TestSupport

@testable import SwiftSources

// Random manifests that reach every case of the model.

extension PackageManifest {
  static func random(_ generator: inout SeededGenerator) -> PackageManifest {
    PackageManifest(
      name: text(&generator), toolsVersion: ToolsVersion(5, .random(in: 0...9, using: &generator)),
      defaultLocalization: maybe(&generator, text),
      platforms: some(&generator) { PlatformRequirement(platform: text(&$0), version: text(&$0)) },
      pkgConfig: maybe(&generator, text), providers: some(&generator, provider),
      products: some(&generator) { generator in
        let kinds =
          ProductDescription.Linkage.allCases.map(ProductDescription.Kind.library) + [.executable, .plugin]
        return ProductDescription(
          name: text(&generator), kind: kinds[.random(in: 0..<kinds.count, using: &generator)],
          targets: some(&generator, text))
      },
      dependencies: some(&generator, dependency), targets: some(&generator, target),
      traits: some(&generator) {
        TraitDescription(name: text(&$0), summary: maybe(&$0, text), enabledTraits: some(&$0, text))
      },
      languageModes: maybe(&generator) { some(&$0, text) }, cLanguageStandard: maybe(&generator, text),
      cxxLanguageStandard: maybe(&generator, text))
  }
}

private func text(_ generator: inout SeededGenerator) -> String {
  let pieces = ["a", "B", "ü", "\n", "\u{0}", "", "/", "😀", "long".padding]
  return some(&generator) { pieces[.random(in: 0..<pieces.count, using: &$0)] }.joined()
}

extension String {
  fileprivate var padding: String { String(repeating: self, count: 50) }
}

private func maybe<Value>(
  _ generator: inout SeededGenerator, _ make: (inout SeededGenerator) -> Value
) -> Value? {
  Bool.random(using: &generator) ? make(&generator) : nil
}

private func some<Value>(
  _ generator: inout SeededGenerator, _ make: (inout SeededGenerator) -> Value
) -> [Value] {
  (0..<Int.random(in: 0...3, using: &generator)).map { _ in make(&generator) }
}

private func provider(_ generator: inout SeededGenerator) -> SystemPackageProvider {
  SystemPackageProvider(manager: text(&generator), packages: some(&generator, text))
}

private func dependency(_ generator: inout SeededGenerator) -> PackageDependency {
  let requirements: [PackageDependency.Requirement] = [
    .exact(text(&generator)), .range(text(&generator), text(&generator)), .branch(text(&generator)),
    .revision(text(&generator)),
  ]
  let requirement = requirements[.random(in: 0..<requirements.count, using: &generator)]
  let sources: [PackageDependency.Source] = [
    .path(text(&generator)), .sourceControl(location: text(&generator), requirement: requirement),
    .registry(id: text(&generator), requirement: requirement),
  ]
  return PackageDependency(
    source: sources[.random(in: 0..<sources.count, using: &generator)], explicitName: maybe(&generator, text),
    traits: some(&generator) { PackageDependency.Trait(name: text(&$0), condition: some(&$0, text)) })
}

private func condition(_ generator: inout SeededGenerator) -> BuildCondition {
  BuildCondition(
    platforms: some(&generator, text), configuration: maybe(&generator, text), traits: some(&generator, text))
}

private func target(_ generator: inout SeededGenerator) -> TargetDescription {
  let kinds = TargetDescription.Kind.allCases
  return TargetDescription(
    name: text(&generator), kind: kinds[.random(in: 0..<kinds.count, using: &generator)],
    path: maybe(&generator, text), url: maybe(&generator, text), checksum: maybe(&generator, text),
    sources: maybe(&generator) { some(&$0, text) }, exclude: some(&generator, text),
    resources: some(&generator) {
      ResourceDescription(rule: text(&$0), path: text(&$0), localization: maybe(&$0, text))
    },
    publicHeadersPath: maybe(&generator, text), dependencies: some(&generator, targetDependency),
    settings: some(&generator) {
      BuildSetting(tool: text(&$0), name: text(&$0), values: some(&$0, text), condition: condition(&$0))
    },
    pluginUsages: some(&generator) { PluginUsage(name: text(&$0), package: maybe(&$0, text)) },
    pluginCapability: maybe(&generator, text), packageAccess: .random(using: &generator),
    pkgConfig: maybe(&generator, text), providers: some(&generator, provider))
}

private func targetDependency(_ generator: inout SeededGenerator) -> TargetDependency {
  let references: [TargetDependency.Reference] = [
    .target(text(&generator)), .product(text(&generator), package: maybe(&generator, text)),
    .byName(text(&generator)),
  ]
  let aliases = some(&generator) { (text(&$0), text(&$0)) }
  return TargetDependency(
    references[.random(in: 0..<references.count, using: &generator)], condition: condition(&generator),
    moduleAliases: Dictionary(aliases) { $1 })
}
