import Base

/// Decodes the output of `swift package dump-package`.
struct DumpedManifest {
  private let paths: DependencyPath

  /// `folder` and `contents` are those of the manifest that was dumped.
  static func decode(
    _ bytes: [UInt8], folder: RelativePath, contents: [UInt8]
  ) throws(ShapeError) -> PackageManifest {
    let document: JSONNode
    do {
      document = try JSONParser.parse(bytes)
    } catch {
      throw ShapeError(message: error.message)
    }
    let root = try document.required("packageKind").required("root").requiredElement(0)
    let paths = DependencyPath(
      packageFolder: try root.asText("\"packageKind\""), folder: folder, contents: contents)
    return try DumpedManifest(paths: paths).manifest(document)
  }

  private func manifest(_ node: JSONNode) throws(ShapeError) -> PackageManifest {
    PackageManifest(
      name: try node.text("name"), toolsVersion: try toolsVersion(node),
      defaultLocalization: try node.optionalText("defaultLocalization"),
      platforms: try node.each("platforms") { (node) throws(ShapeError) in
        PlatformRequirement(platform: try node.text("platformName"), version: try node.text("version"))
      },
      pkgConfig: try node.optionalText("pkgConfig"), providers: try node.each("providers", provider),
      products: try node.each("products", product),
      dependencies: try node.each("dependencies", dependency), targets: try node.each("targets", target),
      traits: TraitDescription.inOrder(
        try node.each("traits") { (node) throws(ShapeError) in
          TraitDescription(
            name: try node.text("name"), summary: try node.optionalText("description"),
            enabledTraits: try node.texts("enabledTraits"))
        }),
      languageModes: try node.optionalTexts("swiftLanguageVersions"),
      cLanguageStandard: try node.optionalText("cLanguageStandard"),
      cxxLanguageStandard: try node.optionalText("cxxLanguageStandard"))
  }

  private func toolsVersion(_ node: JSONNode) throws(ShapeError) -> ToolsVersion {
    let text = try node.required("toolsVersion").text("_version")
    let numbers = text.split(separator: ".").map { Int($0) }
    guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] else {
      throw ShapeError(message: "the tools version \"\(text)\" is unknown")
    }
    return ToolsVersion(major, minor, patch)
  }

  func provider(_ node: JSONNode) throws(ShapeError) -> SystemPackageProvider {
    let (manager, payload) = try node.enumCase()
    return SystemPackageProvider(
      manager: manager, packages: try payload.requiredElement(0).asTexts("\"\(manager)\""))
  }

  private func product(_ node: JSONNode) throws(ShapeError) -> ProductDescription {
    let (type, payload) = try node.required("type").enumCase()
    let kind: ProductDescription.Kind
    switch type {
    case "executable": kind = .executable
    case "plugin": kind = .plugin
    case "library":
      let name = try payload.requiredElement(0).asText("\"library\"")
      guard let linkage = ProductDescription.Linkage(rawValue: name) else {
        throw ShapeError(message: "the library type \"\(name)\" is unknown")
      }
      kind = .library(linkage)
    default: throw ShapeError(message: "the product type \"\(type)\" is unknown")
    }
    return ProductDescription(name: try node.text("name"), kind: kind, targets: try node.texts("targets"))
  }
}

// MARK: Dependencies

extension DumpedManifest {
  private func dependency(_ node: JSONNode) throws(ShapeError) -> PackageDependency {
    let (kind, list) = try node.enumCase()
    let payload = try list.requiredElement(0)
    let traits = try payload.each("traits") { (node) throws(ShapeError) in
      PackageDependency.Trait(
        name: try node.text("name"), condition: try node.present("condition")?.texts("traits") ?? [])
    }
    return PackageDependency(
      source: try source(kind, payload),
      explicitName: try payload.optionalText("nameForTargetDependencyResolutionOnly"),
      traits: PackageDependency.Trait.inOrder(traits))
  }

  private func source(
    _ kind: String, _ payload: JSONNode
  ) throws(ShapeError) -> PackageDependency.Source {
    switch kind {
    case "fileSystem":
      return .path(paths.canonical(resolved: try payload.text("path")))
    case "sourceControl":
      return .sourceControl(
        location: try location(payload.required("location")),
        requirement: try requirement(payload.required("requirement")))
    case "registry":
      return .registry(
        id: try payload.text("identity"), requirement: try requirement(payload.required("requirement")))
    default: throw ShapeError(message: "the dependency kind \"\(kind)\" is unknown")
    }
  }

  private func location(_ node: JSONNode) throws(ShapeError) -> String {
    let (kind, list) = try node.enumCase()
    let payload = try list.requiredElement(0)
    switch kind {
    case "remote": return try payload.text("urlString")
    case "local": return paths.canonical(resolved: try payload.asText("\"local\""))
    default: throw ShapeError(message: "the location \"\(kind)\" is unknown")
    }
  }

  private func requirement(_ node: JSONNode) throws(ShapeError) -> PackageDependency.Requirement {
    let (kind, list) = try node.enumCase()
    let payload = try list.requiredElement(0)
    switch kind {
    case "exact": return .exact(try payload.asText("\"exact\""))
    case "range": return .range(try payload.text("lowerBound"), try payload.text("upperBound"))
    case "branch": return .branch(try payload.asText("\"branch\""))
    case "revision": return .revision(try payload.asText("\"revision\""))
    default: throw ShapeError(message: "the requirement \"\(kind)\" is unknown")
    }
  }
}
