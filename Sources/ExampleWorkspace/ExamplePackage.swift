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
