import Base

/// Decodes the targets of `swift package dump-package`.
extension DumpedManifest {
  func target(_ node: JSONNode) throws(ShapeError) -> TargetDescription {
    let type = try node.text("type")
    guard let kind = TargetDescription.Kind(rawValue: type) else {
      throw ShapeError(message: "the target type \"\(type)\" is unknown")
    }
    return TargetDescription(
      name: try node.text("name"), kind: kind, path: try node.optionalText("path"),
      url: try node.optionalText("url"), checksum: try node.optionalText("checksum"),
      sources: try node.optionalTexts("sources"), exclude: try node.texts("exclude"),
      resources: try node.each("resources", resource),
      publicHeadersPath: try node.optionalText("publicHeadersPath"),
      dependencies: try node.each("dependencies", targetDependency),
      settings: try node.each("settings", setting),
      pluginUsages: try node.each("pluginUsages", pluginUsage),
      pluginCapability: try capability(node.present("pluginCapability")),
      packageAccess: node.present("packageAccess")?.boolValue ?? true,
      pkgConfig: try node.optionalText("pkgConfig"), providers: try node.each("providers", provider))
  }

  private func resource(_ node: JSONNode) throws(ShapeError) -> ResourceDescription {
    let (rule, payload) = try node.required("rule").enumCase()
    return ResourceDescription(
      rule: rule, path: try node.text("path"), localization: try payload.optionalText("localization"))
  }

  /// Decodes `{"product": [name, package, aliases, condition]}`, and the shorter forms of the others.
  private func targetDependency(_ node: JSONNode) throws(ShapeError) -> TargetDependency {
    let (kind, list) = try node.enumCase()
    let name = try list.requiredElement(0).asText("\"\(kind)\"")
    switch kind {
    case "target": return TargetDependency(.target(name), condition: try condition(list.element(1)))
    case "byName": return TargetDependency(.byName(name), condition: try condition(list.element(1)))
    case "product":
      var aliases: [String: String] = [:]
      for member in list.element(2)?.objectValue ?? [] {
        aliases[member.key] = try member.value.asText("a module alias")
      }
      return TargetDependency(
        .product(name, package: try list.element(1)?.asText("a package")),
        condition: try condition(list.element(3)), moduleAliases: aliases)
    default: throw ShapeError(message: "the target dependency \"\(kind)\" is unknown")
    }
  }

  private func condition(_ node: JSONNode?) throws(ShapeError) -> BuildCondition {
    guard let node else { return .always }
    return BuildCondition(
      platforms: try node.texts("platformNames"), configuration: try node.optionalText("config"),
      traits: try node.texts("traits").sorted())
  }

  /// Decodes `{"kind": {"define": {"_0": "X"}}}`. `_0` is a text or a list, and some settings have a `_1`.
  private func setting(_ node: JSONNode) throws(ShapeError) -> BuildSetting {
    let (name, payload) = try node.required("kind").enumCase()
    var values: [String] = []
    for member in (payload.objectValue ?? []).sorted(by: { $0.key < $1.key }) {
      if let text = member.value.stringValue {
        values.append(text)
      } else {
        values += try member.value.asTexts("a build setting's value")
      }
    }
    return BuildSetting(
      tool: try node.text("tool"), name: name, values: values,
      condition: try condition(node.present("condition")))
  }

  private func pluginUsage(_ node: JSONNode) throws(ShapeError) -> PluginUsage {
    let (_, list) = try node.enumCase()
    return PluginUsage(
      name: try list.requiredElement(0).asText("a plugin"),
      package: try list.element(1)?.asText("a package"))
  }

  private func capability(_ node: JSONNode?) throws(ShapeError) -> String? {
    guard let node else { return nil }
    let (kind, list) = try node.enumCase()
    return PluginCapability.canonical(kind, intent: list.element(0), permissions: list.element(1))
  }
}

/// Makes the same text of a plugin's capability from both of SwiftPM's forms.
enum PluginCapability {
  static func canonical(_ kind: String, intent: JSONNode?, permissions: JSONNode?) -> String {
    var parts = ["\"kind\":\"\(kind)\""]
    if let intent { parts.append("\"intent\":\(intent.canonicalJSON())") }
    if let permissions, permissions.arrayValue?.isEmpty == false {
      parts.append("\"permissions\":\(permissions.canonicalJSON())")
    }
    return "{" + parts.joined(separator: ",") + "}"
  }
}
