import TestSupport

/// Draws workspaces of three to twelve packages in which every kind of target and edge turns up.
struct RandomSketch {
  private(set) var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func workspace() -> RandomWorkspace {
    var packages: [SketchPackage] = []
    for number in 0..<Int.random(in: 3...12, using: &random) {
      packages.append(package(number, among: packages))
    }
    var sketch = WorkspaceSketch(
      packages,
      files: ["README.md": "# x\n", "docs/a.txt": "a\n", "shared/a.json": "{}\n", "tool.sh": "echo\n"])
    for package in packages { sketch.files.merge(looseFiles(of: package)) { $1 } }
    var workspace = RandomWorkspace(sketch: sketch, config: nil)
    importUndeclared(in: &workspace)
    nameFiles(in: &workspace)
    if chance(50) {
      var config = RandomConfig()
      if chance(10) { config.unowned = ["all", "ignore"].randomElement(using: &random) }
      if chance(20) { config.platforms = ["linux"] }
      if chance(60), let id = sketch.moduleIDs.randomElement(using: &random) { config.inputs[id] = "shared" }
      workspace.config = config
    }
    return workspace
  }

  /// Some sources use what no manifest tells of.
  private mutating func importUndeclared(in workspace: inout RandomWorkspace) {
    let importable = workspace.importable
    for path in workspace.sketch.files.keys.sorted() where path.hasSuffix("/More.swift") && chance(10) {
      workspace.sketch.files[path] = importable.randomElement(using: &random).map { "import \($0)\n" }
    }
  }

  /// Names that sources say, so that what has them counts for those.
  static let namedFiles = ["README.md", "page.md", "Dockerfile", "Skip"]

  private mutating func nameFiles(in workspace: inout RandomWorkspace) {
    for path in workspace.sketch.files.keys.sorted() where path.hasSuffix("/More.swift") && chance(10) {
      workspace.sketch.files[path] = Self.namedFiles.randomElement(using: &random).map {
        "let file = \"\($0)\"\n"
      }
    }
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func package(_ number: Int, among earlier: [SketchPackage]) -> SketchPackage {
    let name = "P\(number)"
    let isNested = chance(25)
    var package = SketchPackage(isNested ? "Group/\(name)" : name)
    if chance(30) {
      package.toolsVersion = "6.1"
      package.traits = ["Fancy", "Luxury > Fancy"]
      package.defaultTraits = chance(30) ? ["Fancy"] : chance(20) ? ["Luxury"] : []
    }
    let used = earlier.filter { _ in chance(35) }
    package.dependencies = used.map { other in
      let way = (isNested ? "../../" : "../") + other.folder
      let switches = package.toolsVersion == "6.1" && !other.traits.isEmpty && chance(30)
      return switches ? "\(way) +Fancy" : way
    }
    addTargets(to: &package, name, used)
    if chance(20) { addRemote(to: &package, name) }
    let libraries = package.targets.filter { $0.kind == .library || $0.kind == .clang }.map(\.name)
    let plugins = package.targets.filter { $0.kind == .plugin }
    package.products =
      libraries.map { SketchProduct($0, [$0]) }
      + plugins.map { SketchProduct($0.name, [$0.name], kind: .plugin) }
    if libraries.count > 1, chance(50) { package.products?.append(SketchProduct("\(name)All", libraries)) }
    return package
  }

  private mutating func addTargets(to package: inout SketchPackage, _ name: String, _ used: [SketchPackage]) {
    if chance(15) { package.targets.append(SketchTarget(.plugin, "\(name)Plug")) }
    if chance(15) { package.targets.append(SketchTarget(.macro, "\(name)Macro")) }
    for letter in ["A", "B", "C"].prefix(Int.random(in: 1...3, using: &random)) {
      let kind: SketchTarget.Kind = chance(10) ? .clang : chance(10) ? .executable : .library
      var target = SketchTarget(kind, name + letter)
      target.dependencies = dependencies(in: package, used)
      target.plugins = kind == .clang ? [] : plugins(in: package, used)
      if chance(20) { target.resources = [#".copy("Data")"#] }
      if chance(20) { target.exclude = ["Skip"] }
      if chance(10) { target.path = "Code/\(name + letter)" }
      package.targets.append(target)
      if chance(70) {
        var test = SketchTarget.test("\(name + letter)Tests", [SketchDependency(name + letter)])
        if chance(30) { test.dependencies += dependencies(in: package, used) }
        if chance(20) { test.exclude = ["Skip"] }
        package.targets.append(test)
      }
    }
  }

  /// Some of what a target may depend on: earlier targets of its package and products of others.
  mutating func dependencies(in package: SketchPackage, _ used: [SketchPackage]) -> [SketchDependency] {
    let own = package.targets.filter { [.library, .clang, .macro].contains($0.kind) }.map { target in
      Bool.random(using: &random) ? target.name : "target:\(target.name)"
    }
    let foreign = used.flatMap { other in
      other.allProducts.filter { $0.kind == .library }.map {
        "\($0.name)@\(RandomWorkspace.name(of: other.folder))"
      }
    }
    return (own.filter { _ in chance(30) } + foreign.filter { _ in chance(40) }).map { name in
      if chance(10) { return SketchDependency("\(name)?macOS") }
      if chance(10) { return SketchDependency("\(name)?linux,macOS") }
      if !package.traits.isEmpty, chance(20) { return SketchDependency("\(name)?trait:Fancy") }
      return SketchDependency(name)
    }
  }

  private mutating func plugins(in package: SketchPackage, _ used: [SketchPackage]) -> [String] {
    let own = package.targets.filter { $0.kind == .plugin }.map(\.name)
    let foreign = used.flatMap { other in
      other.allProducts.filter { $0.kind == .plugin }.map {
        "\($0.name)@\(RandomWorkspace.name(of: other.folder))"
      }
    }
    return (own + foreign).filter { _ in chance(25) }
  }

  private mutating func addRemote(to package: inout SketchPackage, _ name: String) {
    package.dependencies.append("https://example.com/acme/remote\(name).git 1.0.0")
    for index in package.targets.indices where package.targets[index].kind == .library && chance(50) {
      package.targets[index].dependencies.append(SketchDependency("Remote@remote\(name)"))
    }
  }

  mutating func looseFiles(of package: SketchPackage) -> [String: String] {
    var files = [
      package.path("README.md"): "# x\n", package.path("notes.txt"): "x\n", package.path("Dockerfile"): "x\n",
    ]
    for target in package.targets {
      let folder = package.path(target.folder)
      let ending = target.kind == .clang ? "c" : "swift"
      files["\(folder)/More.\(ending)"] = "// more\n"
      files["\(folder)/README.md"] = "# more\n"
      if target.kind == .library { files["\(folder)/LICENSETexts.swift"] = "// texts\n" }
      if !target.resources.isEmpty {
        files["\(folder)/Data/a.json"] = "{}\n"
        files["\(folder)/Data/a.md"] = "# a\n"
      }
      if !target.exclude.isEmpty { files["\(folder)/Skip/a.txt"] = "a\n" }
      if target.kind == .test { files["\(folder)/page.md"] = "# page\n" }
    }
    if package.dependencies.contains(where: { $0.contains("://") }) {
      let name = "remote" + RandomWorkspace.name(of: package.folder)
      files[package.path("Package.resolved")] = RandomPins.text([name: "1.0.0", "\(name)-own": "1.0.0"])
    }
    return files
  }
}
