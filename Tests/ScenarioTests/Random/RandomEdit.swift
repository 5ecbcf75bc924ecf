import TestSupport

/// One random change. It is drawn anew from its own seed each time it is applied, so that it can be left
/// out or applied to a smaller workspace while a failing case is shrunk.
struct RandomEdit: Sendable, Hashable, CustomStringConvertible {
  enum Kind: String, Sendable, Hashable, CaseIterable {
    // Files
    case editSource, addSource, deleteSource, moveSource, editLoose, addUnowned, document, importUndeclared
    case nameFile, attributes
    // Manifests
    case comment, flag, addDependency, dropDependency, condition, addTarget, removeTarget, exclude, resource
    case platforms, toolsVersion, defaultTraits, requestTrait, product, narrowProduct, plugin
    case unusedDependency
    // Packages and the rest
    case addPackage, removePackage, pin, reformatPins, configName, configInputs, configTags, everything
  }

  let kind: Kind
  let seed: UInt64

  var description: String { kind.rawValue }

  func apply(to workspace: inout RandomWorkspace) {
    var drawing = RandomSketch(seed: seed)
    var random = SeededGenerator(seed: seed &+ 1)
    switch kind {
    case .editSource, .addSource, .deleteSource, .moveSource, .editLoose, .addUnowned, .document,
      .importUndeclared, .nameFile, .attributes:
      editFiles(&workspace, &random)
    case .addPackage:
      let package = drawing.package(50 + Int(seed % 40), among: workspace.sketch.packages)
      workspace.sketch.packages.append(package)
      workspace.sketch.files.merge(drawing.looseFiles(of: package)) { $1 }
    case .removePackage:
      workspace.packageFolders.randomElement(using: &random).map { workspace.removePackage($0) }
    case .configName: workspace.config = with(workspace.config) { $0.name = "renamed" }
    case .configInputs, .configTags: editModuleEntry(&workspace, &random)
    case .everything:
      workspace.sketch.files[Bool.random(using: &random) ? ".swift-version" : "tool.sh"] = "edited\n"
    default:
      guard let folder = candidates(in: workspace).randomElement(using: &random) else { return }
      edit(folder, of: &workspace, &random, &drawing)
    }
  }

  /// The packages that this kind of edit can do something to.
  private func candidates(in workspace: RandomWorkspace) -> [String] {
    guard kind == .narrowProduct else { return workspace.packageFolders }
    return workspace.sketch.packages.filter { $0.allProducts.contains { $0.targets.count > 1 } }.map(\.folder)
  }

  private func with(_ config: RandomConfig?, _ edit: (inout RandomConfig) -> Void) -> RandomConfig {
    var config = config ?? RandomConfig()
    edit(&config)
    return config
  }

  private func editModuleEntry(_ workspace: inout RandomWorkspace, _ random: inout SeededGenerator) {
    guard let id = workspace.sketch.moduleIDs.randomElement(using: &random) else { return }
    workspace.config = with(workspace.config) { config in
      if kind == .configTags {
        config.tags[id] = "tag"
      } else {
        config.inputs[id] = config.inputs[id] == nil ? "shared" : nil
      }
    }
  }
}

// MARK: Files

extension RandomEdit {
  private func editFiles(_ workspace: inout RandomWorkspace, _ random: inout SeededGenerator) {
    let all = workspace.sketch.allFiles
    func pick(_ isWanted: (String) -> Bool) -> String? {
      all.keys.filter(isWanted).sorted().randomElement(using: &random)
    }
    let isSource = { (path: String) in
      path.hasSuffix(".swift") && !path.hasSuffix("Package.swift") && !path.contains("/Skip/")
    }
    switch kind {
    case .editSource: pick(isSource).map { workspace.sketch.files[$0] = "// edited\n" }
    case .addSource: pick(isSource).map { workspace.sketch.files["\($0).New.swift"] = "// new\n" }
    case .deleteSource: pick { $0.contains("/More.") }.map { workspace.sketch.files[$0] = nil }
    case .moveSource:
      guard let from = pick({ $0.contains("/More.") }), let to = pick(isSource) else { return }
      workspace.sketch.files["\(to).Moved.swift"] = workspace.sketch.files[from]
      workspace.sketch.files[from] = nil
    case .addUnowned:
      workspace.packageFolders.randomElement(using: &random).map {
        workspace.sketch.files["\($0)/data-\(seed % 10).json"] = "{}\n"
      }
    case .importUndeclared:
      guard let name = workspace.importable.randomElement(using: &random) else { return }
      pick(isSource).map { workspace.sketch.files[$0] = "import \(name)\n" }
    case .nameFile:
      guard let name = RandomSketch.namedFiles.randomElement(using: &random) else { return }
      pick(isSource).map { workspace.sketch.files[$0] = "let file = \"\(name)\"\n" }
    case .attributes:
      let folder = Bool.random(using: &random) ? workspace.packageFolders.randomElement(using: &random) : nil
      let lines = ["*.json linguist-generated -diff\n", "*.none eol=lf diff\n"].filter { _ in
        Bool.random(using: &random)
      }
      workspace.sketch.files[folder.map { "\($0)/.gitattributes" } ?? ".gitattributes"] = lines.joined()
    case .document:
      pick { $0.hasSuffix(".md") || $0.hasPrefix("docs/") || $0.hasSuffix("/Dockerfile") }.map {
        workspace.sketch.files[$0] = "x\n"
      }
    default:
      pick { ["/Skip/", "/Data/", "shared/", "notes.txt", "page.md"].contains(where: $0.contains) }
        .map { workspace.sketch.files[$0] = "edited\n" }
    }
  }
}

// MARK: Manifests

extension RandomEdit {
  private func edit(
    _ folder: String, of workspace: inout RandomWorkspace, _ random: inout SeededGenerator,
    _ drawing: inout RandomSketch
  ) {
    var package = workspace.sketch[folder]
    guard let place = package.targets.indices.randomElement(using: &random) else { return }
    let target = package.targets[place]
    switch kind {
    case .comment: package.comment = "edited"
    case .platforms: package.platforms = [".macOS(.v13)"]
    case .toolsVersion: package.toolsVersion = "6.2"
    case .defaultTraits:
      if !package.traits.isEmpty { package.defaultTraits = package.defaultTraits.isEmpty ? ["Fancy"] : [] }
    case .requestTrait: toggleTraitRequest(&package, workspace)
    case .unusedDependency: package.dependencies.append("https://example.com/acme/unused.git 1.0.0")
    case .product: package.products?.append(SketchProduct("More", [target.name]))
    case .narrowProduct: narrowProduct(&package, &random)
    case .removeTarget:
      guard package.targets.count > 1 else { return }
      return workspace.removeTarget(target, of: folder)
    case .addTarget:
      let added = SketchTarget.library("\(RandomWorkspace.name(of: folder))X", [])
      package.targets.append(added)
    case .pin, .reformatPins:
      let path = package.path("Package.resolved")
      guard let text = workspace.sketch.files[path] else { return }
      var pins = RandomPins.versions(text)
      if kind == .pin { pins.keys.sorted().randomElement(using: &random).map { pins[$0] = "2.0.0" } }
      workspace.sketch.files[path] = RandomPins.text(pins, indent: "\t")
    default: edit(&package, place, workspace, &random, &drawing)
    }
    workspace.sketch[folder] = package
  }

  private func edit(
    _ package: inout SketchPackage, _ place: Int, _ workspace: RandomWorkspace,
    _ random: inout SeededGenerator,
    _ drawing: inout RandomSketch
  ) {
    let target = package.targets[place]
    let isSwift = ![.plugin, .clang, .macro].contains(target.kind)
    switch kind {
    case .flag: if isSwift { package.targets[place].swiftSettings = [#".define("EDITED")"#] }
    case .exclude: package.targets[place].exclude = target.exclude.isEmpty ? ["Skip"] : []
    case .resource:
      if isSwift { package.targets[place].resources = target.resources.isEmpty ? [#".copy("Data")"#] : [] }
    case .dropDependency: if !target.dependencies.isEmpty { package.targets[place].dependencies.removeLast() }
    case .plugin: package.targets[place].plugins = []
    case .condition:
      guard let last = target.dependencies.indices.last else { return }
      package.targets[place].dependencies[last].platforms =
        target.dependencies[last].platforms.isEmpty ? ["macOS"] : []
    case .addDependency:
      // Only what stands before it, so that no cycle comes about.
      var above = package
      above.targets = Array(package.targets[..<place])
      let used = workspace.sketch.packages.filter { other in
        package.dependencies.contains {
          RandomWorkspace.path($0).hasSuffix("/\(RandomWorkspace.name(of: other.folder))")
        }
      }
      guard isSwift else { return }
      let known = Set(target.dependencies.map(\.name))
      package.targets[place].dependencies += drawing.dependencies(in: above, used).filter {
        !known.contains($0.name)
      }
    default: break
    }
  }

  /// Takes a target out of a product, so that an edge of other packages goes though their manifests stay.
  private func narrowProduct(_ package: inout SketchPackage, _ random: inout SeededGenerator) {
    guard var products = package.products,
      let wide = products.indices.filter({ products[$0].targets.count > 1 }).randomElement(using: &random)
    else { return }
    let lost = Int.random(in: products[wide].targets.indices, using: &random)
    products[wide].targets.remove(at: lost)
    package.products = products
  }

  private func toggleTraitRequest(_ package: inout SketchPackage, _ workspace: RandomWorkspace) {
    guard package.toolsVersion != "6.0" else { return }
    for index in package.dependencies.indices {
      let path = RandomWorkspace.path(package.dependencies[index])
      let other = workspace.sketch.packages.first {
        path.hasSuffix("/\(RandomWorkspace.name(of: $0.folder))")
      }
      guard other?.traits.isEmpty == false, !path.contains("://") else { continue }
      package.dependencies[index] = package.dependencies[index].hasSuffix("+Fancy") ? path : "\(path) +Fancy"
      return
    }
  }
}
