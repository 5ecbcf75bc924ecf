package import Base

@testable package import Graph
@testable package import Xcode

/// Targets of the project `App/Shop.xcodeproj`, for graphs that are not read from files.
package enum ProjectSketch {
  package static let container: RelativePath = "App/Shop.xcodeproj"
  package static let file: RelativePath = "App/Shop.xcodeproj/project.pbxproj"

  package static func id(_ name: String) -> ModuleID { ModuleID(package: container, name: name) }

  package static func target(
    _ name: String, _ type: XcodeProductType = .app, files: CaselessPaths = [],
    folders: [SynchronisedFolder] = [], inputs: CaselessPaths = [],
    pluginFolders: CaselessPaths = [], needs: [XcodeModule.Edge] = [],
    parts: [XcodeModule.Part]? = nil
  ) -> XcodeModule {
    XcodeModule(
      id: id(name), type: type,
      members: XcodeMembers(files: files, folders: folders, inputs: inputs, pluginFolders: pluginFolders),
      edges: needs, parts: parts ?? [part("1")], externalPackages: [])
  }

  package static func part(
    _ text: String, _ kind: XcodeModule.Part.Kind = .project, in file: RelativePath = file
  ) -> XcodeModule.Part {
    XcodeModule.Part(kind, file, SHA256.digest(of: Array(text.utf8)))
  }

  package static func projects(
    _ modules: [XcodeModule], unread: String? = nil, leftOut: Set<RelativePath> = []
  ) -> WorkspaceProjects {
    WorkspaceProjects(
      graph: XcodeGraph(modules: modules.sorted { $0.id < $1.id }, warnings: []), containers: [container],
      unread: unread.map { [UnknownPackage(folder: container, reason: $0)] } ?? [], fileLists: [],
      leftOut: leftOut)
  }

  /// The packages of a `GraphSketch`, and targets beside them.
  package static func graph(_ packages: String, _ targets: [XcodeModule]) -> WorkspaceGraph {
    GraphSketch.graph(packages).adding(projects(targets))
  }
}
