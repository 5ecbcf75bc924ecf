import Base

/// Decodes the serialised form that a manifest writes by PackageDescription.
struct SerializedManifest {
  private let paths: DependencyPath

  /// Returns the manifest. Throws when the manifest reported errors or wrote an unknown form.
  static func decode(
    _ bytes: [UInt8], toolsVersion: ToolsVersion, paths: DependencyPath
  ) throws(ShapeError) -> PackageManifest {
    let document = try JSONNode.document(bytes)
    let errors = try document.texts("errors")
    guard errors.isEmpty else { throw ShapeError(message: errors.joined(separator: "; ")) }
    return try SerializedManifest(paths: paths).manifest(document.required("package"), toolsVersion)
  }

  private func manifest(
    _ node: JSONNode, _ toolsVersion: ToolsVersion
  ) throws(ShapeError) -> PackageManifest {
    PackageManifest(
      name: try node.text("name"), toolsVersion: toolsVersion,
      defaultLocalization: try node.present("defaultLocalization")?.text("tag"),
      platforms: try node.each("platforms") { (node) throws(ShapeError) in
        PlatformRequirement(
          platform: try node.required("platform").text("name"), version: try node.text("version"))
      },
      pkgConfig: try node.optionalText("pkgConfig"),
      providers: try node.each("providers", provider),
      products: try node.each("products", product),
      dependencies: try node.each("dependencies", dependency),
      targets: try node.each("targets", target),
      traits: try node.traits(), languageModes: try languageModes(node),
      cLanguageStandard: try node.optionalText("cLanguageStandard"),
      cxxLanguageStandard: try node.optionalText("cxxLanguageStandard"))
  }

  private func languageModes(_ node: JSONNode) throws(ShapeError) -> [String]? {
    guard node.present("swiftLanguageVersions") != nil else { return nil }
    return try node.each("swiftLanguageVersions") { (node) throws(ShapeError) in
      let (name, payload) = try node.enumCase()
      switch name {
      case "version": return try payload.text("_0")
      case "v3", "v4", "v5", "v6": return String(name.dropFirst())
      case "v4_2": return "4.2"
      default: throw ShapeError(message: "the language mode \"\(name)\" is unknown")
      }
    }
  }

  func provider(_ node: JSONNode) throws(ShapeError) -> SystemPackageProvider {
    let (manager, payload) = try node.enumCase()
    return SystemPackageProvider(manager: manager, packages: try payload.texts("_0"))
  }

  private func product(_ node: JSONNode) throws(ShapeError) -> ProductDescription {
    let (type, payload) = try node.required("productType").enumCase()
    let linkage = try type == "library" ? payload.required("type").enumCase().name : nil
    return try node.product(type, linkage: linkage)
  }
}

// MARK: Dependencies

extension SerializedManifest {
  private func dependency(_ node: JSONNode) throws(ShapeError) -> PackageDependency {
    let (kind, payload) = try node.required("kind").enumCase()
    let traits = try node.each("traits") { (node) throws(ShapeError) in
      PackageDependency.Trait(
        name: try node.text("name"), condition: try node.present("condition")?.texts("traits") ?? [])
    }
    return PackageDependency(
      source: try source(kind, payload), explicitName: try payload.optionalText("name"),
      traits: PackageDependency.Trait.inOrder(traits))
  }

  private func source(
    _ kind: String, _ payload: JSONNode
  ) throws(ShapeError) -> PackageDependency.Source {
    switch kind {
    case "fileSystem": return .path(paths.canonical(written: try payload.text("path")))
    case "sourceControl":
      return .sourceControl(
        location: location(try payload.text("location")),
        requirement: try requirement(payload.required("requirement")))
    case "registry":
      return .registry(
        id: try payload.text("id"), requirement: try requirement(payload.required("requirement")))
    default: throw ShapeError(message: "the dependency kind \"\(kind)\" is unknown")
    }
  }

  /// A location without a scheme is a folder to SwiftPM.
  private func location(_ text: String) -> String {
    DependencyLocation.isPath(text) ? paths.canonical(written: text) : text
  }

  private func requirement(_ node: JSONNode) throws(ShapeError) -> PackageDependency.Requirement {
    let (kind, payload) = try node.enumCase()
    switch kind {
    case "exact": return .exact(try version(payload.required("_0")))
    case "range":
      return .range(
        try version(payload.required("lowerBound")), try version(payload.required("upperBound")))
    case "branch": return .branch(try payload.text("_0"))
    case "revision": return .revision(try payload.text("_0"))
    default: throw ShapeError(message: "the requirement \"\(kind)\" is unknown")
    }
  }

  private func version(_ node: JSONNode) throws(ShapeError) -> String {
    guard let major = node["major"]?.intValue, let minor = node["minor"]?.intValue,
      let patch = node["patch"]?.intValue
    else { throw ShapeError(message: "a version lacks its numbers") }
    let prerelease = try node.texts("prereleaseIdentifiers").joined(separator: ".")
    let build = try node.texts("buildMetadataIdentifiers").joined(separator: ".")
    return "\(major).\(minor).\(patch)" + (prerelease.isEmpty ? "" : "-\(prerelease)")
      + (build.isEmpty ? "" : "+\(build)")
  }
}

/// Decodes the targets of a manifest's serialised form.
extension SerializedManifest {
  func target(_ node: JSONNode) throws(ShapeError) -> TargetDescription {
    let type = try node.required("type").enumCase().name
    guard let kind = TargetDescription.Kind(rawValue: type) else {
      throw ShapeError(message: "the target type \"\(type)\" is unknown")
    }
    return TargetDescription(
      name: try node.text("name"), kind: kind, path: try node.optionalText("path"),
      url: try node.optionalText("url"), checksum: try node.optionalText("checksum"),
      sources: try node.optionalTexts("sources"), exclude: try node.texts("exclude"),
      resources: try node.each("resources", resource),
      publicHeadersPath: try node.optionalText("publicHeadersPath"),
      dependencies: try node.each("dependencies", targetDependency), settings: try settings(node),
      pluginUsages: try node.each("pluginUsages", pluginUsage),
      pluginCapability: try capability(node.present("pluginCapability")),
      packageAccess: node.present("packageAccess")?.boolValue ?? true,
      pkgConfig: try node.optionalText("pkgConfig"), providers: try node.each("providers", provider))
  }

  private func resource(_ node: JSONNode) throws(ShapeError) -> ResourceDescription {
    ResourceDescription(
      rule: try node.text("rule"), path: RelativePath(try node.text("path")).description,
      localization: try node.optionalText("localization"))
  }

  private func targetDependency(_ node: JSONNode) throws(ShapeError) -> TargetDependency {
    let (kind, payload) = try node.enumCase()
    let name = try payload.text("name")
    let reference: TargetDependency.Reference
    switch kind {
    case "target": reference = .target(name)
    case "product": reference = .product(name, package: try payload.optionalText("package"))
    case "byName": reference = .byName(name)
    default: throw ShapeError(message: "the target dependency \"\(kind)\" is unknown")
    }
    var aliases: [String: String] = [:]
    for member in payload.present("moduleAliases")?.objectValue ?? [] {
      aliases[member.key] = try member.value.asText("a module alias")
    }
    return TargetDependency(
      reference, condition: try condition(payload.present("condition")), moduleAliases: aliases)
  }

  private func condition(_ node: JSONNode?) throws(ShapeError) -> BuildCondition {
    guard let node else { return .always }
    return BuildCondition(
      platforms: try node.each("platforms") { (node) throws(ShapeError) in try node.text("name") },
      configuration: try node.present("config")?.text("config"), traits: try node.texts("traits").sorted())
  }

  private func settings(_ node: JSONNode) throws(ShapeError) -> [BuildSetting] {
    var settings: [BuildSetting] = []
    for tool in ["c", "cxx", "swift", "linker"] {
      settings += try node.each(tool + "Settings") { (node) throws(ShapeError) in
        let data = try node.required("data")
        let name = try data.text("name")
        return BuildSetting(
          tool: tool, name: name,
          // SwiftPM writes "ON" for a setting without a value.
          values: name == "strictMemorySafety" ? [] : try data.texts("value"),
          condition: try condition(data.present("condition")))
      }
    }
    return settings
  }

  private func pluginUsage(_ node: JSONNode) throws(ShapeError) -> PluginUsage {
    let (_, payload) = try node.enumCase()
    return PluginUsage(name: try payload.text("name"), package: try payload.optionalText("package"))
  }

  private func capability(_ node: JSONNode?) throws(ShapeError) -> String? {
    guard let node else { return nil }
    let (kind, payload) = try node.enumCase()
    return PluginCapability.canonical(
      kind, intent: payload.present("intent"), permissions: payload.present("permissions"))
  }
}
