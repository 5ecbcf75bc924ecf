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
