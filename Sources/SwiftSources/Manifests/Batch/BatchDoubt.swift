import Base

/// Finds reasons to let SwiftPM judge a manifest that the batch evaluated without an error.
///
/// SwiftPM validates the values of a manifest after its evaluation. Its rules and messages are not repeated here: a
/// manifest that may break one is handed to SwiftPM. A needless hand-over only costs time. Two things are not checked:
/// mirrors, and whether a folder given as a source control URL contains a repository.
enum BatchDoubt {
  /// `folder` is the absolute folder of the package.
  static func about(_ manifest: PackageManifest, in folder: String) -> String? {
    targets(manifest) ?? products(manifest) ?? platforms(manifest) ?? traits(manifest)
      ?? dependencies(manifest) ?? references(manifest, in: folder)
  }

  private static func targets(_ manifest: PackageManifest) -> String? {
    if hasDuplicates(manifest.targets.map(\.name)) { return "two targets of one name" }
    for target in manifest.targets {
      if target.name.isEmpty { return "a target without a name" }
      if target.kind == .binary { return "a binary target" }
      let paths = (target.sources ?? []) + target.exclude + target.resources.map(\.path)
      if paths.contains(where: { $0.hasPrefix("/") || $0.hasPrefix("~") }) { return "an absolute path" }
      if target.resources.contains(where: { $0.path.isEmpty }) { return "a resource without a path" }
      if target.settings.contains(where: { $0.values.contains { $0.contains("$(") } }) {
        return "a build setting with a macro"
      }
    }
    return nil
  }

  private static func products(_ manifest: PackageManifest) -> String? {
    let names = Set(manifest.targets.map(\.name))
    for product in manifest.products {
      if product.targets.isEmpty { return "a product without targets" }
      if !product.targets.allSatisfy(names.contains) { return "a product with an unknown target" }
    }
    return nil
  }

  private static func platforms(_ manifest: PackageManifest) -> String? {
    if hasDuplicates(manifest.platforms.map(\.platform)) { return "two requirements for one platform" }
    // Longer versions contain options, which SwiftPM splits off.
    let isOdd = manifest.platforms.contains { requirement in
      requirement.version.split(separator: ".", omittingEmptySubsequences: false).count > 3
        || !requirement.version.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    }
    return isOdd ? "an odd platform version" : nil
  }

  private static func traits(_ manifest: PackageManifest) -> String? {
    let names = Set(manifest.traits.map(\.name))
    for trait in manifest.traits {
      if trait.name.isEmpty || !trait.name.utf8.allSatisfy(\.isASCIIWord) { return "an odd name of a trait" }
      if !trait.enabledTraits.allSatisfy(names.contains) { return "an unknown trait" }
    }
    return manifest.traits.count > 300 ? "very many traits" : nil
  }

  private static func dependencies(_ manifest: PackageManifest) -> String? {
    for dependency in manifest.dependencies {
      switch dependency.source {
      case .path(let path):
        if path.isEmpty || path.hasPrefix("~") && !path.hasPrefix("~/") { return "an odd path" }
      case .sourceControl(let location, _):
        if DependencyLocation.isPath(location) { return "a source control folder" }
        if location.hasPrefix("file:") || location.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
          return "an odd location"
        }
      case .registry: break
      }
    }
    return nil
  }

  /// A product's package must be one of the dependencies.
  private static func references(_ manifest: PackageManifest, in folder: String) -> String? {
    // Before 5.2 a product did not have to name its package.
    guard manifest.toolsVersion >= ToolsVersion(5, 2) else { return nil }
    var known: Set<String> = []
    for dependency in manifest.dependencies {
      if let name = dependency.explicitName { known.insert(name.lowercased()) }
      switch dependency.source {
      case .path(let path): known.insert(identity(ofPackageAt: path, from: folder))
      case .sourceControl(let location, _): known.insert(PackageIdentity.of(location: location))
      case .registry(let id, _): known.insert(id.lowercased())
      }
    }
    for target in manifest.targets {
      for dependency in target.dependencies {
        guard case .product(_, let package) = dependency.reference else { continue }
        guard let package, known.contains(package.lowercased()) else { return "an unknown package" }
      }
    }
    return nil
  }

  /// SwiftPM names the package at `..` by its folder.
  private static func identity(ofPackageAt path: String, from folder: String) -> String {
    if path.hasPrefix("/") || path.hasPrefix("~") { return PackageIdentity.of(location: path) }
    let own = RelativePath(String(folder.drop { $0 == "/" }))
    return PackageIdentity.of(folder: own.appending(path), workspaceName: "")
  }

  private static func hasDuplicates(_ names: [String]) -> Bool { Set(names).count < names.count }
}
