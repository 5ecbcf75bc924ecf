/// A target of an example package.
package struct ExampleTarget: Sendable, Hashable {
  /// What a target is for, which decides what its files say.
  package enum Role: Sendable, CaseIterable {
    /// The library that carries the package's name.
    case main
    case models, cCode
    /// Depended on for macOS only.
    case appleBridge
    /// Depended on with the trait `Journal` only.
    case journal
    case testSupport
    /// The program that the build-tool plugin runs.
    case tool
    case plugin, program, swiftTests, xcTests
  }

  package var name: String
  package var role: Role
  /// The folder, from the package's.
  package var folder: String
  package var dependencies: [ExampleDependency] = []
  /// Whether it uses the build-tool plugin of the workspace.
  package var usesPlugin = false
  package var hasResources = false
  package var settings: [String] = []
  /// Files beyond those that the role needs.
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

/// What a target depends on: a product of another package or a target of its own.
package struct ExampleDependency: Sendable, Hashable {
  /// The folder of the other package; nil within the package.
  package var package: String?
  package var product: String?
  /// The targets behind it.
  package var targets: [String]
  /// The only platform it is for.
  package var platform: String?
  /// The trait that switches it on.
  package var trait: String?

  static func target(_ name: String, platform: String? = nil, trait: String? = nil) -> Self {
    Self(package: nil, product: nil, targets: [name], platform: platform, trait: trait)
  }
}
