package import Base
package import SwiftSources
package import Xcode

/// Every package and module of one revision of a workspace, with the edges between modules.
///
/// The graph is a value, built once from evaluated manifests and the revision's files, then only read. Invariants:
/// packages are sorted by folder, modules by id; a package's modules are one range.
package struct WorkspaceGraph: Sendable, Hashable {
  package var packages: Indexed<PackageIndex, PackageNode>
  package var modules: Indexed<ModuleIndex, ModuleNode>
  /// The paths that targets of projects read; nil in a graph without projects.
  package internal(set) var projectPlaces: ProjectPlaces?

  package init(packages: [PackageNode], modules: [ModuleNode]) {
    self.packages = Indexed(packages)
    self.modules = Indexed(modules)
  }

  package static let empty = WorkspaceGraph(packages: [], modules: [])
}

package struct PackageNode: Sendable, Hashable {
  package let folder: RelativePath
  /// SwiftPM's identity: the last path component in lower case.
  package let identity: String
  private let form: ManifestForm
  /// The reason why the manifest cannot be evaluated.
  package let problem: String?
  /// True when a dependency leads to the folder and no package is there.
  package let isMissing: Bool
  package internal(set) var modules: Range<ModuleIndex>
  /// The links of the package that no target follows.
  package let links: [PackageLink]
  /// The packages that the manifest names, in the order of the manifest.
  package internal(set) var dependencies: [PackageEdge]
  /// The traits that the manifest declares.
  package let traits: [TraitDescription]
  /// True for a project of Xcode, whose modules are its targets. It has no manifest.
  package private(set) var isProject = false

  /// The manifest; nil when it cannot be evaluated, and `problem` then says why. A remembered graph decodes it on
  /// demand.
  package var manifest: PackageManifest? { form.manifest }

  var encodedManifest: EncodedManifest { form.encoded }

  package init(
    folder: RelativePath, identity: String, manifest: PackageManifest?, problem: String?,
    isMissing: Bool = false, modules: Range<ModuleIndex>,
    links: [PackageLink] = [], dependencies: [PackageEdge] = []
  ) {
    self.init(
      folder, identity, .value(manifest), problem, isMissing, modules, links, dependencies,
      manifest?.traits ?? [])
  }

  /// Makes the node of an Xcode project.
  init(project container: RelativePath, problem: String?, modules: Range<ModuleIndex>) {
    self.init(
      folder: container, identity: Text.escapingInvalidUTF8(container.lastComponent), manifest: nil,
      problem: problem, modules: modules)
    isProject = true
  }

  init(
    folder: RelativePath, identity: String, encodedManifest: EncodedManifest, problem: String?,
    isMissing: Bool, modules: Range<ModuleIndex>, links: [PackageLink], dependencies: [PackageEdge],
    traits: [TraitDescription]
  ) {
    self.init(
      folder, identity, .encoded(encodedManifest), problem, isMissing, modules, links, dependencies, traits)
  }

  private init(
    _ folder: RelativePath, _ identity: String, _ form: ManifestForm, _ problem: String?, _ isMissing: Bool,
    _ modules: Range<ModuleIndex>, _ links: [PackageLink], _ dependencies: [PackageEdge],
    _ traits: [TraitDescription]
  ) {
    self.folder = folder
    self.identity = identity
    self.form = form
    self.problem = problem
    self.isMissing = isMissing
    self.modules = modules
    self.links = links
    self.dependencies = dependencies
    self.traits = traits
  }

  private enum ManifestForm: Sendable, Hashable {
    case value(PackageManifest?)
    case encoded(EncodedManifest)

    var manifest: PackageManifest? {
      switch self {
      case .value(let manifest): manifest
      case .encoded(let encoded): encoded.manifest
      }
    }

    var encoded: EncodedManifest {
      switch self {
      case .value(let manifest): EncodedManifest(manifest)
      case .encoded(let encoded): encoded
      }
    }

    // Equal manifests have equal encodings, in either form.
    static func == (left: Self, right: Self) -> Bool { left.encoded == right.encoded }

    func hash(into hasher: inout Hasher) { hasher.combine(encoded) }
  }
}

package enum ModuleKind: String, Sendable, Hashable, CaseIterable {
  case library, executable, test, macro, plugin, system, binary
  // The kinds from here are targets of Xcode projects. Their unit tests and libraries have the kinds above.
  case app, `extension`, framework, bundle
  case uiTest = "ui-test"
  /// The stand-in for all of a package whose manifest cannot be evaluated. Reports never list it. It is there for edges
  /// from modules that may depend on the package.
  case unknown

  package init(_ kind: TargetDescription.Kind) {
    switch kind {
    case .regular: self = .library
    case .executable: self = .executable
    case .test: self = .test
    case .system: self = .system
    case .binary: self = .binary
    case .plugin: self = .plugin
    case .macro: self = .macro
    }
  }
}

package struct ModuleNode: Sendable, Hashable {
  package let id: ModuleID
  package let kind: ModuleKind
  package let package: PackageIndex
  package var layout: TargetLayout
  /// The edges, sorted by target module, one for each target.
  package var edges: [ModuleEdge]
  /// Identities of packages outside the workspace whose products the module uses directly.
  package var externalPackages: [String]
  /// A place outside of the repository that the module's build reads: a package that its manifest names by path, or the
  /// end of a symbolic link. nil when it reads none.
  package var placeOutside: RelativePath?
  /// The target of an Xcode project; nil for a module of a package.
  package var target: ProjectTarget?
  /// The parts of projects, settings, schemes, plans and pins of Xcode that describe the module.
  package var parts: [XcodeModule.Part] = []
}

extension ModuleKind {
  /// True for modules with test cases: unit and UI tests.
  package var isTest: Bool { self == .test || self == .uiTest }
}

extension ModuleNode {
  /// True when programs take part in the module's build and may read any file. Such programs are plugins, also of
  /// external packages, and macros of the workspace.
  package var isFedByPrograms: Bool {
    layout.readsWholePackage || edges.contains { $0.kind == .plugin || $0.kind == .macro }
  }
}

package struct ModuleEdge: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    case dependency, plugin, macro
    /// A source imports the module, and the manifest does not declare it.
    case undeclaredImport
    /// `dependsOn` in workspace.json declares the edge. SwiftPM does not know it.
    case configured
    /// The edge leads from a test module to an executable of its package, which `swift test` puts beside the tests.
    /// Nothing is compiled or linked with it.
    case mayStart
    /// In Xcode the package stands in for an external dependency. SwiftPM alone builds the package that the manifest
    /// names.
    case standIn
    /// A target of a project links or embeds the other's product, and declares no dependency.
    case implicit
    /// The edge leads from a test bundle to the app that it runs in.
    case host
    /// As `implicit`, where several targets make a product of that name and any of them may be meant.
    case candidate

    /// True when a manifest declares the edge, and not a source or workspace.json.
    package var isDeclared: Bool {
      switch self {
      case .dependency, .plugin, .macro: true
      case .undeclaredImport, .configured, .mayStart, .standIn, .implicit, .candidate, .host: false
      }
    }

    /// True when SwiftPM knows the edge as it builds one package alone.
    package var isSeenBySwiftPM: Bool { ![.configured, .mayStart, .standIn].contains(self) }
  }

  package var target: ModuleIndex
  package var kind: Kind
  /// The platforms that the edge is limited to, in SwiftPM's lower-case names; empty for all.
  package var platforms: [String] = []

  package func counts(on selected: Set<String>?) -> Bool {
    guard let selected, !platforms.isEmpty else { return true }
    return platforms.contains { selected.contains($0) }
  }
}

extension WorkspaceGraph {
  /// Returns the index of a module by binary search.
  package func index(of id: ModuleID) -> ModuleIndex? {
    modules.elements.binarySearch(id) { $0.id }.map { ModuleIndex($0) }
  }

  package func package(at folder: RelativePath) -> PackageIndex? {
    packages.elements.binarySearch(folder) { $0.folder }.map { PackageIndex($0) }
  }

  /// Returns the identity of a dependency in the manifest whose package Git does not have.
  package func missingDependency(of package: PackageIndex) -> String? {
    packages[package].dependencies.first { edge in
      edge.target == .missing || edge.package.map { packages[$0].isMissing } ?? false
    }?.identity
  }

  /// Returns the folder of the package that a package names; nil when it is not in the graph.
  func folder(ofDependency identity: String, of package: PackageIndex) -> RelativePath? {
    packages[package].dependencies.first { $0.identity == identity }?.package.map { packages[$0].folder }
  }

  /// Returns the folder of a module's files; for a module without files, its package's folder.
  package func folder(of id: ModuleID) -> RelativePath {
    index(of: id).flatMap { modules[$0].layout.folder } ?? id.package
  }

  /// Returns the places outside of the workspace, in the same repository, that the build of a module may read.
  package func placesOutside(_ module: ModuleIndex) -> [RelativePath] {
    let package = packages[modules[module].package]
    return
      ([package.folder] + package.links.flatMap(\.places) + modules[module].layout.inputs
      + (modules[module].target?.members.places ?? []))
      .filter(\.escapesRoot)
  }

  /// The modules for people to see: all but the stand-ins for unknown packages.
  package var listedModules: some Sequence<ModuleNode> { modules.lazy.filter { $0.kind != .unknown } }
}
