package import Base
import SwiftSources

// The binary form of a graph. Manifests stay encoded until somebody reads one: most runs read only the few that
// changed.

extension TargetLayout: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    folder.write(to: &writer)
    sources.write(to: &writer)
    for paths in [excluded, declared, inputs, linked] { paths.write(to: &writer) }
    readsWholePackage.write(to: &writer)
    opensCatalogs.write(to: &writer)
    soughtNames.write(to: &writer)
    namedFiles.write(to: &writer)
    askedModules.write(to: &writer)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      folder: try reader.value(), sources: try reader.value(), excluded: try reader.value(),
      declared: try reader.value(), inputs: try reader.value(), linked: try reader.value(),
      readsWholePackage: try reader.value(), opensCatalogs: try reader.value())
    soughtNames = try reader.value()
    namedFiles = try reader.value()
    askedModules = try reader.value()
  }
}

extension PackageLink: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    path.write(to: &writer)
    places.write(to: &writer)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(path: try reader.value(), places: try reader.value())
  }
}

extension PackageEdge: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    switch target {
    case .unknown: writer.count(0)
    case .remote: writer.count(1)
    case .missing: writer.count(2)
    case .package(let index): writer.count(3 + index.rawValue)
    }
    writer.count(standIns.count)
    for index in standIns { writer.count(index.rawValue) }
    identity.write(to: &writer)
    isLinked.write(to: &writer)
    // The usual traits take one byte.
    let isPlain = traits == Self.plainTraits
    isPlain.write(to: &writer)
    if !isPlain { traits.write(to: &writer) }
  }

  private static let plainTraits = [PackageDependency.Trait(name: "default")]

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let raw = try reader.count()
    let target: Target =
      switch raw {
      case 0: .unknown
      case 1: .remote
      case 2: .missing
      default: .package(PackageIndex(raw - 3))
      }
    var standIns: [PackageIndex] = []
    for _ in 0..<(try reader.count(least: 1)) { standIns.append(PackageIndex(try reader.count())) }
    self.init(
      target: target, standIns: standIns, identity: try reader.value(), isLinked: try reader.value(),
      traits: try reader.value(Bool.self) ? Self.plainTraits : try reader.value())
  }
}

extension ModuleEdge: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.count(target.rawValue)
    writer.byte(kind.rawValue)
    platforms.write(to: &writer)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let target = ModuleIndex(try reader.count())
    guard let kind = Kind(rawValue: try reader.byte()) else { throw .invalid }
    self.init(target: target, kind: kind, platforms: try reader.value())
  }
}

extension ModuleKind: ByteCodable {}

extension WorkspaceGraph: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.count(packages.count)
    for package in packages {
      package.folder.write(to: &writer)
      package.identity.write(to: &writer)
      package.problem.write(to: &writer)
      package.isMissing.write(to: &writer)
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
      module.placeOutside.write(to: &writer)
    }
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(packages: [], modules: [])
    var start = ModuleIndex(0)
    for _ in 0..<(try reader.count(least: 1)) {
      let folder = try reader.value(RelativePath.self)
      let identity = try reader.value(String.self)
      let problem = try reader.value(String?.self)
      let isMissing = try reader.value(Bool.self)
      let count = try reader.count(least: 1)
      packages.append(
        PackageNode(
          folder: folder, identity: identity, encodedManifest: try EncodedManifest(from: &reader),
          problem: problem, isMissing: isMissing, modules: start..<start.advanced(by: count),
          links: try reader.value(),
          dependencies: try reader.value(), traits: try reader.value()))
      start = start.advanced(by: count)
    }
    for (index, package) in packages.numbered {
      for _ in package.modules {
        modules.append(
          ModuleNode(
            id: ModuleID(package: package.folder, name: try reader.value()), kind: try reader.value(),
            package: index, layout: try reader.value(), edges: try reader.value(),
            externalPackages: try reader.value(), placeOutside: try reader.value()))
      }
    }
    guard modules.allSatisfy({ $0.edges.allSatisfy { $0.target < modules.endIndex } }),
      packages.allSatisfy({ $0.dependencies.allSatisfy { $0.packages.allSatisfy { $0 < packages.endIndex } } }
      )
    else { throw .invalid }
  }
}

/// A manifest that is decoded on demand; nil inside for one that cannot be evaluated.
struct EncodedManifest: ByteCodable, Sendable, Hashable {
  private let bytes: ArraySlice<UInt8>?

  init(_ manifest: PackageManifest?) {
    bytes = manifest.map { $0.encoded[...] }
  }

  var manifest: PackageManifest? { bytes.flatMap { PackageManifest(decoding: $0) } }

  func write(to writer: inout ByteWriter) {
    writer.count((bytes?.count ?? -1) + 1)
    writer.raw(bytes ?? [])
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let length = try reader.count()
    bytes = length == 0 ? nil : try reader.raw(length - 1)
  }
}
