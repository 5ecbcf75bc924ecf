import SwiftSources

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
