// The binary form of a target, see `ManifestCoding.swift`.

extension TargetDescription: ByteCodable {
  func write(to writer: inout ByteWriter) {
    name.write(to: &writer)
    kind.write(to: &writer)
    path.write(to: &writer)
    url.write(to: &writer)
    checksum.write(to: &writer)
    sources.write(to: &writer)
    exclude.write(to: &writer)
    resources.write(to: &writer)
    publicHeadersPath.write(to: &writer)
    dependencies.write(to: &writer)
    settings.write(to: &writer)
    pluginUsages.write(to: &writer)
    pluginCapability.write(to: &writer)
    packageAccess.write(to: &writer)
    pkgConfig.write(to: &writer)
    providers.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      name: try reader.value(),
      kind: try reader.value(),
      path: try reader.value(),
      url: try reader.value(),
      checksum: try reader.value(),
      sources: try reader.value(),
      exclude: try reader.value(),
      resources: try reader.value(),
      publicHeadersPath: try reader.value(),
      dependencies: try reader.value(),
      settings: try reader.value(),
      pluginUsages: try reader.value(),
      pluginCapability: try reader.value(),
      packageAccess: try reader.value(),
      pkgConfig: try reader.value(),
      providers: try reader.value())
  }
}

extension ResourceDescription: ByteCodable {
  func write(to writer: inout ByteWriter) {
    rule.write(to: &writer)
    path.write(to: &writer)
    localization.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      rule: try reader.value(),
      path: try reader.value(),
      localization: try reader.value())
  }
}

extension TargetDependency: ByteCodable {
  func write(to writer: inout ByteWriter) {
    reference.write(to: &writer)
    condition.write(to: &writer)
    moduleAliases.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      try reader.value(),
      condition: try reader.value(),
      moduleAliases: try reader.value())
  }
}

extension BuildCondition: ByteCodable {
  func write(to writer: inout ByteWriter) {
    platforms.write(to: &writer)
    configuration.write(to: &writer)
    traits.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      platforms: try reader.value(),
      configuration: try reader.value(),
      traits: try reader.value())
  }
}

extension BuildSetting: ByteCodable {
  func write(to writer: inout ByteWriter) {
    tool.write(to: &writer)
    name.write(to: &writer)
    values.write(to: &writer)
    condition.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      tool: try reader.value(),
      name: try reader.value(),
      values: try reader.value(),
      condition: try reader.value())
  }
}

extension PluginUsage: ByteCodable {
  func write(to writer: inout ByteWriter) {
    name.write(to: &writer)
    package.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      name: try reader.value(),
      package: try reader.value())
  }
}

extension TargetDescription.Kind: ByteCodable {}

extension TargetDependency.Reference: ByteCodable {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .target(let a):
      writer.count(0)
      a.write(to: &writer)
    case .product(let a, let b):
      writer.count(1)
      a.write(to: &writer)
      b.write(to: &writer)
    case .byName(let a):
      writer.count(2)
      a.write(to: &writer)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    switch try reader.count() {
    case 0: self = .target(try reader.value())
    case 1: self = .product(try reader.value(), package: try reader.value())
    case 2: self = .byName(try reader.value())
    default: throw ByteReader.Damage()
    }
  }
}
