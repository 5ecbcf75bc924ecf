package import Base

/// The targets of all projects of a workspace, with warnings about them.
package struct XcodeGraph: Sendable, Hashable {
  /// The modules, sorted by id.
  package let modules: [XcodeModule]
  /// The parts that decide modules of packages besides their files. They are schemes and plans that run a test bundle,
  /// and pins of the containers that show the package.
  package let bundles: [ModuleID: [XcodeModule.Part]]
  package let warnings: [Warning]
  /// The paths that `modules` read.
  package let places: TargetPlaces

  package init(
    modules: [XcodeModule], bundles: [ModuleID: [XcodeModule.Part]] = [:], warnings: [Warning],
    places: TargetPlaces? = nil
  ) {
    self.modules = modules
    self.bundles = bundles
    self.warnings = warnings
    self.places = places ?? TargetPlaces(of: modules)
  }
}

extension XcodeGraph {
  /// Links the targets of all projects: the files that each reads, the modules that it needs, and its other parts.
  package init(linking sources: XcodeSources) {
    var notes = LinkNotes()
    let index = LinkIndex(sources)
    let parts = PartCollector(sources, index.containers, &notes)
    var modules: [XcodeModule] = []
    var places: [ModuleID: Int] = [:]
    var used: [RelativePath: Set<RelativePath>] = [:]
    for target in index.targets {
      let edges = XcodeEdges(target, in: index, &notes)
      used[target.project.container, default: []].formUnion(edges.packages.keys)
      let module = XcodeModule(target, edges, index, parts, sources, &notes)
      if let place = places[target.id] {
        modules[place] = modules[place].merged(with: module)
      } else {
        places[target.id] = modules.count
        modules.append(module)
      }
    }
    Self.addReferences(of: sources.workspaces, index, but: sources.leftOut, &notes)
    self.init(
      modules: modules.sorted { $0.id < $1.id }, bundles: parts.packageParts(used), warnings: notes.warnings)
  }

  /// Warns about projects that workspaces show and Git does not have, such as `Pods/Pods.xcodeproj`.
  private static func addReferences(
    of workspaces: [XcodeWorkspace], _ index: LinkIndex, but leftOut: Set<RelativePath>,
    _ notes: inout LinkNotes
  ) {
    for workspace in workspaces {
      for path in workspace.references.compactMap(\.inTree)
      where path.isXcodeProject && !index.hasProject(path) && !leftOut.contains(path) {
        notes.add(.project, "\(workspace.container) refers to \(path), which is not in Git")
      }
    }
  }
}

extension XcodeModule {
  fileprivate init(
    _ own: LinkedTarget, _ edges: XcodeEdges, _ index: LinkIndex, _ parts: PartCollector,
    _ sources: XcodeSources,
    _ notes: inout LinkNotes
  ) {
    for absence in own.scope.absent {
      if let includer = absence.includer {
        notes.add(.include, "\(includer) includes \"\(absence.path)\", which does not exist")
      } else {
        notes.add(.settings, "\(own.id) is based on \(absence.path), which does not exist")
      }
    }
    self.init(
      id: own.id, type: own.target.type,
      members: MemberCollector(
        own, sources, index, parts.mentions[own.id] ?? TestMentions(), &notes
      ).members, edges: edges.edges,
      parts: parts.parts(of: own, edges),
      externalPackages: edges.externalPackages.sorted(), isForMacOS: own.platforms == ["macosx"])
  }

  /// Joins two targets of one project with the same name into one module, with the files and needs of both.
  fileprivate func merged(with other: XcodeModule) -> XcodeModule {
    var edges = Dictionary(self.edges.map { ($0.target, $0) }) { first, _ in first }
    for edge in other.edges where edges[edge.target] == nil { edges[edge.target] = edge }
    return XcodeModule(
      id: id, type: type, members: members.union(other.members),
      edges: edges.values.sorted { $0.target < $1.target }, parts: Part.merged(parts, other.parts),
      externalPackages: Set(externalPackages).union(other.externalPackages).sorted(),
      isForMacOS: isForMacOS && other.isForMacOS)
  }
}

// The binary form of linked targets, as they are kept with the graph of a commit.

extension XcodeGraph: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(modules, bundles, warnings, places) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      modules: try reader.value(), bundles: try reader.value(), warnings: try reader.value(),
      places: try reader.value(TargetPlaces.self))
  }
}

extension XcodeModule: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.values(id, type, members, edges, parts, externalPackages, isForMacOS)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      id: try reader.value(), type: try reader.value(), members: try reader.value(),
      edges: try reader.value(),
      parts: try reader.value(), externalPackages: try reader.value(), isForMacOS: try reader.value())
  }
}

extension XcodeProductType: ByteCodable {}

extension XcodeModule.Edge: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(target, kind) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(try reader.value(), try reader.value())
  }
}

extension XcodeModule.EdgeKind: ByteCodable {}

extension XcodeModule.Part: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.values(kind, file)
    writer.data(digest.bytes)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(try reader.value(), try reader.value(), SHA256Digest(bytes: Array(try reader.data())))
  }
}

extension XcodeModule.Part.Kind: ByteCodable {}

extension XcodeMembers: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.values(files, folders, inputs, searched, snapshots, pluginFolders)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      files: try reader.value(), folders: try reader.value(), inputs: try reader.value(),
      searched: try reader.value(), snapshots: try reader.value(), pluginFolders: try reader.value())
  }
}

extension SynchronisedFolder: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(folder, isMember, paths, localised) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      folder: try reader.value(), isMember: try reader.value(), paths: try reader.value(),
      localised: try reader.value())
  }
}

extension SynchronisedFolder.LocalisedFile: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(folder, name) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(folder: try reader.value(), name: try reader.value())
  }
}

/// The targets that may read a path, since they name it or a folder around it.
package struct TargetPlaces: Sendable, Hashable {
  private let paths: CaselessPaths
  /// The end of each path's targets in `targets`.
  private let ends: [Int]
  /// The numbers of targets in the graph's list.
  private let targets: [Int]

  init(of modules: [XcodeModule]) {
    let places = modules.map { Set($0.members.places.map(CaselessPaths.key)) }
    let paths = CaselessPaths(places.joined())
    var readers: [[Int]] = Array(repeating: [], count: paths.count)
    for (number, places) in places.enumerated() {
      for place in places.compactMap({ paths.index(of: $0.bytes[...]) }) where readers[place].last != number {
        readers[place].append(number)
      }
    }
    var (ends, targets): ([Int], [Int]) = ([], [])
    for numbers in readers {
      targets += numbers
      ends.append(targets.count)
    }
    (self.paths, self.ends, self.targets) = (paths, ends, targets)
  }

  /// Returns the numbers of the targets, sorted.
  package func targets(around path: RelativePath) -> [Int] {
    let found = paths.places(around: path).flatMap { targets[($0 == 0 ? 0 : ends[$0 - 1])..<ends[$0]] }
    return Set(found).sorted()
  }
}

extension TargetPlaces: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    paths.write(to: &writer)
    writer.numbers(ends)
    writer.numbers(targets)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    paths = try reader.value()
    ends = try reader.numbers()
    targets = try reader.numbers()
    let isInOrder = zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 }
    guard ends.count == paths.count, isInOrder, (ends.last ?? 0) == targets.count else { throw .invalid }
  }
}
