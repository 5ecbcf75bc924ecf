/// A realistic workspace of Swift packages, as a value: its packages, their dependencies, and the contents of all
/// files. Writing it to disk is a separate step.
///
/// The same options always give the same workspace, down to the commit ids.
package struct ExampleWorkspace: Sendable, Hashable {
  package let options: ExampleOptions
  /// The packages. Each comes after its dependencies.
  package let packages: [ExamplePackage]

  package static func plan(_ options: ExampleOptions) throws(ExampleError) -> ExampleWorkspace {
    guard (ExampleOptions.referencePackages...ExampleOptions.mostPackages).contains(options.packages) else {
      throw .packagesOutOfRange(options.packages)
    }
    var packages: [ExamplePackage] = []
    for blueprint in RandomPackages(count: options.packages, seed: options.seed).blueprints {
      packages.append(PackageLayout(blueprint: blueprint, earlier: packages).package())
    }
    let bare = ExampleWorkspace(options: options, packages: packages)
    guard let files = options.files else { return bare }
    let least = bare.files().count
    guard (least...ExampleOptions.mostFiles).contains(files) else {
      throw .filesOutOfRange(files, least: least)
    }
    ExtraFiles.spread(files - least, over: &packages, seed: options.seed)
    return ExampleWorkspace(options: options, packages: packages)
  }
}

// MARK: The graph

extension ExampleWorkspace {
  /// The direct dependencies of each module, by id. They include plugins, and the targets of products. A dependency for
  /// one platform counts unless `platform` is another one (`linux`, `macos`).
  package func edges(platform: String? = nil) -> [String: Set<String>] {
    var edges: [String: Set<String>] = [:]
    let plugins = packages.flatMap { package in
      package.targets.filter { $0.role == .plugin }.map { package.id($0.name) }
    }
    for package in packages {
      for target in package.targets {
        var needs: Set<String> = []
        for dependency in target.dependencies {
          if let platform, let only = dependency.platform, only.lowercased() != platform { continue }
          let path = dependency.package ?? package.path
          needs.formUnion(dependency.targets.map { "//\(path):\($0)" })
        }
        if target.usesPlugin { needs.formUnion(plugins) }
        if target.kind == "test" {
          // SwiftPM puts the programs of a package beside its tests, and the tests may start them.
          needs.formUnion(package.targets.filter { $0.kind == "executable" }.map { package.id($0.name) })
        }
        edges[package.id(target.name)] = needs
      }
    }
    return edges
  }

  /// The modules that an edit of `modules` affects, also themselves.
  package func affected(byEditing modules: Set<String>, platform: String? = nil) -> Set<String> {
    var dependents: [String: [String]] = [:]
    for (module, needs) in edges(platform: platform) {
      for need in needs { dependents[need, default: []].append(module) }
    }
    var reached = modules
    var open = Array(modules)
    while let module = open.popLast() {
      for dependent in dependents[module] ?? [] where reached.insert(dependent).inserted {
        open.append(dependent)
      }
    }
    return reached
  }
}
