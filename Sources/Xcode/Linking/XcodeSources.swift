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
  /// The texts of shell scripts that phases run, and of those that these run.
  package var scripts: [RelativePath: String] = [:]
  package var packages: [Package] = []
  /// The pins of each container by the path of its `Package.resolved`: an identity, and a text to compare.
  package var pins: [RelativePath: [String: String]] = [:]
  package var podspecs: [RelativePath] = []
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

/// Finds packages of a workspace by everything that projects name them by.
struct XcodePackages {
  private let packages: [XcodeSources.Package]
  private var byFolder: [RelativePath: Int] = [:]
  private var byIdentity: [String: [Int]] = [:]
  private var byProduct: [String: [Int]] = [:]

  init(_ packages: [XcodeSources.Package]) {
    self.packages = packages
    for (place, package) in packages.enumerated() {
      byFolder[package.folder] = place
      byIdentity[package.identity.lowercased(), default: []].append(place)
      for product in package.products { byProduct[product.name, default: []].append(place) }
    }
  }

  func package(at folder: RelativePath) -> XcodeSources.Package? { byFolder[folder].map { packages[$0] } }

  func folders(below folder: RelativePath) -> [RelativePath] {
    packages.map(\.folder).filter { $0 != folder && $0.isInside(folder) }
  }

  /// The packages that may make a product that a project uses.
  struct Origin {
    var packages: [XcodeSources.Package] = []
    /// The identity of an external package; nil when a local package certainly stands in for it.
    var external: String?
  }

  /// Returns the packages that a product comes from. A local package that the container refers to stands in for each
  /// dependency of the same identity. Without such a reference both packages count, since the reference may have a form
  /// that is not known here.
  func origin(of product: XcodePackageProduct, referredTo: (XcodeSources.Package) -> Bool) -> Origin {
    switch product.origin {
    case .local(let folder):
      if let package = package(at: folder) { return Origin(packages: [package]) }
      let named = unnamed(product.name, referredTo: referredTo)
      return Origin(packages: named)
    case .remote(let identity):
      let all = (byIdentity[identity.lowercased()] ?? []).map { packages[$0] }
      let referred = all.filter(referredTo)
      return referred.isEmpty
        ? Origin(packages: all, external: identity.lowercased()) : Origin(packages: referred)
    case .unnamed:
      let named = unnamed(product.name, referredTo: referredTo)
      return Origin(packages: named, external: named.allSatisfy(\.isUnread) ? XcodeModule.anyPackage : nil)
    }
  }

  /// Returns all packages with a product of that name; only those that the container refers to, if there are any.
  /// Otherwise a package that cannot be read may have the product too.
  private func unnamed(_ product: String, referredTo: (XcodeSources.Package) -> Bool) -> [XcodeSources
    .Package]
  {
    let all = (byProduct[product] ?? []).map { packages[$0] }
    let referred = all.filter(referredTo)
    return referred.isEmpty ? all + packages.filter(\.isUnread) : referred
  }
}
