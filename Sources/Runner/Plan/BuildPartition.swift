import Support
import Workspace

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

  private(set) var places: [RelativePath: Place] = [:]
  private var closures: [RelativePath: PackageClosure] = [:]

  /// `requested` is what every build asks of its root.
  init(_ packages: [PlannedPackage], requested: RequestedTraits = RequestedTraits()) {
    let workspace = Dictionary(packages.map { ($0.folder, $0) }) { first, _ in first }
    var groups: [Group] = []
    for package in packages.sorted(by: { $0.folder < $1.folder }) {
      let closure = PackageClosure(of: package.folder, in: workspace, requested: requested)
      closures[package.folder] = closure
      guard Self.mayShare(package, closure) else {
        places[package.folder] = .alone
        continue
      }
      if let found = groups.indices.first(where: { groups[$0].admit(package, closure) }) {
        places[package.folder] = .shared(found)
        continue
      }
      var new = Group()
      let isSound = new.admit(package, closure)
      places[package.folder] = isSound ? .shared(groups.count) : .alone
      if isSound { groups.append(new) }
    }
  }

  /// Packages and all of the workspace that they need, each once.
  func closure(of roots: [PlannedPackage]) -> [PlannedPackage] {
    var seen: Set<RelativePath> = []
    return roots.flatMap { closures[$0.folder]?.packages ?? [] }.filter { seen.insert($0.folder).inserted }
  }

  /// The packages of the workspace that SwiftPM looks at when it plans this one; nil when there are others that nobody
  /// knows of.
  func planned(with folder: RelativePath) -> [RelativePath]? {
    guard let closure = closures[folder], closure.identities != nil else { return nil }
    return closure.packages.map(\.folder)
  }

  /// What packages that are built in one place need from outside the workspace.
  func externals(of roots: [PlannedPackage]) -> String {
    var needs = ExternalNeeds()
    for root in roots {
      if let closure = closures[root.folder] { needs.add(root, closure) }
    }
    return needs.text
  }

  /// Whether it needs packages from outside the workspace.
  func needsPins(_ folder: RelativePath) -> Bool { !(closures[folder]?.externals.isEmpty ?? true) }

  private static func mayShare(_ package: PlannedPackage, _ closure: PackageClosure) -> Bool {
    guard closure.identities != nil else { return false }
    // The test modules of a dependency are not built.
    let compiled = closure.packages.flatMap { member in
      member.modules.filter { $0.kind != .test || member.folder == package.folder }
    }
    guard !compiled.contains(where: { $0.hasUndeclaredImports || $0.hasRelativeFlags }) else { return false }
    // What is not pinned is resolved anew, and then other roots have a say in it.
    return closure.externals.allSatisfy { package.pins?.holds($0) ?? false }
  }

  /// What the packages of a group, with all they need, have settled on.
  private struct Group {
    private var identities: [String: PackageClosure.Node] = [:]
    private var modules: [String: RelativePath] = [:]
    private var products: [String: RelativePath] = [:]
    private var traits: [PackageClosure.Node: Set<String>] = [:]
    private var pins = ResolvedPins()

    /// Takes a root in if it agrees with all that is here, and within itself.
    mutating func admit(_ root: PlannedPackage, _ closure: PackageClosure) -> Bool {
      guard let own = closure.identities,
        let moduleOwners = Self.owners(closure.packages, { $0.modules.map(\.id.name) }),
        let productOwners = Self.owners(closure.packages, { $0.products + ["\($0.name)PackageTests"] }),
        Self.agree(own, identities), Self.agree(closure.traits, traits), Self.agree(moduleOwners, modules),
        Self.agree(productOwners, products)
      else { return false }
      guard closure.externals.isEmpty || pins.merge(root.pins ?? ResolvedPins()) else { return false }
      identities.merge(own) { known, _ in known }
      traits.merge(closure.traits) { known, _ in known }
      modules.merge(moduleOwners) { known, _ in known }
      products.merge(productOwners) { known, _ in known }
      return true
    }

    /// Which package each name stands for; nil when it is two.
    private static func owners(
      _ packages: [PlannedPackage], _ names: (PlannedPackage) -> [String]
    ) -> [String: RelativePath]? {
      var owners: [String: RelativePath] = [:]
      for package in packages {
        for name in names(package) {
          if let other = owners.updateValue(package.folder, forKey: name), other != package.folder {
            return nil
          }
        }
      }
      return owners
    }

    private static func agree<Key, Value: Equatable>(_ new: [Key: Value], _ known: [Key: Value]) -> Bool {
      new.allSatisfy { known[$0.key] ?? $0.value == $0.value }
    }
  }
}
