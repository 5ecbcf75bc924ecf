/// One target of an evaluated manifest.
package struct TargetDescription: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case regular, executable, test, system, binary, plugin, macro
  }

  package var name: String
  package var kind = Kind.regular
  package var path: String?
  package var url: String?
  package var checksum: String?
  /// The sources; nil when the manifest names none, so that the whole folder counts.
  package var sources: [String]?
  package var exclude: [String] = []
  package var resources: [ResourceDescription] = []
  package var publicHeadersPath: String?
  package var dependencies: [TargetDependency] = []
  package var settings: [BuildSetting] = []
  package var pluginUsages: [PluginUsage] = []
  /// The plugin's capability with intent and permissions as canonical JSON, which is only compared.
  package var pluginCapability: String?
  package var packageAccess = true
  package var pkgConfig: String?
  package var providers: [SystemPackageProvider] = []
}

extension TargetDescription {
  /// Makes a target with only the required values.
  package init(_ name: String, _ kind: Kind = .regular) { self.init(name: name, kind: kind) }
}

package struct ResourceDescription: Sendable, Hashable {
  /// `process`, `copy` or `embedInCode`.
  package var rule: String
  package var path: String
  package var localization: String?
}

package struct TargetDependency: Sendable, Hashable {
  package enum Reference: Sendable, Hashable {
    /// `.target(name:)`: a target of the same package.
    case target(String)
    /// `.product(name:package:)`; the package may be nil in tools versions before 5.2.
    case product(String, package: String?)
    /// A string: a target of the same package, else a product.
    case byName(String)
  }

  package var reference: Reference
  package var condition: BuildCondition
  package var moduleAliases: [String: String]

  package init(
    _ reference: Reference, condition: BuildCondition = .always, moduleAliases: [String: String] = [:]
  ) {
    self.reference = reference
    self.condition = condition
    self.moduleAliases = moduleAliases
  }
}

/// The condition for a dependency or a setting. Empty lists do not restrict.
package struct BuildCondition: Sendable, Hashable {
  /// The platforms in SwiftPM's lower-case names.
  package var platforms: [String] = []
  package var configuration: String?
  package var traits: [String] = []

  package static let always = BuildCondition()
}

package struct BuildSetting: Sendable, Hashable {
  /// `c`, `cxx`, `swift` or `linker`.
  package var tool: String
  /// SwiftPM's name: `define`, `headerSearchPath`, `unsafeFlags`, `linkedLibrary`, ...
  package var name: String
  package var values: [String]
  package var condition: BuildCondition

  package init(tool: String, name: String, values: [String], condition: BuildCondition = .always) {
    self.tool = tool
    self.name = name
    self.values = values
    self.condition = condition
  }
}

package struct PluginUsage: Sendable, Hashable {
  package var name: String
  /// nil for a plugin of the same package.
  package var package: String?
}
