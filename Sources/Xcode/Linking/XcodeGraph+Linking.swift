import Names
import Support

extension XcodeGraph {
  /// Links the targets of all projects: which files each reads, which modules it needs, and what decides it besides.
  package init(linking sources: XcodeSources) {
    var notes = LinkNotes()
    let index = LinkIndex(sources)
    let parts = PartCollector(sources, index.containers, &notes)
    var modules: [XcodeModule] = []
    var places: [ModuleID: Int] = [:]
    for target in index.targets {
      let module = XcodeModule(target, index, parts, sources, &notes)
      if let place = places[target.id] {
        modules[place] = modules[place].merged(with: module)
      } else {
        places[target.id] = modules.count
        modules.append(module)
      }
    }
    Self.addReferences(of: sources.workspaces, index, &notes)
    self.init(
      modules: modules.sorted { $0.id < $1.id }, bundles: parts.bundles, warnings: notes.warnings)
  }

  /// Projects that workspaces show and that are not in Git, as `Pods/Pods.xcodeproj`.
  private static func addReferences(
    of workspaces: [XcodeWorkspace], _ index: LinkIndex, _ notes: inout LinkNotes
  ) {
    for workspace in workspaces {
      for path in workspace.references.compactMap(\.inTree)
      where path.lastComponent.suffix(10).elementsEqual(".xcodeproj".utf8) && !index.hasProject(path) {
        notes.add(.project, "\(path) is not in Git, though \(workspace.container) shows it")
      }
    }
  }
}

extension XcodeModule {
  fileprivate init(
    _ own: LinkedTarget, _ index: LinkIndex, _ parts: PartCollector, _ sources: XcodeSources,
    _ notes: inout LinkNotes
  ) {
    for absence in own.scope.absent {
      if let includer = absence.includer {
        notes.add(.include, "\(includer) includes \"\(absence.path)\", which is not there")
      } else {
        notes.add(.settings, "\(own.id) is based on \(absence.path), which is not there")
      }
    }
    let edges = XcodeEdges(own, in: index, &notes)
    self.init(
      id: own.id, type: own.target.type,
      members: MemberCollector(own, sources.fileLists, index.packages, &notes).members, edges: edges.edges,
      parts: parts.parts(of: own, edges),
      externalPackages: edges.externalPackages.sorted())
  }

  /// Two targets of one project with the same name are one module, which reads and needs all of both.
  fileprivate func merged(with other: XcodeModule) -> XcodeModule {
    var edges = Dictionary(self.edges.map { ($0.target, $0) }) { first, _ in first }
    for edge in other.edges where edges[edge.target] == nil { edges[edge.target] = edge }
    return XcodeModule(
      id: id, type: type, members: members.union(other.members),
      edges: edges.values.sorted { $0.target < $1.target }, parts: Part.merged(parts, other.parts),
      externalPackages: Set(externalPackages).union(other.externalPackages).sorted())
  }
}
