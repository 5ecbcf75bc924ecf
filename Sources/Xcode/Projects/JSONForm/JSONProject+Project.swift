import Base

// MARK: The project

extension JSONProject {
  /// The first object is the project.
  mutating func readProject(_ folder: RelativePath) throws(JSONError) {
    let project = add("PBXProject", at: root)
    for node in try list(root, "targets") { try addTarget(node) }
    try addPackages(folder)
    for node in try list(root, "files") { _ = try addMember(node, in: []) }
    for node in try list(root, "imported-products") { try addImport(node) }
    for (node, object) in targets { try fillTarget(node, object) }
    for (_, object) in targets { set("fileSystemSynchronizedGroups", of: object, to: held[object] ?? []) }
    for phase in phases.values.joined() { set("files", of: phase.object, to: held[phase.object] ?? []) }
    set(
      "buildConfigurationList", of: project,
      to: try configurationList(of: root, from: list(root, "configurations")))
    set("targets", of: project, to: targets.map { id($0.object, at: $0.node) })
    let read: Set = [
      "files", "targets", "packages", "imported-products", "configurations", "build-settings", "id",
      "root-group-debug-id", "configuration-list-debug-id", "products-group",
    ]
    copy(root, to: project, except: read)
    noteUnknownKeys(of: root, except: read.union(Self.projectKeys), "the project")
    for node in try list(root, "required-capabilities") {
      note("the project needs a newer Xcode, for \(Self.shown(node.stringValue ?? "?"))", at: node)
    }
  }

  private static let projectKeys: Set = [
    "required-capabilities", "organization", "class-prefix", "build-independent-targets-in-parallel",
    "default-configuration", "localizations", "last-upgrade", "last-swift-update", "last-swift-migration",
  ]

  private mutating func addPackages(_ folder: RelativePath) throws(JSONError) {
    for node in try list(root, "packages") {
      let kind = try text(node, "kind") ?? ""
      guard let known = Self.packageKinds[kind] else {
        note("a package has an unknown kind, \(Self.shown(kind))", at: node)
        continue
      }
      let object = add(known.isa, at: node)
      copy(node, to: object, except: ["kind"], names: [known.key: known.name])
      let address = try text(node, known.key) ?? ""
      let place = kind == "local" ? XcodePath(address, in: folder).inTree : nil
      let last = place.map { String(decoding: $0.lastComponent, as: UTF8.self) } ?? address
      packages.append((PackageIdentity.of(location: last), place, object))
    }
  }

  private static let packageKinds = [
    "local": (isa: "XCLocalSwiftPackageReference", key: "path", name: "relativePath"),
    "remote": (isa: "XCRemoteSwiftPackageReference", key: "repository", name: "repositoryURL"),
  ]

  /// Returns the package of a name, which is the last component of its folder or address. A local package stands in for
  /// an external one.
  private mutating func package(_ node: JSONNode) throws(JSONError) -> JSONNode {
    let name = try Self.text(of: node)
    let named = packages.filter { $0.identity == name.lowercased() }
    // The root package's folder has the name of its clone, which may be any.
    let found =
      named.first { $0.folder != nil } ?? named.first ?? packages.first { $0.folder?.isRoot ?? false }
    if let found { return id(found.object, at: node) }
    note("the project has no package \(Self.shown(name))", at: node)
    return node
  }

  /// Adds a package's product that a phase or a target uses.
  mutating func product(_ node: JSONNode, except read: Set<String>) throws(JSONError) -> Int {
    let product = add("XCSwiftPackageProductDependency", at: node)
    var name = try text(node, "product-name") ?? ""
    let type = try text(node, "product-type")
    if type == "build-tool-plugin", !name.hasPrefix("plugin:") { name = "plugin:\(name)" }
    set("productName", of: product, to: name)
    if let package = value(node, "package") { set("package", of: product, to: try self.package(package)) }
    copy(node, to: product, except: read.union(["id", "product-name", "package"]))
    return product
  }

  /// Adds a product of another project.
  private mutating func addImport(_ node: JSONNode) throws(JSONError) {
    let proxy = add("PBXReferenceProxy", at: node)
    set("path", of: proxy, to: try text(node, value(node, "name") == nil ? "path" : "name") ?? "")
    set("sourceTree", of: proxy, to: "BUILT_PRODUCTS_DIR")
    copy(node, to: proxy, except: ["name", "path", "product-id", "project", "target-membership"])
    if let project = value(node, "project") { set("project", of: proxy, to: try member(project)) }
    try addMemberships(of: proxy, node)
  }
}

// MARK: Configurations

extension JSONProject {
  /// Returns the configurations of the project, or those of a target, which has all of the project's.
  mutating func configurationList(
    of owner: JSONNode, from nodes: [JSONNode]
  ) throws(JSONError) -> JSONNode {
    let all = add("XCConfigurationList", at: owner)
    var (ids, names, own): ([JSONNode], [String], [String: JSONNode]) = ([], [], [:])
    for node in try list(root, "configurations") { names.append(try configurationName(node)) }
    if names.isEmpty { names = [try text(root, "default-configuration") ?? ""] }
    for node in nodes {
      let name = try configurationName(node)
      own[name] = node
      if !names.contains(name) { names.append(name) }
    }
    for name in names {
      let node = own[name]
      let place = node ?? value(owner, "build-settings") ?? owner
      let object = add("XCBuildConfiguration", at: place)
      set("name", of: object, to: name)
      if let node {
        copy(node, to: object, except: ["id", "name", "file"])
        if let file = value(node, "file") { try setBase(of: object, file) }
      }
      set("buildSettings", of: object, to: try settings(of: owner, for: name))
      ids.append(id(object, at: place))
    }
    set("buildConfigurations", of: all, to: ids)
    return id(all, at: owner)
  }

  private func configurationName(_ node: JSONNode) throws(JSONError) -> String {
    if let name = node.stringValue { return name }
    _ = try Self.members(of: node)
    return try text(node, "name") ?? ""
  }

  private mutating func setBase(of configuration: Int, _ file: JSONNode) throws(JSONError) {
    guard let anchor = value(file, "anchor") else {
      return set("baseConfigurationReference", of: configuration, to: try member(file))
    }
    set("baseConfigurationReferenceAnchor", of: configuration, to: try member(anchor))
    guard let path = value(file, "relative-path"), case .path(let names) = try Self.reference(path) else {
      throw JSONError("a configuration has a file without a path", at: file.offset)
    }
    set("baseConfigurationReferenceRelativePath", of: configuration, to: names.joined(separator: "/"))
  }

  /// Returns the settings of one configuration. A value for that configuration replaces the value for all. If it is not
  /// certain which value counts, both stay, each with its condition.
  private func settings(of owner: JSONNode, for configuration: String) throws(JSONError) -> JSONNode {
    guard let node = value(owner, "build-settings") else {
      return JSONNode(.object([]), offset: owner.offset)
    }
    var entries: [(member: Member, condition: SettingCondition)] = []
    for member in try Self.members(of: node) {
      try Self.checkSetting(member.value)
      let condition = SettingCondition(member.key, configuration)
      if condition.mayHold { entries.append((member, condition)) }
    }
    let rivals = Dictionary(grouping: entries) { $0.condition.key }
    let inheriting = Set(
      entries.filter { $0.member.key.contains("[") && $0.condition.inherits($0.member.value) }.map(
        \.condition.setting))
    let members = entries.compactMap { entry -> Member? in
      let (condition, all) = (entry.condition, rivals[entry.condition.key] ?? [])
      if all.count > 1 {
        let isCertain = all.count == 2 && all[0].condition.isExact != all[1].condition.isExact
        if !isCertain || inheriting.contains(condition.setting) { return entry.member }
        if !condition.isExact { return nil }
      }
      return Member(key: condition.key, keyOffset: entry.member.keyOffset, value: entry.member.value)
    }
    return JSONNode(.object(members), offset: node.offset)
  }

  private static func checkSetting(_ value: JSONNode) throws(JSONError) {
    for element in value.arrayValue ?? [value] { _ = try text(of: element) }
  }
}

/// The conditions in a setting's key, as one configuration sees them. Example:
/// `OTHER_LDFLAGS[config=Debug][sdk=iphone*]`.
private struct SettingCondition {
  /// The key with the conditions that are still open.
  let key: String
  /// False when the value is for another configuration.
  let mayHold: Bool
  /// True when the value names this configuration.
  let isExact: Bool

  init(_ key: String, _ configuration: String) {
    let parts = key.split(separator: "[", omittingEmptySubsequences: false)
    var kept = String(parts.first ?? "")
    var (mayHold, isExact) = (true, false)
    for part in parts.dropFirst() {
      var conditions: [Substring] = []
      for condition in part.split(separator: ",") {
        let text = condition.hasSuffix("]") ? condition.dropLast() : condition
        guard text.hasPrefix("config=") else {
          conditions.append(text)
          continue
        }
        let pattern = text.dropFirst("config=".count)
        if pattern == configuration {
          isExact = true
        } else if pattern.contains(where: { "*?[".contains($0) }) {
          conditions.append(text)
        } else {
          mayHold = false
        }
      }
      if !conditions.isEmpty { kept += "[\(conditions.joined(separator: ","))]" }
    }
    self.key = kept
    self.mayHold = mayHold
    self.isExact = isExact
  }

  /// The key without all conditions.
  var setting: String { String(key.prefix { $0 != "[" }) }

  /// Returns true for a value that includes the weaker value by `$(inherited)` or by its own name.
  func inherits(_ value: JSONNode) -> Bool {
    (value.arrayValue ?? [value]).contains { SettingLevel.inherits($0.stringValue ?? "", setting) }
  }
}
