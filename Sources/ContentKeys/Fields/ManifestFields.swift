import Manifests

/// What a manifest says of a whole package.
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
    // An empty list of modes is not the same as none.
    if let modes = manifest.languageModes { input(.package, .text("languageModes"), .list(modes)) }
    text(.package, "cLanguageStandard", manifest.cLanguageStandard)
    text(.package, "cxxLanguageStandard", manifest.cxxLanguageStandard)
  }

  /// Dependencies on remote packages that no target uses.
  mutating func remotes(_ dependencies: Set<PackageDependency>) {
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
  /// All that the manifest says of the dependency, where it comes from first.
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
