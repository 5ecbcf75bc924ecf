import Support

// The binary form of a graph. Manifests are kept as bytes until somebody asks for one: most runs look
// at the few that changed.

extension RelativePath: ByteCodable {
  func write(to writer: inout ByteWriter) {
    writer.count(bytes.count)
    writer.append(bytes)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(unchecked: Array(try reader.take(try reader.count())))
  }
}

extension TargetLayout: ByteCodable {
  func write(to writer: inout ByteWriter) {
    folder.write(to: &writer)
    sources.write(to: &writer)
    for paths in [excluded, declared, inputs, linked] { paths.write(to: &writer) }
    readsWholePackage.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      folder: try reader.value(), sources: try reader.value(), excluded: try reader.value(),
      declared: try reader.value(), inputs: try reader.value(), linked: try reader.value(),
      readsWholePackage: try reader.value())
  }
}

extension PackageLink: ByteCodable {
  func write(to writer: inout ByteWriter) {
    path.write(to: &writer)
    places.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(path: try reader.value(), places: try reader.value())
  }
}

extension PackageEdge: ByteCodable {
  func write(to writer: inout ByteWriter) {
    switch target {
    case .unknown: writer.count(0)
    case .remote: writer.count(1)
    case .package(let index): writer.count(2 + index.rawValue)
    }
    identity.write(to: &writer)
    isLinked.write(to: &writer)
    traits.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let raw = try reader.count()
    guard raw >= 0 else { throw ByteReader.Damage() }
    let target: Target = raw == 0 ? .unknown : raw == 1 ? .remote : .package(PackageIndex(raw - 2))
    self.init(
      target, identity: try reader.value(), isLinked: try reader.value(), traits: try reader.value())
  }
}

extension ModuleEdge: ByteCodable {
  func write(to writer: inout ByteWriter) {
    writer.count(target.rawValue)
    writer.count(Int(kind.rawValue))
    platforms.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let target = try reader.count()
    guard let raw = UInt8(exactly: try reader.count()), let kind = Kind(rawValue: raw), target >= 0 else {
      throw ByteReader.Damage()
    }
    self.init(target: ModuleIndex(target), kind: kind, platforms: try reader.value())
  }
}

extension ModuleKind: ByteCodable {}

extension WorkspaceGraph: ByteCodable {
  func write(to writer: inout ByteWriter) {
    writer.count(packages.count)
    for package in packages {
      package.folder.write(to: &writer)
      package.identity.write(to: &writer)
      package.problem.write(to: &writer)
      writer.count(package.modules.count)
      package.encodedManifest.write(to: &writer)
      package.links.write(to: &writer)
      package.dependencies.write(to: &writer)
      package.traits.write(to: &writer)
    }
    for module in modules {
      module.id.name.write(to: &writer)
      module.kind.write(to: &writer)
      module.layout.write(to: &writer)
      module.edges.write(to: &writer)
      module.externalPackages.write(to: &writer)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(packages: [], modules: [])
    var start = ModuleIndex(0)
    for _ in 0..<max(0, try reader.count()) {
      let folder = try reader.value(RelativePath.self)
      let identity = try reader.value(String.self)
      let problem = try reader.value(String?.self)
      let count = try reader.count()
      guard count >= 0 else { throw ByteReader.Damage() }
      packages.append(
        PackageNode(
          folder: folder, identity: identity, encodedManifest: try EncodedManifest(from: &reader),
          problem: problem, modules: start..<start.advanced(by: count), links: try reader.value(),
          dependencies: try reader.value(), traits: try reader.value()))
      start = start.advanced(by: count)
    }
    for (index, package) in packages.numbered {
      for _ in package.modules {
        modules.append(
          ModuleNode(
            id: ModuleID(package: package.folder, name: try reader.value()), kind: try reader.value(),
            package: index, layout: try reader.value(), edges: try reader.value(),
            externalPackages: try reader.value()))
      }
    }
    guard modules.allSatisfy({ $0.edges.allSatisfy { $0.target < modules.endIndex } }),
      packages.allSatisfy({ $0.dependencies.allSatisfy { $0.package.map { $0 < packages.endIndex } ?? true } }
      )
    else { throw ByteReader.Damage() }
  }
}

/// A manifest that is decoded when it is asked for; nil inside: it cannot be evaluated.
struct EncodedManifest: ByteCodable, Sendable, Hashable {
  private let bytes: ArraySlice<UInt8>?

  init(_ manifest: PackageManifest?) {
    var writer = ByteWriter()
    manifest?.write(to: &writer)
    bytes = manifest == nil ? nil : writer.bytes[...]
  }

  var manifest: PackageManifest? {
    guard let bytes else { return nil }
    var reader = ByteReader(bytes)
    return try? reader.value(PackageManifest.self)
  }

  func write(to writer: inout ByteWriter) {
    writer.count((bytes?.count ?? -1) + 1)
    writer.append(bytes ?? [])
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let length = try reader.count()
    bytes = length == 0 ? nil : try reader.take(length - 1)
  }
}
