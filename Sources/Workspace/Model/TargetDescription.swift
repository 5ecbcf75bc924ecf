/// One target of an evaluated manifest.
package struct TargetDescription: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case regular
    case executable
    case test
    case system
    case binary
    case plugin
    case macro
  }

  package var name: String
  package var kind: Kind
  package var path: String?
  package var url: String?
  package var checksum: String?
  /// nil when the manifest is silent and the whole folder counts.
  package var sources: [String]?
  package var exclude: [String]
  package var resources: [ResourceDescription]
  package var publicHeadersPath: String?
  package var dependencies: [TargetDependency]
  package var settings: [BuildSetting]
  package var pluginUsages: [PluginUsage]
  /// The plugin's capability with intent and permissions as canonical JSON: it is compared, not read.
  package var pluginCapability: String?
  package var packageAccess: Bool
  package var pkgConfig: String?
  package var providers: [SystemPackageProvider]

  package init(
    name: String, kind: Kind = .regular, path: String? = nil, url: String? = nil, checksum: String? = nil,
    sources: [String]? = nil, exclude: [String] = [], resources: [ResourceDescription] = [],
    publicHeadersPath: String? = nil, dependencies: [TargetDependency] = [],
    settings: [BuildSetting] = [], pluginUsages: [PluginUsage] = [], pluginCapability: String? = nil,
    packageAccess: Bool = true, pkgConfig: String? = nil, providers: [SystemPackageProvider] = []
  ) {
    self.name = name
    self.kind = kind
    self.path = path
    self.url = url
    self.checksum = checksum
    self.sources = sources
    self.exclude = exclude
    self.resources = resources
    self.publicHeadersPath = publicHeadersPath
    self.dependencies = dependencies
    self.settings = settings
    self.pluginUsages = pluginUsages
    self.pluginCapability = pluginCapability
    self.packageAccess = packageAccess
    self.pkgConfig = pkgConfig
    self.providers = providers
  }
}

package struct ResourceDescription: Sendable, Hashable {
  /// `process`, `copy` or `embedInCode`.
  package var rule: String
  package var path: String
  package var localization: String?

  package init(rule: String, path: String, localization: String? = nil) {
    self.rule = rule
    self.path = path
    self.localization = localization
  }
}

package struct TargetDependency: Sendable, Hashable {
  package enum Reference: Sendable, Hashable {
    /// `.target(name:)`: a target of the same package.
    case target(String)
    /// `.product(name:package:)`; the package may be nil in tools versions before 5.2.
    case product(String, package: String?)
    /// A bare string: a target of the same package, else a product.
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

/// When a dependency or a setting applies. Empty lists do not restrict.
package struct BuildCondition: Sendable, Hashable {
  /// SwiftPM's lower-case names.
  package var platforms: [String]
  package var configuration: String?
  package var traits: [String]

  package static let always = BuildCondition()

  package init(platforms: [String] = [], configuration: String? = nil, traits: [String] = []) {
    self.platforms = platforms
    self.configuration = configuration
    self.traits = traits
  }
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

  package init(name: String, package: String? = nil) {
    self.name = name
    self.package = package
  }
}
