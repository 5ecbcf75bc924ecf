import Base

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
