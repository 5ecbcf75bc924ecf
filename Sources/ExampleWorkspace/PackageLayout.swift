/// Lays out the targets, products and dependencies of a package.
struct PackageLayout {
  let blueprint: Blueprint
  /// The packages that it may depend on, at their positions.
  let earlier: [ExamplePackage]

  private var name: String { blueprint.name }

  private func has(_ feature: Blueprint.Feature) -> Bool { blueprint.features.contains(feature) }

  func package() -> ExamplePackage {
    ExamplePackage(
      layer: blueprint.layer, name: name, products: products(),
      dependencies: blueprint.dependencies.map {
        ExamplePackageDependency(
          path: earlier[$0].path, traits: blueprint.journals.contains($0) ? earlier[$0].traits : [])
      },
      targets: libraries() + programs() + tests(), traits: has(.trait) ? ["Journal"] : [],
      toolsVersion: has(.trait) || !blueprint.journals.isEmpty ? "6.1" : has(.ownFolders) ? "5.9" : "6.0")
  }
}

// MARK: Products

extension PackageLayout {
  private func products() -> [ExampleProduct] {
    var products = [
      ExampleProduct(
        name: has(.otherProductName) ? "\(name)Kit" : name, kind: .library,
        targets: has(.models) ? [name, "\(name)Models"] : [name])
    ]
    if has(.testSupport) {
      products.append(
        ExampleProduct(name: "\(name)TestSupport", kind: .library, targets: ["\(name)TestSupport"]))
    }
    if has(.program) {
      products.append(ExampleProduct(name: programProduct, kind: .executable, targets: [programTarget]))
    }
    if has(.generator) {
      products.append(ExampleProduct(name: Self.plugin, kind: .plugin, targets: [Self.plugin]))
    }
    return products
  }

  static let plugin = "NamesPlugin"
  static let tool = "names-tool"

  private var programTarget: String { blueprint.layer == .apps ? "\(name)Main" : "\(name)Demo" }

  private var programProduct: String {
    blueprint.layer == .apps ? name.lowercased() : "\(name.lowercased())-demo"
  }
}

// MARK: Targets

extension PackageLayout {
  private func libraries() -> [ExampleTarget] {
    var main = target(name, .main)
    main.usesPlugin = has(.usesPlugin)
    main.hasResources = has(.resources)
    if has(.strictSettings) { main.settings.append(".enableUpcomingFeature(\"ExistentialAny\")") }
    var others: [ExampleTarget] = []
    if has(.models) { others.append(target("\(name)Models", .models)) }
    if has(.cCode) { others.append(target("C\(name)", .cCode)) }
    main.dependencies = others.map { .target($0.name) }
    if has(.appleBridge) {
      others.append(target("\(name)Apple", .appleBridge))
      main.dependencies.append(.target("\(name)Apple", platform: "macOS"))
    }
    if has(.trait) {
      others.append(target("\(name)Journal", .journal))
      main.dependencies.append(.target("\(name)Journal", trait: "Journal"))
    }
    main.dependencies += productDependencies()
    if has(.testSupport) {
      others.append(target("\(name)TestSupport", .testSupport, on: [name]))
    }
    return [main] + others
  }

  private func productDependencies() -> [ExampleDependency] {
    blueprint.dependencies.compactMap { position in
      // The package of the plugin is a dependency for the plugin only.
      if has(.usesPlugin), position == ReferencePackages.generator { return nil }
      let package = earlier[position]
      return package.products.first.map {
        ExampleDependency(package: package.path, product: $0.name, targets: $0.targets)
      }
    }
  }

  private func programs() -> [ExampleTarget] {
    var programs: [ExampleTarget] = []
    if has(.program) { programs.append(target(programTarget, .program, on: [name])) }
    if has(.generator) {
      programs.append(target(Self.tool, .tool, on: [name]))
      programs.append(target(Self.plugin, .plugin, on: [Self.tool]))
    }
    return programs
  }

  private func tests() -> [ExampleTarget] {
    let needs = has(.testSupport) ? [name, "\(name)TestSupport"] : [name]
    var tests: [ExampleTarget] = []
    if has(.swiftTests) { tests.append(target("\(name)Tests", .swiftTests, on: needs)) }
    if has(.xcTests) {
      tests.append(target(has(.swiftTests) ? "\(name)LegacyTests" : "\(name)Tests", .xcTests, on: [name]))
    }
    return tests
  }

  private func target(
    _ name: String, _ role: ExampleTarget.Role, on dependencies: [String] = []
  ) -> ExampleTarget {
    let top =
      switch role {
      case .plugin: "Plugins"
      case .swiftTests, .xcTests: has(.ownFolders) ? "Checks" : "Tests"
      default: has(.ownFolders) ? "Code" : "Sources"
      }
    return ExampleTarget(
      name: name, role: role, folder: "\(top)/\(name)", dependencies: dependencies.map { .target($0) })
  }
}

/// The twelve packages that every example workspace starts with. They have each feature at least once, and names that a
/// reader can follow.
enum ReferencePackages {
  static let generator = 2
  static let storage = 4

  static let blueprints: [Blueprint] = [
    Blueprint(
      layer: .vendor, name: "Tidy", features: [.otherProductName, .ownFolders, .xcTests], dependencies: []),
    Blueprint(
      layer: .core, name: "Core", features: [.models, .testSupport, .swiftTests, .xcTests], dependencies: []),
    Blueprint(layer: .core, name: "CoreGeneration", features: [.generator, .swiftTests], dependencies: []),
    Blueprint(layer: .core, name: "CoreChecksum", features: [.cCode, .xcTests], dependencies: [1]),
    Blueprint(
      layer: .core, name: "CoreStorage",
      features: [.resources, .appleBridge, .trait, .strictSettings, .swiftTests], dependencies: [0, 1, 3]),
    Blueprint(
      layer: .contracts, name: "CatalogContract", features: [.otherProductName, .swiftTests],
      dependencies: [1]),
    Blueprint(layer: .contracts, name: "CheckoutContract", features: [.swiftTests], dependencies: [1, 5]),
    Blueprint(
      layer: .features, name: "CatalogFeature", features: [.usesPlugin, .resources, .swiftTests],
      dependencies: [2, 4, 5]),
    Blueprint(
      layer: .features, name: "CheckoutFeature", features: [.models, .xcTests], dependencies: [3, 5, 6]),
    Blueprint(
      layer: .features, name: "ProfileFeature", features: [.program, .swiftTests], dependencies: [1, 5]),
    Blueprint(layer: .apps, name: "Shop", features: [.program, .swiftTests], dependencies: [7, 8, 9]),
    Blueprint(
      layer: .apps, name: "Backoffice", features: [.program, .xcTests], dependencies: [4, 7, 8], journals: [4]
    ),
  ]
}

/// A package of the example workspace.
package struct ExamplePackage: Sendable, Hashable {
  package enum Layer: String, Sendable, CaseIterable {
    case vendor = "Vendor"
    case core = "Packages"
    case contracts = "Contracts"
    case features = "Features"
    case apps = "Apps"
  }

  package var layer: Layer
  package var name: String
  /// The products. Other packages depend on the first one.
  package var products: [ExampleProduct]
  package var dependencies: [ExamplePackageDependency]
  package var targets: [ExampleTarget]
  package var traits: [String]
  package var toolsVersion: String

  /// The folder, relative to the workspace's root.
  package var path: String { "\(layer.rawValue)/\(name)" }
}

package struct ExampleProduct: Sendable, Hashable {
  package enum Kind: String, Sendable {
    case library, executable, plugin
  }

  package var name: String
  package var kind: Kind
  package var targets: [String]
}

package struct ExamplePackageDependency: Sendable, Hashable {
  /// The folder of the dependency, relative to the workspace's root.
  package var path: String
  /// The traits that are switched on there.
  package var traits: [String]
}

extension ExamplePackage {
  /// The id of one of its targets, `//Packages/Core:CoreTests`.
  package func id(_ target: String) -> String { "//\(path):\(target)" }

  /// The library that carries the package's name.
  var main: ExampleTarget? { targets.first { $0.role == .main } }
}

/// A target of an example package.
package struct ExampleTarget: Sendable, Hashable {
  /// The purpose of a target, which decides the contents of its files.
  package enum Role: Sendable, CaseIterable {
    /// The library that carries the package's name.
    case main
    case models, cCode
    /// A dependency for macOS only.
    case appleBridge
    /// A dependency with the trait `Journal` only.
    case journal
    case testSupport
    /// The program that the build-tool plugin runs.
    case tool
    case plugin, program, swiftTests, xcTests
  }

  package var name: String
  package var role: Role
  /// The folder, relative to the package's.
  package var folder: String
  package var dependencies: [ExampleDependency] = []
  /// True when the target uses the build-tool plugin of the workspace.
  package var usesPlugin = false
  package var hasResources = false
  package var settings: [String] = []
  /// The number of files beyond those that the role needs.
  package var extraFiles = 0

  /// The kind in the words of `ambit affected --json`.
  package var kind: String {
    switch role {
    case .main, .models, .cCode, .appleBridge, .journal, .testSupport: "library"
    case .tool, .program: "executable"
    case .plugin: "plugin"
    case .swiftTests, .xcTests: "test"
    }
  }
}

/// A dependency of a target: a product of another package, or a target of the same package.
package struct ExampleDependency: Sendable, Hashable {
  /// The folder of the other package; nil within the package.
  package var package: String?
  package var product: String?
  /// The targets behind it.
  package var targets: [String]
  /// The only platform of the dependency; nil for all platforms.
  package var platform: String?
  /// The trait that switches the dependency on; nil without such a trait.
  package var trait: String?

  static func target(_ name: String, platform: String? = nil, trait: String? = nil) -> Self {
    Self(package: nil, product: nil, targets: [name], platform: platform, trait: trait)
  }
}
