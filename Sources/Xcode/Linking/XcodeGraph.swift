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
      members: MemberCollector(own, sources.fileLists, index.packages, &notes).members, edges: edges.edges,
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
