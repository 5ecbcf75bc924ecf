package import Base

/// The files and packages that the targets of a workspace's projects are linked from.
package struct XcodeSources: Sendable {
  /// A package of the workspace, with the facts that projects need.
  package struct Package: Sendable, Hashable {
    package struct Product: Sendable, Hashable {
      package let name: String
      /// The targets that the product is made of.
      package let modules: [ModuleID]
      package let isPlugin: Bool

      package init(name: String, modules: [ModuleID], isPlugin: Bool = false) {
        self.name = name
        self.modules = modules
        self.isPlugin = isPlugin
      }
    }

    package let folder: RelativePath
    /// The last component of its folder, in lower case.
    package let identity: String
    package let products: [Product]
    /// The identities of the external packages that the package needs, directly or through local packages.
    package let externalPackages: Set<String>
    /// The identities of the external packages that each target uses itself, by the target's name. It is nil when the
    /// manifest cannot be read.
    package let targets: [String: Set<String>]?
    var isUnread: Bool { targets == nil }
    /// The folders of the packages of the workspace that it depends on.
    package let dependencies: Set<RelativePath>

    package init(
      folder: RelativePath, identity: String, products: [Product], externalPackages: Set<String> = [],
      targets: [String: Set<String>]? = nil, dependencies: Set<RelativePath> = []
    ) {
      self.folder = folder
      self.identity = identity
      self.products = products
      self.externalPackages = externalPackages
      self.targets = targets
      self.dependencies = dependencies
    }
  }

  package var projects: [XcodeProject] = []
  package var workspaces: [XcodeWorkspace] = []
  package var schemes: [XcodeScheme] = []
  package var plans: [XcodeTestPlan] = []
  package var settings: [RelativePath: XCConfig] = [:]
  /// The lines of files that list inputs of scripts: `.xcfilelist`, and others that projects name (`fileLists`).
  package var fileLists: [RelativePath: [String]] = [:]
  package var packages: [Package] = []
  /// The pins of each container by the path of its `Package.resolved`: an identity, and a text to compare.
  package var pins: [RelativePath: [String: String]] = [:]
  package var neutral = NeutralSettings()
  /// Projects that the configuration excludes and that no target needs.
  package private(set) var leftOut: Set<RelativePath> = []

  package init() {}
}

extension XcodeSources {
  /// Leaves out the projects that are not wanted, with their schemes and pins. A project that a target of another
  /// project needs stays, since its sources decide that target.
  package mutating func leaveOutProjects(except isWanted: (RelativePath) -> Bool) {
    let unwanted = Set(projects.map(\.container).filter { !isWanted($0) })
    guard !unwanted.isEmpty else { return }
    let index = LinkIndex(self)
    let targets = Dictionary(grouping: index.targets) { $0.project.container }
    var notes = LinkNotes()
    var kept = Set(targets.keys).subtracting(unwanted)
    var rest = Array(kept)
    while let next = rest.popLast() {
      for target in targets[next] ?? [] {
        let needed = XcodeEdges(target, in: index, &notes).edges.map(\.target.package)
        rest += needed.filter { unwanted.contains($0) && kept.insert($0).inserted }
      }
    }
    leftOut = unwanted.subtracting(kept)
    let isKept = { [leftOut] (file: RelativePath) in !file.withAncestors.contains(where: leftOut.contains) }
    projects.removeAll { leftOut.contains($0.container) }
    workspaces.removeAll { !isKept($0.container) }
    schemes.removeAll { !isKept($0.file) }
    pins = pins.filter { isKept($0.key) }
  }
}

extension XcodeProject {
  /// The files that scripts name as lists of their inputs. They may have any extension.
  package var fileLists: [RelativePath] {
    let lists = targets.lazy.flatMap(\.scripts).flatMap(\.inputLists)
    return Set(lists.compactMap { XcodePath($0, in: folder).inTree }).sorted()
  }
}
