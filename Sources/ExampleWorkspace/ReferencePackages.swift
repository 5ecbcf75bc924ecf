/// The twelve packages that every example workspace starts with: each feature at least once, and
/// names that a reader can follow.
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
