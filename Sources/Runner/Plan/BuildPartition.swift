import ContentKeys
import ModuleGraph
import Names

/// Which packages may be built together: those for which that gives what each gives as sole root.
///
/// It looks at all packages of a workspace, whatever is to be built, so that a package keeps its scratch
/// folder from run to run.
struct BuildPartition {
  enum Place: Hashable {
    /// The number of the group.
    case shared(Int)
    /// By itself.
    case alone
  }

  /// By package.
  private(set) var places: [PackageIndex: Place] = [:]
  private let workspace: RunWorkspace
  private var closures: [PackageIndex: RootClosure] = [:]

  init(_ workspace: RunWorkspace, for settings: BuildSettings, _ engine: any EngineForm) {
    self.workspace = workspace
    var groups: [Group] = []
    for package in workspace.packages {
      let closure = RootClosure(of: package, in: workspace.graph, requested: settings.traits)
      closures[package] = closure
      guard let root = Root(package, closure, in: workspace, engine) else {
        places[package] = .alone
        continue
      }
      if let found = groups.indices.first(where: { groups[$0].admit(root) }) {
        places[package] = .shared(found)
        continue
      }
      var new = Group()
      let isSound = new.admit(root)
      places[package] = isSound ? .shared(groups.count) : .alone
      if isSound { groups.append(new) }
    }
  }

  /// A package and all packages of the workspace that it needs.
  func closure(of package: PackageIndex) -> [PackageIndex] { closures[package]?.packages ?? [] }

  /// The packages of the workspace that SwiftPM looks at when it plans this one; nil when there are others that nobody
  /// knows of.
  func planned(with package: PackageIndex) -> [PackageIndex]? {
    guard let closure = closures[package], closure.identities(in: workspace.graph) != nil else { return nil }
    return closure.packages
  }

  /// What packages that are built in one place need from outside the workspace.
  func externals(of roots: [PackageIndex]) -> ExternalNeeds {
    var needs = ExternalNeeds()
    for root in roots {
      if let closure = closures[root] { needs.add(root, closure, in: workspace) }
    }
    return needs
  }

  /// Whether it needs packages from outside the workspace.
  func needsPins(_ package: PackageIndex) -> Bool { !(closures[package]?.remotes.isEmpty ?? true) }

  /// A package that may share a build with others, and what that has to agree on.
  private struct Root {
    let closure: RootClosure
    let identities: [String: RootClosure.Node]
    /// Which package each name stands for.
    let modules: [String: PackageIndex]
    let products: [String: PackageIndex]
    /// nil when it needs nothing from outside the workspace.
    let pins: ResolvedPins?

    /// nil for a package that has to be built by itself.
    init?(
      _ package: PackageIndex, _ closure: RootClosure, in workspace: RunWorkspace, _ engine: any EngineForm
    ) {
      let graph = workspace.graph
      guard let identities = closure.identities(in: graph), !Self.isPeculiar(package, closure, workspace),
        // A dependency without a pin is resolved anew, and then other roots have a say in it. A package without others keeps its
        // scratch folder when its first build writes a lockfile.
        workspace.packages.count == 1
          || closure.remotes.keys.allSatisfy({ workspace.pins[package]?.holds($0) ?? false }),
        let modules = Self.owners(
          closure.packages, { graph.packages[$0].modules.map { graph.modules[$0].id.name } }),
        let products = Self.owners(
          closure.packages,
          { package in
            guard let facts = workspace.facts[package] else { return [] }
            let tests = workspace.testModules(of: package)
            return facts.products
              + engine.testProducts(ofPackage: facts.name, testModules: tests).map(\.name)
          })
      else { return nil }
      self.closure = closure
      self.identities = identities
      self.modules = modules
      self.products = products
      pins = closure.remotes.isEmpty ? nil : workspace.pins[package]
    }

    /// Whether something of it is compiled otherwise when it is not the sole root.
    private static func isPeculiar(_ root: PackageIndex, _ closure: RootClosure, _ workspace: RunWorkspace)
      -> Bool
    {
      closure.packages.contains { package in
        workspace.graph.packages[package].modules.contains { module in
          let node = workspace.graph.modules[module]
          // The test modules of a dependency are not built.
          guard node.kind != .test || package == root else { return false }
          return workspace.importsUndeclared(module)
            || workspace.facts[package]?.relativelyFlagged.contains(node.id.name) ?? false
        }
      }
    }

    /// nil when a name stands for two packages.
    private static func owners(_ packages: [PackageIndex], _ names: (PackageIndex) -> [String]) -> [String:
      PackageIndex]?
    {
      var owners: [String: PackageIndex] = [:]
      for package in packages {
        for name in names(package) {
          if let other = owners.updateValue(package, forKey: name), other != package { return nil }
        }
      }
      return owners
    }
  }

  /// What the packages of a group, with all they need, have settled on.
  private struct Group {
    private var identities: [String: RootClosure.Node] = [:]
    private var modules: [String: PackageIndex] = [:]
    private var products: [String: PackageIndex] = [:]
    private var traits: [PackageIndex: Set<String>] = [:]
    private var remotes: [String: Set<String>] = [:]
    private var pins = ResolvedPins()

    /// Takes a root in if it agrees with all that is here.
    mutating func admit(_ root: Root) -> Bool {
      guard Self.agree(root.identities, identities), Self.agree(root.closure.traits, traits),
        Self.agree(root.closure.remotes, remotes), Self.agree(root.modules, modules),
        Self.agree(root.products, products), root.pins.map({ pins.merge($0) }) ?? true
      else { return false }
      identities.merge(root.identities) { known, _ in known }
      traits.merge(root.closure.traits) { known, _ in known }
      remotes.merge(root.closure.remotes) { known, _ in known }
      modules.merge(root.modules) { known, _ in known }
      products.merge(root.products) { known, _ in known }
      return true
    }

    private static func agree<Key, Value: Equatable>(_ new: [Key: Value], _ known: [Key: Value]) -> Bool {
      new.allSatisfy { known[$0.key] ?? $0.value == $0.value }
    }
  }
}

extension RootClosure {
  enum Node: Hashable {
    case workspace(PackageIndex)
    case remote
  }

  /// What each identity stands for; nil when two packages share one, or something about them is not known.
  func identities(in graph: WorkspaceGraph) -> [String: Node]? {
    let own = packages.map { (graph.packages[$0].identity, Node.workspace($0)) }
    let pairs = own + remotes.keys.map { ($0, Node.remote) }
    let identities = Dictionary(pairs) { first, _ in first }
    return isKnown && identities.count == pairs.count ? identities : nil
  }
}
