/// The value of an evaluated `Package.swift`.
///
/// The same manifest gives an equal value from the batch evaluator, from `swift package dump-package` and from the
/// cache. Paths are as the manifest wrote them, except that nothing depends on the package's place on this machine.
package struct PackageManifest: Sendable, Hashable {
  package var name: String
  package var toolsVersion: ToolsVersion
  package var defaultLocalization: String?
  package var platforms: [PlatformRequirement] = []
  package var pkgConfig: String?
  package var providers: [SystemPackageProvider] = []
  package var products: [ProductDescription] = []
  package var dependencies: [PackageDependency] = []
  package var targets: [TargetDescription] = []
  package var traits: [TraitDescription] = []
  /// `swiftLanguageModes`; nil when the manifest does not set them.
  package var languageModes: [String]?
  package var cLanguageStandard: String?
  package var cxxLanguageStandard: String?
}

extension PackageManifest {
  /// Makes a manifest with only the required values.
  package init(_ name: String, _ toolsVersion: ToolsVersion) {
    self.init(name: name, toolsVersion: toolsVersion)
  }
}

/// The version in a manifest's first line, `// swift-tools-version: 6.0`.
package struct ToolsVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  package var major: Int
  package var minor: Int
  package var patch: Int

  package init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  package static func < (left: ToolsVersion, right: ToolsVersion) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }

  package var description: String { "\(major).\(minor).\(patch)" }
}

package struct PlatformRequirement: Sendable, Hashable {
  /// SwiftPM's lower-case name: `macos`, `linux`.
  package var platform: String
  package var version: String
}

package struct SystemPackageProvider: Sendable, Hashable {
  /// `apt`, `brew`, `yum` or `nuget`.
  package var manager: String
  package var packages: [String]
}

package struct ProductDescription: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case library(Linkage)
    case executable, plugin
  }

  package enum Linkage: String, Sendable, Hashable, CaseIterable {
    case automatic, `static`, dynamic
  }

  package var name: String
  package var kind: Kind
  package var targets: [String]

  package init(name: String, kind: Kind, targets: [String]) {
    self.name = name
    self.kind = kind
    self.targets = targets
  }
}

package struct PackageDependency: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    /// The path as the manifest wrote it: relative to the package's folder, absolute, or `~/`.
    case path(String)
    case sourceControl(location: String, requirement: Requirement)
    case registry(id: String, requirement: Requirement)
  }

  package enum Requirement: Sendable, Hashable {
    case exact(String)
    /// Versions from the first up to, not including, the second.
    case range(String, String)
    case branch(String)
    case revision(String)
  }

  package struct Trait: Sendable, Hashable {
    package var name: String
    /// The traits of the depending package that enable this one; empty when it is always on.
    package var condition: [String]

    package init(name: String, condition: [String] = []) {
      self.name = name
      self.condition = condition
    }
  }

  package var source: Source
  /// The explicit `name:` of the older forms.
  package var explicitName: String?
  /// Traits that are enabled in the dependency. `default` stands for its default traits.
  package var traits = [Trait(name: "default")]
}

package struct TraitDescription: Sendable, Hashable {
  package var name: String
  package var summary: String?
  package var enabledTraits: [String] = []
}

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
  package var condition = BuildCondition.always
}

package struct PluginUsage: Sendable, Hashable {
  package var name: String
  /// nil for a plugin of the same package.
  package var package: String?
}
