package import Base
package import Runner
import TestSupport

@testable import Graph
@testable package import SwiftSources

/// What a test has to say of a package; everything else about it is as it must be.
package struct PackageSketch {
  package var folder: RelativePath
  package var name: String
  package var identity: String
  package var modules: [ModuleSketch]
  package var products: [ProductDescription]
  package var dependencies: [Dependency]
  package var traits: [TraitDescription]
  /// The text of its lockfile.
  package var pins: String?
  /// The text of its file with mirrors.
  package var mirrors: String?

  package struct Dependency {
    package var target: Target
    package var traits: [PackageDependency.Trait]

    package init(_ target: Target, traits: [PackageDependency.Trait] = [.init(name: "default")]) {
      self.target = target
      self.traits = traits
    }
  }

  package enum Target {
    case workspace(RelativePath)
    /// The same by way of a symbolic link.
    case linked(RelativePath)
    case remote(String)
    case unknown
  }

  package init(
    folder: RelativePath, name: String, identity: String? = nil, modules: [ModuleSketch],
    products: [String] = [], dependencies: [Dependency] = [], traits: [TraitDescription] = [],
    pins: String? = nil
  ) {
    self.folder = folder
    self.name = name
    self.identity = identity ?? PackageIdentity.of(folder: folder, workspaceName: name)
    self.modules = modules
    self.products = products.map {
      ProductDescription(name: $0, kind: .library(.automatic), targets: [])
    }
    self.dependencies = dependencies
    self.traits = traits
    self.pins = pins
  }
}

package struct ModuleSketch {
  package var id: ModuleID
  package var kind: TargetDescription.Kind
  /// Where its sources lie.
  package var folder: RelativePath?
  /// The files elsewhere that the package's build reads.
  package var inputs: [RelativePath] = []
  /// What its manifest says that it is made with.
  package var needs: [ModuleID]
  /// The same for another platform than this machine's.
  package var needsElsewhere: [ModuleID] = []
  /// The names that its sources ask for with `canImport`.
  package var asks: [String] = []
  /// The executables that it runs, as `dependsOn` says.
  package var runs: [ModuleID]
  /// The products from outside the workspace that it is made with.
  package var products: [String]
  package var hasUndeclaredImports: Bool
  package var hasRelativeFlags: Bool
  /// The libraries that it links by name.
  package var linked: [String] = []
  /// Why it cannot be built on this machine.
  package var excuse: String?
  /// A place outside of the repository that its build reads.
  package var placeOutside: RelativePath?

  package init(
    id: ModuleID, kind: TargetDescription.Kind, folder: RelativePath? = nil, needs: [ModuleID] = [],
    runs: [ModuleID] = [], products: [String] = [], hasUndeclaredImports: Bool = false,
    hasRelativeFlags: Bool = false, excuse: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.folder = folder
    self.needs = needs
    self.runs = runs
    self.products = products
    self.hasUndeclaredImports = hasUndeclaredImports
    self.hasRelativeFlags = hasRelativeFlags
    self.excuse = excuse
  }
}

extension RunWorkspace {
  package init(_ sketches: [PackageSketch], root: String = "/w", isCopy: Bool = false) {
    let packages = sketches.sorted { $0.folder < $1.folder }
    let modules = packages.map { $0.modules.sorted { $0.id < $1.id } }
    let ids = modules.joined().map(\.id)
    var nodes: [PackageNode] = []
    for (sketch, own) in zip(packages, modules) {
      let start = nodes.last?.modules.upperBound ?? 0
      nodes.append(sketch.node(own, start..<start.advanced(by: own.count), among: packages.map(\.folder)))
    }
    let graph = WorkspaceGraph(
      packages: nodes,
      modules: modules.enumerated().flatMap { index, own in
        own.map { $0.node(in: PackageIndex(index), among: ids) }
      })
    let excuses = modules.joined().map { ($0.id, $0.excuse) }
    let files = packages.flatMap { package in
      [(PackageFile.lockfile, package.pins), (PackageFile.rootSettings[0], package.mirrors)].map {
        name, text in
        (package.folder.appending(name), text)
      }
    }
    let texts = Dictionary(uniqueKeysWithValues: files)
    self.init(
      graph, root: root, isCopy: isCopy, read: { (texts[$0] ?? nil).map { Array($0.utf8) } },
      excuse: { id in excuses.first { $0.0 == id }?.1 })
  }
}

extension PackageSketch {
  fileprivate func node(
    _ modules: [ModuleSketch], _ range: Range<ModuleIndex>, among folders: [RelativePath]
  ) -> PackageNode {
    var manifest = PackageManifest(name, ToolsVersion(6, 0))
    manifest.products = products
    manifest.targets = modules.map(\.description)
    manifest.traits = traits
    return PackageNode(
      folder: folder, identity: identity, manifest: manifest, problem: nil, modules: range,
      dependencies: dependencies.map { $0.edge(among: folders) })
  }
}

extension PackageSketch.Dependency {
  fileprivate func edge(among folders: [RelativePath]) -> PackageEdge {
    func edge(to folder: RelativePath, isLinked: Bool) -> PackageEdge {
      PackageEdge(
        target: folders.firstIndex(of: folder).map { .package(PackageIndex($0)) } ?? .unknown,
        identity: "\(folder)", isLinked: isLinked, traits: traits)
    }
    switch target {
    case .workspace(let folder): return edge(to: folder, isLinked: false)
    case .linked(let folder): return edge(to: folder, isLinked: true)
    case .remote(let identity): return PackageEdge(target: .remote, identity: identity, traits: traits)
    case .unknown: return PackageEdge(target: .unknown, identity: "nowhere", traits: traits)
    }
  }
}

extension ModuleSketch {
  fileprivate var description: TargetDescription {
    var target = TargetDescription(id.name, kind)
    target.dependencies = products.map { TargetDependency(.byName($0)) }
    if hasRelativeFlags {
      target.settings = [BuildSetting(tool: "c", name: "unsafeFlags", values: ["-Iconf"])]
    }
    target.settings += linked.map { BuildSetting(tool: "linker", name: "linkedLibrary", values: [$0]) }
    return target
  }

  fileprivate func node(in package: PackageIndex, among ids: [ModuleID]) -> ModuleNode {
    func edges(_ targets: [ModuleID], _ kind: ModuleEdge.Kind) -> [ModuleEdge] {
      targets.compactMap { ids.firstIndex(of: $0) }.map { ModuleEdge(target: ModuleIndex($0), kind: kind) }
    }
    // An undeclared import has to be of something.
    let undeclared = hasUndeclaredImports ? edges([id], .undeclaredImport) : []
    let elsewhere = edges(needsElsewhere, .dependency).map {
      ModuleEdge(target: $0.target, kind: .dependency, platforms: ["windows"])
    }
    var layout = TargetLayout(folder: folder, inputs: inputs)
    layout.askedModules = asks
    return ModuleNode(
      id: id, kind: ModuleKind(kind), package: package, layout: layout,
      edges: edges(needs, .dependency) + elsewhere + edges(runs, .configured) + undeclared,
      externalPackages: [], placeOutside: placeOutside)
  }
}
