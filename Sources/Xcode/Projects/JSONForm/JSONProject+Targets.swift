import Base

extension JSONProject {
  /// Adds a target and its phases, so that the files can name them.
  mutating func addTarget(_ node: JSONNode) throws(JSONError) {
    guard let name = try text(node, "name") else { throw JSONError("a target has no name", at: node.offset) }
    let kind = try text(node, "kind") ?? "native"
    let target = add(Self.targetKinds[kind] ?? kind, at: node)
    set("name", of: target, to: name)
    targets.append((node, target))
    if targetsByName[name] != nil { note("two targets have the name \(Self.shown(name))", at: node) }
    targetsByName[name, default: []].append(target)
    var ids: [JSONNode] = []
    for phase in try list(node, "build-phases") { ids.append(id(try addPhase(phase, of: name), at: phase)) }
    set("buildPhases", of: target, to: ids)
  }

  private static let targetKinds = [
    "native": "PBXNativeTarget", "aggregate": "PBXAggregateTarget",
    "external-build-system": "PBXLegacyTarget",
  ]

  private mutating func addPhase(_ node: JSONNode, of target: String) throws(JSONError) -> Int {
    let isPlain = node.stringValue != nil
    if !isPlain { _ = try Self.members(of: node) }
    let kind = try isPlain ? Self.text(of: node) : text(node, "kind") ?? ""
    let phase = add(Self.phaseKinds[kind] ?? kind, at: node)
    var name: String?
    if !isPlain {
      name = try text(node, "name")
      if let id = try text(node, "id") { phasesByID[id] = phase }
      if let script = try lines(node, "script") { set("shellScript", of: phase, to: script) }
      copy(node, to: phase, except: ["kind", "id", "script"])
    }
    phases[[target, kind], default: []].append(Phase(name: name, object: phase))
    return phase
  }

  private static let phaseKinds = [
    "compile-sources": "PBXSourcesBuildPhase", "resources": "PBXResourcesBuildPhase",
    "headers": "PBXHeadersBuildPhase", "frameworks": "PBXFrameworksBuildPhase",
    "copy": "PBXCopyFilesBuildPhase",
    "script": "PBXShellScriptBuildPhase", "rez": "PBXRezBuildPhase",
    "apple-script": "PBXAppleScriptBuildPhase",
  ]

  /// Fills in the references to files, packages and other targets, which all exist by now.
  mutating func fillTarget(_ node: JSONNode, _ target: Int) throws(JSONError) {
    let name = try text(node, "name") ?? ""
    if let product = value(node, "product") { set("productReference", of: target, to: try member(product)) }
    if let type = try text(node, "product-type") {
      set("productType", of: target, to: "com.apple.product-type.\(type)")
    } else if let type = try text(node, "full-product-type") {
      set("productType", of: target, to: type)
    }
    set(
      "buildConfigurationList", of: target,
      to: try configurationList(of: node, from: list(node, "specialized-configurations")))
    var (dependencies, rules, products): ([JSONNode], [JSONNode], [JSONNode]) = ([], [], [])
    for entry in try list(node, "dependencies") { dependencies.append(try dependency(entry)) }
    for entry in try list(node, "build-rules") { rules.append(try rule(entry)) }
    for entry in try list(node, "package-product-members") {
      products.append(try packageMember(entry, of: name))
    }
    set("dependencies", of: target, to: dependencies)
    set("buildRules", of: target, to: rules)
    set("packageProductDependencies", of: target, to: products)
    copy(
      node, to: target,
      except: [
        "name", "id", "kind", "product", "product-type", "full-product-type", "specialized-configurations",
        "dependencies", "build-phases", "build-rules", "package-product-members", "build-settings",
        "configuration-list-debug-id",
      ])
  }

  private mutating func rule(_ node: JSONNode) throws(JSONError) -> JSONNode {
    let rule = add("PBXBuildRule", at: node)
    if let script = try lines(node, "script") { set("script", of: rule, to: script) }
    copy(node, to: rule, except: ["id", "script"])
    return id(rule, at: node)
  }

  private mutating func packageMember(_ node: JSONNode, of target: String) throws(JSONError) -> JSONNode {
    let product = try product(node, except: ["build-phase"])
    guard let entry = value(node, "build-phase"), let reference = value(entry, "build-phase") else {
      throw JSONError("a product of a package is in no build phase", at: node.offset)
    }
    for phase in try phases(reference, of: target) { addFile(entry, "productRef", product, to: phase) }
    return id(product, at: node)
  }

  mutating func addFile(_ node: JSONNode, _ key: String, _ object: Int, to phase: Int) {
    let file = add("PBXBuildFile", at: node)
    set(key, of: file, to: id(object, at: node))
    copy(node, to: file, except: ["id", "build-phase"])
    held[phase, default: []].append(id(file, at: node))
  }
}

// MARK: Dependencies

extension JSONProject {
  private mutating func dependency(_ node: JSONNode) throws(JSONError) -> JSONNode {
    let dependency = add("PBXTargetDependency", at: node)
    if node.stringValue != nil {
      setTarget(of: dependency, node)
      return id(dependency, at: node)
    }
    _ = try Self.members(of: node)
    var read: Set = ["kind"]
    switch try text(node, "kind") ?? "localTarget" {
    case "localTarget":
      guard let target = value(node, "target"), target.stringValue != nil else {
        throw JSONError("a dependency has no target", at: node.offset)
      }
      setTarget(of: dependency, target)
      read.insert("target")
    case "remoteTarget":
      let proxy = add("PBXContainerItemProxy", at: node)
      if let project = value(node, "project") { set("containerPortal", of: proxy, to: try member(project)) }
      set("remoteInfo", of: proxy, to: try text(node, "target") ?? "")
      set("targetProxy", of: dependency, to: id(proxy, at: node))
      read.formUnion(["project", "target", "target-id"])
    case "package":
      // The product takes the other members.
      set("productRef", of: dependency, to: id(try product(node, except: ["kind"]), at: node))
      return id(dependency, at: node)
    case let kind:
      note("a dependency has an unknown kind, \(Self.shown(kind))", at: node)
      read = []
    }
    copy(node, to: dependency, except: read)
    return id(dependency, at: node)
  }

  private mutating func setTarget(of dependency: Int, _ node: JSONNode) {
    let name = node.stringValue ?? ""
    if let target = targetsByName[name]?.first {
      set("target", of: dependency, to: id(target, at: node))
    } else {
      set("name", of: dependency, to: name)
    }
  }
}
