import Base

extension ProjectReader {
  /// Returns the targets in the order of the project's list.
  func targets() -> [XcodeTarget] {
    references(objects.root, "targets", "the list of targets").map { target($0) }
  }

  func name(ofTarget target: Int) -> String { objects.text(target, "name") ?? "" }

  func isTarget(_ object: Int) -> Bool {
    objects.isa(object, "PBXNativeTarget") || objects.isa(object, "PBXAggregateTarget")
      || objects.isa(object, "PBXLegacyTarget")
  }

  private func target(_ target: Int) -> XcodeTarget {
    self.target = target
    serialised = [:]
    let name = name(ofTarget: target)
    if objects.isa(target, "PBXLegacyTarget") {
      note("the target \(name) is built by an external tool (PBXLegacyTarget)", at: target)
    } else if !isTarget(target) {
      note("the target \(name) has an unknown kind, \(objects.isa(target))", at: target)
    }
    var parts = TargetParts()
    for phase in references(target, "buildPhases", "the target \(name)") { read(phase: phase, to: &parts) }
    for rule in references(target, "buildRules", "the target \(name)") {
      if objects.text(rule, "script") != nil { parts.scripts.append(script(rule, "script")) }
    }
    for product in references(target, "packageProductDependencies", "the target \(name)") {
      parts.add(package(product))
    }
    for dependency in references(target, "dependencies", "the target \(name)") {
      read(dependency: dependency, to: &parts)
    }
    return XcodeTarget(
      name: name, type: type(of: target), product: product(of: target),
      configurations: configurations(of: target), files: parts.files, folders: folders(of: target),
      uses: parts.uses, dependencies: parts.dependencies, products: parts.products, scripts: parts.scripts,
      definition: targetDefinition(target))
  }

  private func type(of target: Int) -> XcodeProductType {
    if objects.isa(target, "PBXAggregateTarget") { return .aggregate }
    return objects.text(target, "productType").map { XcodeProductType($0) } ?? .other
  }

  private func product(of target: Int) -> String? {
    guard let product = reference(target, "productReference", "the target \(name(ofTarget: target))") else {
      return nil
    }
    return path(of: product)?.fileName
  }
}

/// The results of the phases and dependencies of one target.
struct TargetParts {
  var files: [XcodePath] = []
  var uses: [XcodeProductUse] = []
  var dependencies: [XcodeDependency] = []
  var products: [XcodePackageProduct] = []
  var scripts: [XcodeScript] = []
  private var seen: Set<XcodePath> = []

  mutating func add(_ path: XcodePath) {
    if seen.insert(path).inserted { files.append(path) }
  }

  mutating func add(_ use: XcodeProductUse) {
    if !uses.contains(use) { uses.append(use) }
  }

  mutating func add(_ product: XcodePackageProduct) {
    if !products.contains(product) { products.append(product) }
  }
}

// MARK: Dependencies

extension ProjectReader {
  private func read(dependency: Int, to parts: inout TargetParts) {
    if !objects.isa(dependency, "PBXTargetDependency") {
      note("a dependency has an unknown kind, \(objects.isa(dependency))", at: dependency)
    }
    if let product = reference(dependency, "productRef", "a dependency") { parts.add(package(product)) }
    if let target = objects.reference(dependency, "target"), isTarget(target) {
      parts.dependencies.append(.target(name(ofTarget: target)))
    } else if let proxy = objects.reference(dependency, "targetProxy") {
      parts.dependencies.append(self.dependency(through: proxy))
    } else if objects.value(dependency, "productRef") == nil {
      // An empty entry makes no difference; Xcode leaves some.
      let name = objects.text(dependency, "name")
      if name != nil || objects.value(dependency, "target") != nil {
        let shown = Text.escapingControls(name ?? "without a name")
        note("the dependency \(shown) has no target", at: dependency)
      }
      parts.dependencies.append(.dangling(name ?? ""))
    }
  }

  /// Returns the dependency behind a proxy. A proxy names a target of the same project by its id, and of another
  /// project by its name.
  func dependency(through proxy: Int) -> XcodeDependency {
    let name = objects.text(proxy, "remoteInfo") ?? ""
    let portal = objects.reference(proxy, "containerPortal")
    if portal == objects.root {
      if let target = objects.reference(proxy, "remoteGlobalIDString"), isTarget(target) {
        return .target(self.name(ofTarget: target))
      }
      if objects.references(objects.root, "targets").contains(where: { self.name(ofTarget: $0) == name }) {
        return .target(name)
      }
    } else if let portal, let project = path(of: portal) {
      if let project = project.inTree { return .other(project: project, target: name) }
      note("the project of the dependency \(Text.escapingControls(name)) cannot be resolved", at: portal)
      return .dangling(name)
    }
    note("the dependency \(Text.escapingControls(name)) has no target", at: proxy)
    return .dangling(name)
  }

  /// Reads an XCSwiftPackageProductDependency.
  func package(_ product: Int) -> XcodePackageProduct {
    if !objects.isa(product, "XCSwiftPackageProductDependency") {
      note("a product of a package has an unknown kind, \(objects.isa(product))", at: product)
    }
    var name = objects.text(product, "productName") ?? ""
    let isPlugin = name.hasPrefix("plugin:")
    if isPlugin { name.removeFirst("plugin:".count) }
    return XcodePackageProduct(name: name, origin: origin(of: product), isPlugin: isPlugin)
  }

  private func origin(of product: Int) -> XcodePackageProduct.Origin {
    guard let package = objects.reference(product, "package") else { return .unnamed }
    if let folder = localPackage(package) { return .local(folder) }
    if objects.isa(package, "XCRemoteSwiftPackageReference"),
      let address = objects.text(package, "repositoryURL")
    {
      return .remote(PackageIdentity.of(location: address))
    }
    if !objects.isa(package, "XCLocalSwiftPackageReference") {
      note("a package has an unknown kind, \(objects.isa(package)), or has no address", at: package)
    }
    return .unnamed
  }
}
