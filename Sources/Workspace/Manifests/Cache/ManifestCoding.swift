// The binary form of a manifest: every stored property, in the order of its declaration. A change here
// is a change of `ManifestCache.formatVersion`.

extension PackageManifest: ByteCodable {
  func write(to writer: inout ByteWriter) {
    name.write(to: &writer)
    toolsVersion.write(to: &writer)
    defaultLocalization.write(to: &writer)
    platforms.write(to: &writer)
    pkgConfig.write(to: &writer)
    providers.write(to: &writer)
    products.write(to: &writer)
    dependencies.write(to: &writer)
    targets.write(to: &writer)
    traits.write(to: &writer)
    languageModes.write(to: &writer)
    cLanguageStandard.write(to: &writer)
    cxxLanguageStandard.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      name: try reader.value(),
      toolsVersion: try reader.value(),
      defaultLocalization: try reader.value(),
      platforms: try reader.value(),
      pkgConfig: try reader.value(),
      providers: try reader.value(),
      products: try reader.value(),
      dependencies: try reader.value(),
      targets: try reader.value(),
      traits: try reader.value(),
      languageModes: try reader.value(),
      cLanguageStandard: try reader.value(),
      cxxLanguageStandard: try reader.value())
  }
}

extension ToolsVersion: ByteCodable {
  func write(to writer: inout ByteWriter) {
    major.write(to: &writer)
    minor.write(to: &writer)
    patch.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      try reader.value(),
      try reader.value(),
      try reader.value())
  }
}

extension PlatformRequirement: ByteCodable {
  func write(to writer: inout ByteWriter) {
    platform.write(to: &writer)
    version.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      platform: try reader.value(),
      version: try reader.value())
  }
}

extension SystemPackageProvider: ByteCodable {
  func write(to writer: inout ByteWriter) {
    manager.write(to: &writer)
    packages.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      manager: try reader.value(),
      packages: try reader.value())
  }
}

extension ProductDescription: ByteCodable {
  func write(to writer: inout ByteWriter) {
    name.write(to: &writer)
    kind.write(to: &writer)
    targets.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      name: try reader.value(),
      kind: try reader.value(),
      targets: try reader.value())
  }
}

extension PackageDependency: ByteCodable {
  func write(to writer: inout ByteWriter) {
    source.write(to: &writer)
    explicitName.write(to: &writer)
    traits.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      source: try reader.value(),
      explicitName: try reader.value(),
      traits: try reader.value())
  }
}

extension PackageDependency.Trait: ByteCodable {
  func write(to writer: inout ByteWriter) {
    name.write(to: &writer)
    condition.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      name: try reader.value(),
      condition: try reader.value())
  }
}

extension TraitDescription: ByteCodable {
  func write(to writer: inout ByteWriter) {
    name.write(to: &writer)
    summary.write(to: &writer)
    enabledTraits.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      name: try reader.value(),
      summary: try reader.value(),
      enabledTraits: try reader.value())
  }
}

extension ProductDescription.Linkage: ByteCodable {}

extension ProductDescription.Kind: ByteCodable {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .library(let a):
      writer.count(0)
      a.write(to: &writer)
    case .executable: writer.count(1)
    case .plugin: writer.count(2)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    switch try reader.count() {
    case 0: self = .library(try reader.value())
    case 1: self = .executable
    case 2: self = .plugin
    default: throw ByteReader.Damage()
    }
  }
}

extension PackageDependency.Source: ByteCodable {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .path(let a):
      writer.count(0)
      a.write(to: &writer)
    case .sourceControl(let a, let b):
      writer.count(1)
      a.write(to: &writer)
      b.write(to: &writer)
    case .registry(let a, let b):
      writer.count(2)
      a.write(to: &writer)
      b.write(to: &writer)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    switch try reader.count() {
    case 0: self = .path(try reader.value())
    case 1: self = .sourceControl(location: try reader.value(), requirement: try reader.value())
    case 2: self = .registry(id: try reader.value(), requirement: try reader.value())
    default: throw ByteReader.Damage()
    }
  }
}

extension PackageDependency.Requirement: ByteCodable {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .exact(let a):
      writer.count(0)
      a.write(to: &writer)
    case .range(let a, let b):
      writer.count(1)
      a.write(to: &writer)
      b.write(to: &writer)
    case .branch(let a):
      writer.count(2)
      a.write(to: &writer)
    case .revision(let a):
      writer.count(3)
      a.write(to: &writer)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    switch try reader.count() {
    case 0: self = .exact(try reader.value())
    case 1: self = .range(try reader.value(), try reader.value())
    case 2: self = .branch(try reader.value())
    case 3: self = .revision(try reader.value())
    default: throw ByteReader.Damage()
    }
  }
}
