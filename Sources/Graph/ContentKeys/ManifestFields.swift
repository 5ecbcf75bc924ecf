package import SwiftSources

/// Writes the values of a manifest that concern the whole package.
extension KeyWriter {
  mutating func packageWide(_ manifest: PackageManifest) {
    text(.package, "name", manifest.name)
    text(.package, "toolsVersion", manifest.toolsVersion.description)
    text(.package, "defaultLocalization", manifest.defaultLocalization)
    for platform in manifest.platforms { text(.package, "platform \(platform.platform)", platform.version) }
    text(.package, "pkgConfig", manifest.pkgConfig)
    providers(.package, manifest.providers)
    for trait in manifest.traits {
      list(
        .package, "trait \(trait.name)",
        ["trait"] + KeyWords.part("summary", trait.summary) + KeyWords.part("enables", trait.enabledTraits))
    }
    // An empty list of modes differs from no list.
    if let modes = manifest.languageModes { input(.package, .text("languageModes"), .list(modes)) }
    text(.package, "cLanguageStandard", manifest.cLanguageStandard)
    text(.package, "cxxLanguageStandard", manifest.cxxLanguageStandard)
  }

  /// Writes dependencies that no target uses.
  mutating func unused(_ dependencies: Set<PackageDependency>) {
    for words in dependencies.map(\.keyWords).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      list(.remote, words.first ?? "", words)
    }
  }

  mutating func providers(_ kind: KeyInput.Kind, _ providers: [SystemPackageProvider]) {
    for provider in providers { list(kind, "provider \(provider.manager)", provider.packages) }
  }

  mutating func dependencies(_ dependencies: [PackageDependency]) {
    for dependency in dependencies {
      let words = dependency.keyWords
      list(.packageDependency, words.first ?? "", words)
    }
  }
}

extension PackageDependency {
  /// All values of the dependency in the manifest, its location first.
  fileprivate var keyWords: [String] {
    let origin =
      switch source {
      case .path(let path): [path, "path"]
      case .sourceControl(let location, let requirement): [location, "source"] + requirement.keyWords
      case .registry(let id, let requirement): [id, "registry"] + requirement.keyWords
      }
    let traits = traits.flatMap { ["trait", $0.name] + KeyWords.part("condition", $0.condition) }
    return origin + KeyWords.part("name", explicitName) + KeyWords.part("traits", traits)
  }
}

extension PackageDependency.Requirement {
  fileprivate var keyWords: [String] {
    switch self {
    case .exact(let version): ["exact", version]
    case .range(let lower, let upper): ["range", lower, upper]
    case .branch(let name): ["branch", name]
    case .revision(let revision): ["revision", revision]
    }
  }
}

/// Joins lists. Each part has its name and its length, so that different parts never give the same words.
enum KeyWords {
  static func part(_ name: String, _ items: [String]) -> [String] {
    items.isEmpty ? [] : [name, String(items.count)] + items
  }

  static func part(_ name: String, _ item: String?) -> [String] { part(name, item.map { [$0] } ?? []) }
}

extension KeyWalk {
  /// Writes the settings of a module in `modules` of workspace.json, and for a test module those for running it.
  func settings(of module: ModuleNode, _ writer: inout some KeyWriter) {
    let settings = inputs.config.settings(for: module.id)
    writer.list(.setting, "inputs", settings.inputs.map(\.text))
    writer.list(.setting, "dependsOn", settings.dependsOn.map(\.text))
    writer.list(.setting, "env", settings.env)
    for name in Set(settings.env).sorted() {
      writer.text(.environment, name, inputs.surroundings.variables[name])
    }
    writer.list(.setting, "hosts", settings.hosts.map(\.rawValue))
    guard module.kind == .test else { return }
    writer.text(.testRun, "timeout", settings.test.timeout.map { String($0) })
    writer.text(.testRun, "retries", settings.test.retries.map { String($0) })
    writer.text(.testRun, "exclusive", settings.test.exclusive.map { String($0) })
    writer.text(.testRun, "observe", settings.test.observe.map { String($0) })
    if let remote = settings.test.remote { writer.text(.testRun, "remote", String(remote)) }
    for (name, value) in inputs.surroundings.testEnvironment.sorted(by: { $0.key < $1.key }) {
      writer.text(.testRun, name, value)
    }
  }
}

extension KeyWriter {
  mutating func systemLibrary(_ library: SystemLibrary) {
    text(.systemLibrary, "version", library.version ?? "unknown to pkg-config")
    list(.systemLibrary, "flags", library.flags)
    input(.systemLibrary, .text("\(library.headerCount) headers"), .digest(library.headers))
  }
}

/// Writes the values of a manifest that concern one target.
extension KeyWriter {
  /// `roots` takes the place of the workspace out of settings. Builds are compared with the settings as they are.
  mutating func target(_ target: ManifestFacts.Target, _ roots: ManifestRoots = ManifestRoots([])) {
    description(target.description, roots)
    for product in target.products { text(.product, product.name, product.kind.keyWord) }
    dependencies(target.dependencies)
  }

  private mutating func description(_ target: TargetDescription, _ roots: ManifestRoots) {
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
    for setting in target.settings { self.setting(setting, roots) }
    for usage in target.pluginUsages {
      list(.target, "plugin \(usage.name)", ["plugin"] + KeyWords.part("package", usage.package))
    }
    text(.target, "pluginCapability", target.pluginCapability)
    text(.target, "packageAccess", String(target.packageAccess))
    text(.target, "pkgConfig", target.pkgConfig)
    providers(.target, target.providers)
  }

  mutating func setting(_ setting: BuildSetting, _ roots: ManifestRoots = ManifestRoots([])) {
    list(
      .target, "setting \(setting.tool) \(setting.name)",
      setting.condition.keyWords + KeyWords.part("values", setting.values.map { roots.portable($0) }))
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
  package var keyWord: String {
    switch self {
    case .library(let linkage): "library \(linkage.rawValue)"
    case .executable: "executable"
    case .plugin: "plugin"
    }
  }
}
