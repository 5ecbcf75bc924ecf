package import Base
import SwiftSources
package import Xcode

/// The targets of all Xcode projects in one revision.
package struct WorkspaceProjects: Sendable, Hashable {
  package static let none = WorkspaceProjects(
    graph: XcodeGraph(modules: [], warnings: []), containers: [], unread: [], fileLists: [], leftOut: [])

  package let graph: XcodeGraph
  /// The folders of the projects, such as `App/Shop.xcodeproj`, sorted.
  package let containers: [RelativePath]
  /// Projects that cannot be read, each with the reason.
  package let unread: [UnknownPackage]
  /// File lists, shell scripts and files behind links that have no name of a file of Xcode.
  let fileLists: Set<RelativePath>
  /// The folders of projects that the configuration leaves out.
  let leftOut: Set<RelativePath>
  package var isEmpty: Bool { containers.isEmpty }
}

extension WorkspaceProjects: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.values(graph, containers, unread, fileLists, leftOut)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      graph: try reader.value(), containers: try reader.value(), unread: try reader.value(),
      fileLists: try reader.value(), leftOut: try reader.value())
  }
}

extension UnknownPackage: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(folder, reason) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(folder: try reader.value(), reason: try reader.value())
  }
}

/// The facts that only a target of a project has. The object is shared, since modules are copied often.
package final class ProjectTarget: Sendable, Hashable {
  package let members: XcodeMembers

  init(members: XcodeMembers) { self.members = members }

  package static func == (left: ProjectTarget, right: ProjectTarget) -> Bool {
    left === right || left.members == right.members
  }

  package func hash(into hasher: inout Hasher) { members.hash(into: &hasher) }

  /// Returns the target's own files, sorted by path.
  package func files(in tree: some FileTree) throws(Failure) -> [TreeFile] {
    let places = Set(members.folders.map(\.folder)).union(members.files)
    let files = try places.map { place throws(Failure) in try tree.files(below: place) }.flatMap(\.self)
    return Set(files).filter { members.isOwn($0.path) }.sorted { $0.path < $1.path }
  }
}

/// The targets of projects that may read a path.
package struct ProjectPlaces: Sendable, Hashable {
  private let places: TargetPlaces
  /// The targets by their numbers in `places`.
  private let targets: [ModuleIndex]
  /// The folders that contain projects.
  let folders: Set<RelativePath>
  /// The folders of projects that the configuration leaves out.
  let leftOutFolders: Set<RelativePath>

  fileprivate init(_ projects: WorkspaceProjects, in graph: WorkspaceGraph) {
    places = projects.graph.places
    targets = projects.graph.modules.compactMap { graph.index(of: $0.id) }
    folders = Set(projects.containers.map(\.parent))
    leftOutFolders = Set(projects.leftOut.map(\.parent))
  }

  /// Returns the targets that may read a path, sorted. The caller checks each of them.
  package func targets(around path: RelativePath) -> [ModuleIndex] {
    places.targets(around: path).map { targets[$0] }
  }
}

extension ProjectTarget {
  /// The folders of the target's own sources, each with their number. The files of a synchronised folder are not
  /// counted, so the folder counts once and listed files do not count. Without sources, all listed files count.
  package var sourceFolders: [RelativePath: Int] {
    let synchronised = members.folders.filter(\.isMember).map(\.folder)
    guard synchronised.isEmpty else { return Dictionary(synchronised.map { ($0, 1) }) { first, _ in first } }
    let listed = [members.files] + members.folders.map(\.paths)
    func folders(where counts: (ArraySlice<UInt8>) -> Bool) -> [RelativePath: Int] {
      listed.reduce(into: [:]) { $0.merge($1.folders(where: counts), uniquingKeysWith: +) }
    }
    let sources = folders { SourceLanguage(of: $0) != nil }
    return sources.isEmpty ? folders { _ in true } : sources
  }
}

extension ModuleKind {
  init(_ type: XcodeProductType) {
    switch type {
    case .app: self = .app
    case .appExtension: self = .extension
    case .framework: self = .framework
    case .library: self = .library
    case .tool: self = .executable
    case .unitTests: self = .test
    case .uiTests: self = .uiTest
    case .aggregate, .other: self = .bundle
    }
  }
}

extension ModuleEdge.Kind {
  init(_ kind: XcodeModule.EdgeKind) {
    switch kind {
    case .dependency: self = .dependency
    case .implicit: self = .implicit
    case .candidate: self = .candidate
    case .host: self = .host
    case .plugin: self = .plugin
    }
  }
}

extension WorkspaceGraph {
  /// Returns the graph with the targets of projects. Each project is a package in the folder of the project file.
  package func adding(_ projects: WorkspaceProjects) -> WorkspaceGraph {
    guard !projects.isEmpty else { return self }
    let targets = Dictionary(grouping: projects.graph.modules) { $0.id.package }
    let reasons = Dictionary(
      projects.unread.map { ($0.folder, $0.reason) }, uniquingKeysWith: { first, _ in first })
    var entries: [(folder: RelativePath, entry: Entry)] = packages.numbered.map { ($1.folder, .package($0)) }
    entries += projects.containers.map { container in
      (container, .project(targets[container] ?? [], problem: reasons[container]))
    }
    return joined(entries.sorted { $0.folder < $1.folder }, projects)
  }

  private enum Entry {
    case package(PackageIndex)
    case project([XcodeModule], problem: String?)
  }

  private func joined(
    _ entries: [(folder: RelativePath, entry: Entry)], _ projects: WorkspaceProjects
  ) -> WorkspaceGraph {
    var newModule = Indexed<ModuleIndex, ModuleIndex>(repeating: ModuleIndex(0), count: modules.count)
    var newPackage = Indexed<PackageIndex, PackageIndex>(repeating: PackageIndex(0), count: packages.count)
    var result = WorkspaceGraph.empty
    for (folder, entry) in entries {
      let index = result.packages.endIndex
      let start = result.modules.endIndex
      switch entry {
      case .package(let old):
        newPackage[old] = index
        for module in packages[old].modules {
          newModule[module] = result.modules.endIndex
          let parts = projects.graph.bundles[modules[module].id] ?? []
          result.modules.append(modules[module].moved(to: index, parts))
        }
        var package = packages[old]
        package.modules = start..<result.modules.endIndex
        result.packages.append(package)
      case .project(let targets, let problem):
        for target in targets { result.modules.append(ModuleNode(target, in: index)) }
        if problem != nil { result.modules.append(ModuleNode(unreadProject: folder, in: index)) }
        result.packages.append(
          PackageNode(project: folder, problem: problem, modules: start..<result.modules.endIndex))
      }
    }
    result.renumber(from: self, newModule, newPackage)
    result.projectPlaces = ProjectPlaces(projects, in: result)
    for (_, entry) in entries {
      guard case .project(let targets, _) = entry else { continue }
      for target in targets { result.link(target) }
    }
    return result
  }

  /// Corrects the targets of copied edges.
  private mutating func renumber(
    from old: WorkspaceGraph, _ newModule: Indexed<ModuleIndex, ModuleIndex>,
    _ newPackage: Indexed<PackageIndex, PackageIndex>
  ) {
    for (index, module) in old.modules.numbered {
      // The order of packages is the same, so the edges stay sorted.
      modules[newModule[index]].edges = module.edges.map { edge in
        ModuleEdge(target: newModule[edge.target], kind: edge.kind, platforms: edge.platforms)
      }
    }
    for (index, package) in old.packages.numbered where !package.dependencies.isEmpty {
      packages[newPackage[index]].dependencies = package.dependencies.map { $0.renumbered(newPackage) }
    }
  }

  private mutating func link(_ target: XcodeModule) {
    guard let module = index(of: target.id) else { return }
    let edges = target.edges.compactMap { edge in
      index(of: edge.target).map { ModuleEdge(target: $0, kind: ModuleEdge.Kind(edge.kind)) }
    }
    modules[module].edges = edges.sorted { $0.target < $1.target }
  }
}

extension ModuleNode {
  fileprivate init(_ target: XcodeModule, in project: PackageIndex) {
    self.init(
      id: target.id, kind: ModuleKind(target.type), package: project, layout: TargetLayout(folder: nil),
      edges: [],
      externalPackages: target.externalPackages,
      target: ProjectTarget(members: target.members), parts: target.parts)
  }

  fileprivate init(unreadProject container: RelativePath, in project: PackageIndex) {
    self.init(
      id: ModuleID(package: container, name: "?"), kind: .unknown, package: project,
      layout: TargetLayout(folder: nil),
      edges: [], externalPackages: [])
  }

  fileprivate func moved(to package: PackageIndex, _ parts: [XcodeModule.Part]) -> ModuleNode {
    ModuleNode(
      id: id, kind: kind, package: package, layout: layout, edges: edges, externalPackages: externalPackages,
      placeOutside: placeOutside, parts: parts)
  }
}
