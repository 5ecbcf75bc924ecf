package import Config
package import ModuleGraph
package import Names
package import Ownership
package import Rules
package import Support

/// What is known of a workspace before something new is in it.
package struct ScaffoldGround: Sendable {
  package let graph: WorkspaceGraph
  package let config: WorkspaceConfig
  package let tags: ModuleTags
  /// The workspace's files.
  package let tree: any FileTree
  /// Where the workspace lies in its repository.
  package let folder: RelativePath
  /// nil without one. Seen from the repository's root, as CODEOWNERS is.
  package let configuration: (path: RelativePath, bytes: [UInt8])?
  package let codeOwners: CodeOwnersFile?
  /// Those of the workspace stand before the ready ones.
  package let templates: [Template]

  package init(
    graph: WorkspaceGraph, config: WorkspaceConfig, tree: any FileTree, folder: RelativePath,
    configuration: (path: RelativePath, bytes: [UInt8])?, codeOwners: CodeOwnersFile?, templates: [Template]
  ) {
    self.graph = graph
    self.config = config
    tags = ModuleTags(graph, config)
    self.tree = tree
    self.folder = folder
    self.configuration = configuration
    self.codeOwners = codeOwners
    self.templates = templates
  }

  package func template(named name: String) throws(ScaffoldError) -> Template {
    if let template = templates.first(where: { $0.name == name }) { return template }
    let names = templates.map(\.name)
    throw ScaffoldError(
      .noTemplate,
      "there is no template \"\(Text.escapingControls(name))\"; there are \(names.joined(separator: ", "))",
      nearest: NearestName.suggestion(for: String(name.prefix(100)), among: names))
  }

  /// Who owns what by one state of the two files.
  func owners(_ config: WorkspaceConfig, _ codeOwners: [UInt8]?) -> OwnerResolver {
    let dialect = self.codeOwners?.dialect ?? .github
    return OwnerResolver(
      config: config, codeOwners: codeOwners.map { CodeOwners.parse($0, dialect: dialect).file },
      workspaceFolder: folder)
  }
}

/// What is asked for.
package struct ScaffoldRequest: Sendable, Hashable {
  package var template: String
  package var name: String
  /// nil: where packages of its kind lie.
  package var path: RelativePath?
  package var owner: String?
  package var depends: [ModuleID] = []
  package var makesContract = true
  package var makesDemo = true

  package init(template: String, name: String) {
    self.template = template
    self.name = name
  }
}

/// What would be written.
package struct ScaffoldPlan: Sendable, Hashable {
  /// In the order in which they are made: what others need comes first.
  package var packages: [NewPackage] = []
  package var edits: [FileEdit] = []
  /// What was left out, and why.
  package var notes: [String] = []
}

package struct NewPackage: Sendable, Hashable {
  package let template: String
  /// Seen from the workspace, as are its files.
  package let folder: RelativePath
  package let module: String
  package let demo: String?
  package let tags: [String]
  package var owners: [String]
  package let files: [ScaffoldFile]

  package var id: ModuleID { ModuleID(package: folder, name: module) }

  /// As they are called from outside of the workspace's folder.
  package func files(seenWith nesting: RelativePath) -> [ScaffoldFile] {
    files.map {
      ScaffoldFile(path: nesting.appending($0.path), contents: $0.contents, isExecutable: $0.isExecutable)
    }
  }
}

/// A file that gets another text.
package struct FileEdit: Sendable, Hashable {
  /// Seen from the repository's root.
  package let path: RelativePath
  package let before: [UInt8]
  package var after: [UInt8]

  package init(path: RelativePath, before: [UInt8], after: [UInt8]) {
    self.path = path
    self.before = before
    self.after = after
  }
}
