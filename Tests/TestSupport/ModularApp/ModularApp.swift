import Base

/// A workspace as teams of modular apps have it: an app, features that meet through contracts, modules of
/// weak business logic, a core, utilities, an implementation that only the app knows, and a vendored
/// package. Three teams own it. As it stands it keeps all of its rules.
package struct ModularApp: Sendable {
  package struct Module: Sendable {
    package enum Kind: Sendable { case library, executable, test }

    package var kind: Kind
    package var name: String
    /// Names of modules that its manifest declares.
    package var dependencies: [String]
    /// What its source imports, in order.
    package var imports: [String]

    package init(_ kind: Kind, _ name: String, _ dependencies: [String] = []) {
      self.kind = kind
      self.name = name
      self.dependencies = dependencies
      imports = dependencies
    }
  }

  package struct Package: Sendable {
    package var folder: String
    package var modules: [Module]
    /// Packages from outside, with what is asked of them: `exact: "1.2.3"`.
    package var external: [(url: String, requirement: String)] = []
    /// Folders of packages that it names though no module of it depends on one of theirs.
    package var idle: [String] = []

    package init(_ folder: String, _ modules: Module...) {
      self.folder = folder
      self.modules = modules
    }
  }

  package var packages: [Package]
  package var config = Self.rules
  package var codeOwners = Self.owners

  package static let url = "https://example.com/collections.git"

  package init() {
    packages = [
      Package(
        "App", Module(.executable, "App", ["CartFeature", "FeedFeature", "CartStore", "Core"]),
        Module(.test, "AppTests", ["App", "CartStore"])),
      Package(
        "Features/Cart",
        Module(.library, "CartFeature", ["CartContracts", "FeedContracts", "Pricing", "Core"]),
        Module(.test, "CartFeatureTests", ["CartFeature", "CoreTestSupport"])),
      Package(
        "Features/Feed",
        Module(.library, "FeedFeature", ["FeedContracts", "CartContracts", "Catalog", "Core"]),
        Module(.library, "FeedFeatureUI", ["FeedFeature"]),
        Module(.test, "FeedFeatureTests", ["FeedFeature", "FeedFeatureUI"])),
      Package("Contracts/CartContracts", Module(.library, "CartContracts", ["Util"])),
      Package("Contracts/FeedContracts", Module(.library, "FeedContracts", ["Util"])),
      Package(
        "Business/Pricing", Module(.library, "Pricing", ["Core"]), Module(.test, "PricingTests", ["Pricing"])),
      Package("Business/Catalog", Module(.library, "Catalog", ["Core"])),
      Package("Implementations/CartStore", Module(.library, "CartStore", ["CartContracts", "Core"])),
      Package(
        "Packages/Core", Module(.library, "Core", ["Util", "Logger"]),
        Module(.library, "CoreTestSupport", ["Core"]),
        Module(.test, "CoreTests", ["Core", "CoreTestSupport"])),
      Package("Packages/Util", Module(.library, "Util"), Module(.test, "UtilTests", ["Util"])),
      Package(Self.vendored, Module(.library, "Logger")),
    ]
    self["App"].external = [(Self.url, "exact: \"1.2.3\"")]
    self["Packages/Core"].external = [(Self.url, ".upToNextMinor(from: \"1.2.0\")")]
  }

  /// The package that is a submodule where Git has a part in the test.
  package static let vendored = "Vendor/Logger"

  package subscript(_ folder: String) -> Package {
    get { packages.first { $0.folder == folder } ?? Package(folder) }
    set {
      if let index = packages.firstIndex(where: { $0.folder == folder }) { packages[index] = newValue }
    }
  }

  /// Changes the module of that name.
  package mutating func edit(_ name: String, _ change: (inout Module) -> Void) {
    for package in packages.indices {
      for module in packages[package].modules.indices where packages[package].modules[module].name == name {
        change(&packages[package].modules[module])
      }
    }
  }

  /// Declares a dependency and imports it.
  package mutating func add(_ dependency: String, to name: String) {
    edit(name) { module in
      module.dependencies.append(dependency)
      module.imports.append(dependency)
    }
  }

  /// The folder of the package that holds a module.
  package func folder(of module: String) -> String {
    packages.first { $0.modules.contains { $0.name == module } }?.folder ?? ""
  }
}
