/// Writes `Package.swift`.
enum ManifestText {
  static func manifest(of package: ExamplePackage) -> String {
    var text = """
      // swift-tools-version: \(package.toolsVersion)
      import PackageDescription

      let package = Package(
        name: "\(package.name)",
        platforms: [.macOS(.v14)],
        products: [
      \(lines(package.products.map(product)))
        ],

      """
    if !package.traits.isEmpty {
      text += "  traits: [\n\(lines(package.traits.map { ".trait(name: \"\($0)\")" }))\n  ],\n"
    }
    if !package.dependencies.isEmpty {
      text += "  dependencies: [\n\(lines(package.dependencies.map(dependency)))\n  ],\n"
    }
    return text + "  targets: [\n\(lines(package.targets.map { target($0, of: package) }))\n  ]\n)\n"
  }

  private static func lines(_ items: [String]) -> String {
    items.map { "    \($0)," }.joined(separator: "\n")
  }

  private static func list(_ names: [String]) -> String {
    "[" + names.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
  }

  private static func product(_ product: ExampleProduct) -> String {
    ".\(product.kind.rawValue)(name: \"\(product.name)\", targets: \(list(product.targets)))"
  }

  private static func dependency(_ dependency: ExamplePackageDependency) -> String {
    // A package is two folders below the root, so every path to another package starts the same way.
    let path = "../../\(dependency.path)"
    if dependency.traits.isEmpty { return ".package(path: \"\(path)\")" }
    return ".package(path: \"\(path)\", traits: \(list(dependency.traits)))"
  }
}

// MARK: Targets

extension ManifestText {
  private static func target(_ target: ExampleTarget, of package: ExamplePackage) -> String {
    var fields = ["name: \"\(target.name)\""]
    if target.role == .plugin { fields.append("capability: .buildTool()") }
    if !target.dependencies.isEmpty {
      let items = target.dependencies.map { "        \(reference($0)),\n" }.joined()
      fields.append("dependencies: [\n\(items)      ]")
    }
    if !target.folder.hasPrefix("Sources/"), !target.folder.hasPrefix("Tests/"),
      !target.folder.hasPrefix("Plugins/")
    {
      fields.append("path: \"\(target.folder)\"")
    }
    if target.hasResources { fields.append("resources: [.process(\"Resources\")]") }
    if !target.settings.isEmpty {
      fields.append("swiftSettings: [\(target.settings.joined(separator: ", "))]")
    }
    if target.usesPlugin { fields.append("plugins: [\(plugin(for: package))]") }
    return ".\(function(target.role))(\n      " + fields.joined(separator: ",\n      ") + "\n    )"
  }

  private static func function(_ role: ExampleTarget.Role) -> String {
    switch role {
    case .main, .models, .cCode, .appleBridge, .journal, .testSupport: "target"
    case .tool, .program: "executableTarget"
    case .plugin: "plugin"
    case .swiftTests, .xcTests: "testTarget"
    }
  }

  private static func plugin(for package: ExamplePackage) -> String {
    let owner = ReferencePackages.blueprints[ReferencePackages.generator].name
    return ".plugin(name: \"\(PackageLayout.plugin)\", package: \"\(owner)\")"
  }

  private static func reference(_ dependency: ExampleDependency) -> String {
    if let product = dependency.product, let path = dependency.package {
      let identity = path.drop { $0 != "/" }.dropFirst()
      return ".product(name: \"\(product)\", package: \"\(identity)\")"
    }
    let name = dependency.targets.joined()
    if let platform = dependency.platform {
      return ".target(name: \"\(name)\", condition: .when(platforms: [.\(platform)]))"
    }
    if let trait = dependency.trait {
      return ".target(name: \"\(name)\", condition: .when(traits: [\"\(trait)\"]))"
    }
    return "\"\(name)\""
  }
}
