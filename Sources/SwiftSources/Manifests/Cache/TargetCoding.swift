// The binary form of a target, see `ManifestCoding.swift`.

package import Base

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
