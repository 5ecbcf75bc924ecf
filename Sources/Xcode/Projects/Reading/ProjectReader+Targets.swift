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
      flags: parts.flags + flags(ofFilesIn: target), definition: targetDefinition(target))
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
  var flags: [String] = []
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

extension ProjectReader {
  func read(phase: Int, to parts: inout TargetParts) {
    switch objects.isa(phase) {
    case "PBXSourcesBuildPhase", "PBXResourcesBuildPhase", "PBXHeadersBuildPhase", "PBXRezBuildPhase",
      "PBXAppleScriptBuildPhase":
      readFiles(of: phase, to: &parts)
    case "PBXFrameworksBuildPhase": readFiles(of: phase, linking: true, to: &parts)
    case "PBXCopyFilesBuildPhase": readFiles(of: phase, embedding: true, to: &parts)
    case "PBXShellScriptBuildPhase":
      parts.scripts.append(script(phase, "shellScript"))
      readFiles(of: phase, to: &parts)
    case let isa:
      note("a build phase has an unknown kind, \(Text.escapingControls(isa))", at: phase)
      readFiles(of: phase, to: &parts)
    }
  }

  /// Returns a shell script phase or a build rule.
  func script(_ object: Int, _ key: StaticString) -> XcodeScript {
    XcodeScript(
      name: objects.text(object, "name") ?? "", text: objects.text(object, key) ?? "",
      inputs: objects.texts(object, "inputPaths") + objects.texts(object, "inputFiles"),
      inputLists: objects.texts(object, "inputFileListPaths"),
      outputs: objects.texts(object, "outputPaths") + objects.texts(object, "outputFiles"))
  }

  /// Reads the files of a phase. Missing files are no problem, since merges leave them and Xcode tolerates them.
  private func readFiles(
    of phase: Int, linking: Bool = false, embedding: Bool = false, to parts: inout TargetParts
  ) {
    for file in objects.references(phase, "files") {
      if !objects.isa(file, "PBXBuildFile") {
        note("a file of a phase has an unknown kind, \(Text.escapingControls(objects.isa(file)))", at: file)
      }
      if let product = objects.reference(file, "productRef") { parts.add(package(product)) }
      if let settings = objects.value(file, "settings") {
        parts.flags += objects.texts(settings, "COMPILER_FLAGS")
      }
      guard let item = objects.reference(file, "fileRef") else { continue }
      if objects.isa(item, "PBXReferenceProxy") {
        note("a file is the product of another project (PBXReferenceProxy)", at: item)
        let name = path(of: item)?.fileName ?? ""
        parts.add(XcodeProductUse(file: name, isEmbedded: embedding, isForeign: true))
        continue
      }
      var visited: Set<Int> = []
      let places = places(of: item, &visited)
      if linking || embedding || makers[item] != nil { addUses(of: item, places, !linking, to: &parts) }
      for place in places {
        // Products and the SDK's own files are not in the repository.
        if case .built = place { continue }
        parts.add(place)
      }
    }
  }

  private func addUses(of item: Int, _ places: [XcodePath], _ isEmbedded: Bool, to parts: inout TargetParts) {
    let maker = makers[item].map { name(ofTarget: $0) }
    for place in places where maker != nil || Self.isProduct(place) {
      parts.add(
        XcodeProductUse(
          file: place.fileName, isEmbedded: isEmbedded, isForeign: maker == nil && Self.isBuilt(place),
          maker: maker))
    }
  }

  /// Returns false for a file of the SDK, such as `System/Library/Frameworks/UIKit.framework`.
  private static func isBuilt(_ path: XcodePath) -> Bool {
    guard case .built(let text) = path else { return false }
    return !["System/", "usr/", "Platforms/", "Library/"].contains(where: text.hasPrefix)
  }

  /// Returns true for a product. Xcode goes by the name of the file, whatever its place in the reference.
  private static func isProduct(_ path: XcodePath) -> Bool {
    if case .built = path { return true }
    let name = path.fileName
    return ["framework", "dylib", "a", "tbd", "o", "appex", "app", "xpc", "bundle", "systemextension"]
      .contains {
        name.hasSuffix(".\($0)")
      }
  }

  /// Returns every variant of a group of variants, a data model's folder, else the item itself.
  private func places(of item: Int, _ visited: inout Set<Int>) -> [XcodePath] {
    guard visited.insert(item).inserted else { return [] }
    if objects.isa(item, "PBXFileReference") || objects.isa(item, "XCVersionGroup") { return paths(of: item) }
    let isSynchronised = objects.isa(item, "PBXFileSystemSynchronizedRootGroup")
    let isVariants = objects.isa(item, "PBXVariantGroup")
    if !isVariants, !objects.isa(item, "PBXGroup"), !isSynchronised {
      note("a file has an unknown kind, \(Text.escapingControls(objects.isa(item)))", at: item)
    }
    guard visited.count < Self.maximumVariants else {
      note("a group in a build phase holds more than \(Self.maximumVariants) files", at: item)
      return []
    }
    let hasPlace = isSynchronised || (!isVariants && objects.value(item, "path") != nil)
    return (hasPlace ? paths(of: item) : [])
      + objects.references(item, "children").flatMap { places(of: $0, &visited) }
  }

  private static let maximumVariants = 200
}

// MARK: Synchronised folders

extension ProjectReader {
  /// Returns the folders that a target lists, and those of which it has only some files.
  func folders(of target: Int) -> [SynchronisedFolder] {
    let listed = references(target, "fileSystemSynchronizedGroups", "the target \(name(ofTarget: target))")
    var result: [SynchronisedFolder] = []
    for folder in listed {
      let sets = exceptions(of: folder).filter { objects.reference($0, "target") == target }
      result += synchronised(folder, isMember: true, sets)
    }
    for folder in foldersWithExceptions {
      let sets = exceptions(of: folder).filter { set in
        // A phase has the files that it names, even if its target lists the folder.
        objects.reference(set, "buildPhase").map { phaseOwners[$0] == target }
          ?? (objects.reference(set, "target") == target && !listed.contains(folder))
      }
      if !sets.isEmpty { result += synchronised(folder, isMember: false, sets) }
    }
    return result
  }

  /// Returns the flags of files in synchronised folders.
  private func flags(ofFilesIn target: Int) -> [String] {
    let sets = foldersWithExceptions.flatMap(exceptions).filter { objects.reference($0, "target") == target }
    return sets.compactMap { objects.value($0, "additionalCompilerFlagsByRelativePath") }.flatMap { flags in
      objects.list.keys(of: flags).compactMap { objects.list.text(of: $0 + 1) }
    }
  }

  func exceptions(of folder: Int) -> [Int] {
    references(folder, "exceptions", "a synchronised folder")
  }

  private func synchronised(_ folder: Int, isMember: Bool, _ sets: [Int]) -> [SynchronisedFolder] {
    let places = paths(of: folder)
    return places.compactMap { place in
      guard let root = place.inTree else {
        note("the path of a synchronised folder cannot be resolved", at: folder)
        return nil
      }
      var (exceptions, localised): ([RelativePath], [SynchronisedFolder.LocalisedFile]) = ([], [])
      for set in sets {
        check(set)
        let headers =
          isMember ? [] : objects.texts(set, "publicHeaders") + objects.texts(set, "privateHeaders")
        for text in objects.texts(set, "membershipExceptions") + headers {
          if text.hasPrefix("/Localized/") {
            let path = root.appending(String(text.dropFirst("/Localized".count)))
            let name = String(decoding: path.lastComponent, as: UTF8.self)
            localised.append(.init(folder: path.parent, name: name))
          } else {
            exceptions.append(root.appending(text))
          }
        }
      }
      return SynchronisedFolder(
        folder: root, isMember: isMember, paths: CaselessPaths(exceptions), localised: localised)
    }
  }

  private func check(_ set: Int) {
    if !objects.isa(set, "PBXFileSystemSynchronizedBuildFileExceptionSet"),
      !objects.isa(set, "PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet")
    {
      note("a set of exceptions has an unknown kind, \(Text.escapingControls(objects.isa(set)))", at: set)
    }
  }
}
