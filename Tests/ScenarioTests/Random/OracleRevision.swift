/// What one revision says about files and edges, asked of the sketch each time.
struct OracleRevision {
  let sketch: WorkspaceSketch
  /// The configuration that decides: the head's, for both revisions.
  let rules: RandomConfig?

  init(_ workspace: RandomWorkspace, rules: RandomConfig?) {
    sketch = workspace.sketch
    self.rules = rules
  }

  var modules: [String] { sketch.moduleIDs }

  func ids(of package: SketchPackage) -> Set<String> {
    Set(package.targets.map { "\(package.folder):\($0.name)" })
  }

  /// The innermost package around a path.
  func package(of path: String) -> SketchPackage? {
    sketch.packages.filter { path.hasPrefix($0.folder + "/") }.max { $0.folder.count < $1.folder.count }
  }

  private func targets(around path: String) -> [(package: SketchPackage, target: SketchTarget, rest: String)]
  {
    sketch.packages.flatMap { package in
      package.targets.compactMap { target in
        let folder = package.path(target.folder) + "/"
        return path.hasPrefix(folder) ? (package, target, String(path.dropFirst(folder.count))) : nil
      }
    }
  }

  /// The modules whose folder holds the path and that do not exclude it.
  func owners(of path: String) -> Set<String> {
    let owning = targets(around: path).filter { _, target, rest in
      !target.exclude.contains { rest == $0 || rest.hasPrefix($0 + "/") }
    }
    return Set(owning.map { "\($0.package.folder):\($0.target.name)" })
  }

  /// The modules whose entry in the configuration names the path.
  func declaredReaders(of path: String) -> Set<String> {
    Set((rules?.inputs ?? [:]).filter { path.hasPrefix($0.value + "/") }.keys).intersection(modules)
  }

  /// The modules that say the name of a document in a literal, or one of a test target's excluded folder.
  func namers(of path: String) -> Set<String> {
    let names = path.split(separator: "/").map { "\"\($0)\"" }
    let naming = sketch.files.filter { file in
      file.key.hasSuffix(".swift") && names.contains { file.value.contains($0) }
    }
    return naming.keys.reduce(into: []) { $0.formUnion(owners(of: $1)) }
  }

  /// The test modules that exclude a path which lies in no other target's folder, with those of their package that name it.
  func testsLeavingOut(_ path: String) -> Set<String> {
    let around = targets(around: path)
    guard !around.isEmpty, around.allSatisfy({ $0.target.kind == .test }), let package = package(of: path)
    else {
      return []
    }
    return Set(around.map { "\($0.package.folder):\($0.target.name)" })
      .union(namers(of: path).intersection(ids(of: package)))
  }

  /// Documents affect nothing, unless they are compiled, are resources or lie in a test's folder.
  func isHarmless(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    guard name.hasSuffix(".md") || ["LICENSE", "Dockerfile"].contains(name) else { return false }
    return !targets(around: path).contains { _, target, rest in
      if target.kind == .test { return true }
      if name.hasSuffix(".swift") { return !target.exclude.contains { rest.hasPrefix($0 + "/") } }
      let isExcluded = target.exclude.contains { rest.hasPrefix($0 + "/") }
      return !isExcluded
        && target.resources.contains { rest == Self.quoted($0) || rest.hasPrefix(Self.quoted($0) + "/") }
    }
  }

  private static func quoted(_ text: String) -> String {
    text.split(separator: "\"").dropFirst().first.map(String.init) ?? text
  }

  /// The modules of the package around a path that a build-tool plugin works for.
  func pluginUsers(in path: String) -> Set<String> {
    guard let package = package(of: path) else { return [] }
    return Set(package.targets.filter { !$0.plugins.isEmpty }.map { "\(package.folder):\($0.name)" })
  }
}

// MARK: Edges

extension OracleRevision {
  struct Edge: Hashable {
    let from: String
    let to: String
  }

  var edges: [Edge] {
    sketch.packages.flatMap { package in
      package.targets.flatMap { target in
        let needed =
          target.dependencies.filter { holds($0, in: package) }
          .flatMap { named($0.name, $0.package, in: package) }
          + target.plugins.flatMap { plugin in
            let parts = plugin.split(separator: "@").map(String.init)
            return named(parts[0], parts.count > 1 ? parts[1] : nil, in: package)
          }
        let id = "\(package.folder):\(target.name)"
        let started = target.kind == .test ? package.targets.filter { $0.kind == .executable } : []
        return (needed + imported(by: id) + started.map { "\(package.folder):\($0.name)" })
          .map { Edge(from: id, to: $0) }
      }
    }
  }

  /// The modules that a module's sources import, whatever its manifest says.
  private func imported(by id: String) -> [String] {
    let names = sketch.files.filter { $0.key.hasSuffix(".swift") && owners(of: $0.key).contains(id) }
      .flatMap { $0.value.split(separator: "\n") }
      .filter { $0.hasPrefix("import ") }.map { String($0.dropFirst("import ".count)) }
    return sketch.packages.flatMap { package in
      package.targets.filter { names.contains($0.name) }.map { "\(package.folder):\($0.name)" }
    }
  }

  /// The modules behind a name: a target of the package, or a product of another.
  private func named(_ name: String, _ other: String?, in package: SketchPackage) -> [String] {
    guard let other else {
      return package.targets.contains { $0.name == name } ? ["\(package.folder):\(name)"] : []
    }
    guard let package = sketch.packages.first(where: { RandomWorkspace.name(of: $0.folder) == other }) else {
      return []
    }
    let targets = package.allProducts.filter { $0.name == name }.flatMap(\.targets)
    return targets.map { "\(package.folder):\($0)" }
  }

  private func holds(_ dependency: SketchDependency, in package: SketchPackage) -> Bool {
    let platforms = rules?.platforms ?? []
    let onPlatform =
      dependency.platforms.isEmpty || platforms.isEmpty
      || dependency.platforms.contains { platforms.contains($0.lowercased()) }
    let enabled = enabledTraits(of: package)
    return onPlatform && (dependency.traits.isEmpty || dependency.traits.contains { enabled.contains($0) })
  }

  /// By default, or because any package of the workspace asks for it.
  private func enabledTraits(of package: SketchPackage) -> Set<String> {
    var enabled = Set(package.defaultTraits)
    for other in sketch.packages {
      for dependency in other.dependencies {
        let words = dependency.split(separator: " ").map(String.init)
        guard words[0].hasSuffix("/" + RandomWorkspace.name(of: package.folder)) else { continue }
        enabled.formUnion(words.dropFirst().filter { $0.hasPrefix("+") }.map { String($0.dropFirst()) })
      }
    }
    return Self.closed(enabled)
  }

  /// The traits of every package that a root needs, itself included, when that root alone is built.
  func traits(withRoot root: String) -> [String: Set<String>] {
    var enabled: [String: Set<String>] = [root: []]
    if let package = sketch.packages.first(where: { $0.folder == root }) {
      enabled[root] = Self.closed(Set(package.defaultTraits))
    }
    for _ in 0...sketch.packages.count {
      for package in sketch.packages where enabled[package.folder] != nil {
        for dependency in package.dependencies {
          let words = dependency.split(separator: " ").map(String.init)
          let name = RandomWorkspace.name(of: words[0])
          guard !words[0].contains("://"),
            let other = sketch.packages.first(where: { RandomWorkspace.name(of: $0.folder) == name })
          else { continue }
          let asked = words.dropFirst().filter { $0.hasPrefix("+") }.map { String($0.dropFirst()) }
          enabled[other.folder, default: []].formUnion(Self.closed(Set(other.defaultTraits + asked)))
        }
      }
    }
    return enabled
  }

  private static func closed(_ traits: Set<String>) -> Set<String> {
    traits.contains("Luxury") ? traits.union(["Fancy"]) : traits
  }

  /// These modules, and all that need them.
  func needing(_ modules: Set<String>) -> Set<String> {
    var needing = modules
    for _ in sketch.moduleIDs { needing.formUnion(edges.filter { needing.contains($0.to) }.map(\.from)) }
    return needing
  }

  /// The modules of a package that need a remote package, directly or through others.
  func remoteUsers(in package: SketchPackage) -> Set<String> {
    let users = Set(
      sketch.packages.flatMap { package in
        package.targets.filter { $0.dependencies.contains { $0.package?.hasPrefix("remote") == true } }
          .map { "\(package.folder):\($0.name)" }
      })
    return needing(users).intersection(ids(of: package))
  }
}
