/// What a package is to have, before its targets are laid out.
struct Blueprint {
  enum Feature: CaseIterable {
    /// A second library target, in one product with the first.
    case models
    /// A product that is not named as its target.
    case otherProductName
    case resources, cCode, appleBridge
    /// The trait `Journal`.
    case trait
    case testSupport
    /// Defines the build-tool plugin and its program.
    case generator
    case usesPlugin, program, swiftTests, xcTests
    /// Folders that are not where SwiftPM looks by itself.
    case ownFolders
    case strictSettings
  }

  var layer: ExamplePackage.Layer
  var name: String
  var features: Set<Feature>
  /// Positions of the packages it depends on, all of them earlier ones.
  var dependencies: [Int]
  /// Those of them whose trait it switches on.
  var journals: [Int] = []
}
