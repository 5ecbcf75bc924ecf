// The binary form of a manifest: every stored property, in the order of its declaration. A change here
// is a change of `ManifestCache.formatVersion`.

package import Base

extension PackageManifest: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.values(
      name, toolsVersion, defaultLocalization, platforms, pkgConfig, providers, products, dependencies,
      targets, traits, languageModes, cLanguageStandard, cxxLanguageStandard)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      name: try reader.value(), toolsVersion: try reader.value(), defaultLocalization: try reader.value(),
      platforms: try reader.value(), pkgConfig: try reader.value(), providers: try reader.value(),
      products: try reader.value(), dependencies: try reader.value(), targets: try reader.value(),
      traits: try reader.value(), languageModes: try reader.value(), cLanguageStandard: try reader.value(),
      cxxLanguageStandard: try reader.value())
  }
}

extension ToolsVersion: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(major, minor, patch) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(try reader.value(), try reader.value(), try reader.value())
  }
}

extension PlatformRequirement: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(platform, version) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(platform: try reader.value(), version: try reader.value())
  }
}

extension SystemPackageProvider: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(manager, packages) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(manager: try reader.value(), packages: try reader.value())
  }
}

extension ProductDescription: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(name, kind, targets) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(name: try reader.value(), kind: try reader.value(), targets: try reader.value())
  }
}

extension PackageDependency: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(source, explicitName, traits) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(source: try reader.value(), explicitName: try reader.value(), traits: try reader.value())
  }
}

extension PackageDependency.Trait: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(name, condition) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(name: try reader.value(), condition: try reader.value())
  }
}

extension TraitDescription: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(name, summary, enabledTraits) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(name: try reader.value(), summary: try reader.value(), enabledTraits: try reader.value())
  }
}

extension ProductDescription.Linkage: ByteCodable {}

extension ProductDescription.Kind: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    switch self {
    case .library(let a): writer.values(0, a)
    case .executable: writer.values(1)
    case .plugin: writer.values(2)
    }
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    switch try reader.value(Int.self) {
    case 0: self = .library(try reader.value())
    case 1: self = .executable
    case 2: self = .plugin
    default: throw .invalid
    }
  }
}

extension PackageDependency.Source: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    switch self {
    case .path(let a): writer.values(0, a)
    case .sourceControl(let a, let b): writer.values(1, a, b)
    case .registry(let a, let b): writer.values(2, a, b)
    }
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    switch try reader.value(Int.self) {
    case 0: self = .path(try reader.value())
    case 1: self = .sourceControl(location: try reader.value(), requirement: try reader.value())
    case 2: self = .registry(id: try reader.value(), requirement: try reader.value())
    default: throw .invalid
    }
  }
}

extension PackageDependency.Requirement: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    switch self {
    case .exact(let a): writer.values(0, a)
    case .range(let a, let b): writer.values(1, a, b)
    case .branch(let a): writer.values(2, a)
    case .revision(let a): writer.values(3, a)
    }
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    switch try reader.value(Int.self) {
    case 0: self = .exact(try reader.value())
    case 1: self = .range(try reader.value(), try reader.value())
    case 2: self = .branch(try reader.value())
    case 3: self = .revision(try reader.value())
    default: throw .invalid
    }
  }
}

extension TargetDescription: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.values(
      name, kind, path, url, checksum, sources, exclude, resources, publicHeadersPath, dependencies, settings,
      pluginUsages, pluginCapability, packageAccess, pkgConfig, providers)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      name: try reader.value(), kind: try reader.value(), path: try reader.value(), url: try reader.value(),
      checksum: try reader.value(), sources: try reader.value(), exclude: try reader.value(),
      resources: try reader.value(), publicHeadersPath: try reader.value(), dependencies: try reader.value(),
      settings: try reader.value(), pluginUsages: try reader.value(), pluginCapability: try reader.value(),
      packageAccess: try reader.value(), pkgConfig: try reader.value(), providers: try reader.value())
  }
}

extension ResourceDescription: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(rule, path, localization) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(rule: try reader.value(), path: try reader.value(), localization: try reader.value())
  }
}

extension TargetDependency: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(reference, condition, moduleAliases) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(try reader.value(), condition: try reader.value(), moduleAliases: try reader.value())
  }
}

extension BuildCondition: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(platforms, configuration, traits) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(platforms: try reader.value(), configuration: try reader.value(), traits: try reader.value())
  }
}

extension BuildSetting: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(tool, name, values, condition) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      tool: try reader.value(), name: try reader.value(), values: try reader.value(),
      condition: try reader.value())
  }
}

extension PluginUsage: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(name, package) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(name: try reader.value(), package: try reader.value())
  }
}

extension TargetDescription.Kind: ByteCodable {}

extension TargetDependency.Reference: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    switch self {
    case .target(let a): writer.values(0, a)
    case .product(let a, let b): writer.values(1, a, b)
    case .byName(let a): writer.values(2, a)
    }
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    switch try reader.value(Int.self) {
    case 0: self = .target(try reader.value())
    case 1: self = .product(try reader.value(), package: try reader.value())
    case 2: self = .byName(try reader.value())
    default: throw .invalid
    }
  }
}
