import Base
import Graph
import Reports
import Session
import SwiftSources

/// Compares what two versions of a manifest promise to the users of the package.
enum ManifestCauses {
  static func causes(from old: PackageManifest, to new: PackageManifest) -> [ReleaseCause] {
    products(old, new) + platforms(old, new) + toolsVersion(old, new) + traits(old, new) + inside(old, new)
  }

  private static func products(_ old: PackageManifest, _ new: PackageManifest) -> [ReleaseCause] {
    let (before, after) = (old.offered, new.offered)
    let gone = before.keys.filter { after[$0] == nil }.sorted().map {
      ReleaseCause(.breaking, "the product \"\($0)\" is gone")
    }
    let come = after.keys.filter { before[$0] == nil }.sorted().map {
      ReleaseCause(.added, "the product \"\($0)\" is new")
    }
    let kept = before.keys.sorted().flatMap { name -> [ReleaseCause] in
      guard let one = before[name], let other = after[name] else { return [] }
      if one.kind.family != other.kind.family {
        return [ReleaseCause(.breaking, "the product \"\(name)\" is now of another kind")]
      }
      let lost = Set(one.targets).subtracting(other.targets).sorted()
      let more = Set(other.targets).subtracting(one.targets).sorted()
      return lost.map { ReleaseCause(.breaking, "the product \"\(name)\" no longer has the module \($0)") }
        + more.map { ReleaseCause(.added, "the product \"\(name)\" now has the module \($0)") }
    }
    return gone + kept + come
  }

  private static func platforms(_ old: PackageManifest, _ new: PackageManifest) -> [ReleaseCause] {
    let before = Dictionary(old.platforms.map { ($0.platform, $0.version) }) { one, _ in one }
    return new.platforms.compactMap { platform in
      let (was, now) = (before[platform.platform], platform.version)
      guard was != now else { return nil }
      guard let was else {
        return ReleaseCause(.breaking, "it needs \(platform.platform) \(now), and named no version before")
      }
      let (before, after) = (Numbers(was), Numbers(now))
      if let before, before == after { return nil }
      let isLower = before.flatMap { before in after.map { $0 < before } } ?? false
      return ReleaseCause(
        isLower ? .added : .breaking, "it needs \(platform.platform) \(now) instead of \(was)")
    }
  }

  /// Users of older toolchains stay with earlier releases, since SwiftPM skips newer ones for them.
  private static func toolsVersion(_ old: PackageManifest, _ new: PackageManifest) -> [ReleaseCause] {
    guard old.toolsVersion != new.toolsVersion else { return [] }
    return [
      ReleaseCause(
        .added, "its tools version is \(new.toolsVersion) instead of \(old.toolsVersion)")
    ]
  }

  private static func traits(_ old: PackageManifest, _ new: PackageManifest) -> [ReleaseCause] {
    let before = Dictionary(old.traits.map { ($0.name, $0.enabledTraits) }) { one, _ in one }
    let after = Dictionary(new.traits.map { ($0.name, $0.enabledTraits) }) { one, _ in one }
    let gone = before.keys.filter { after[$0] == nil }.sorted().map {
      ReleaseCause(.breaking, "the trait \"\($0)\" is gone")
    }
    let changed = after.keys.sorted().compactMap { name -> ReleaseCause? in
      guard let was = before[name] else { return ReleaseCause(.added, "the trait \"\(name)\" is new") }
      guard let now = after[name], Set(was) != Set(now) else { return nil }
      return ReleaseCause(.unknown, "the trait \"\(name)\" enables other traits than before")
    }
    return gone + changed
  }

  private static func inside(_ old: PackageManifest, _ new: PackageManifest) -> [ReleaseCause] {
    Set(old.dependencies) == Set(new.dependencies)
      ? [] : [ReleaseCause(.inside, "its manifest requires other packages or other versions")]
  }
}

extension PackageManifest {
  fileprivate var offered: [String: ProductDescription] {
    Dictionary(products.map { ($0.name, $0) }) { one, _ in one }
  }

  /// The modules that users may import.
  var offeredTargets: Set<String> {
    Set(products.filter { $0.kind.family == "library" }.flatMap(\.targets))
  }
}

extension ProductDescription.Kind {
  /// The word without the linkage of a library.
  var family: String {
    switch self {
    case .library: "library"
    case .executable: "executable"
    case .plugin: "plugin"
    }
  }
}

/// A version of a platform as numbers, so that `13.0` and `13` are equal.
private struct Numbers: Comparable {
  private let parts: [Int]

  /// Returns nil for a text that is not made of numbers alone.
  init?(_ text: String) {
    let words = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = words.compactMap { Int($0) }
    guard numbers.count == words.count else { return nil }
    parts = Array(numbers.reversed().drop { $0 == 0 }.reversed())
  }

  static func < (left: Self, right: Self) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }
}

/// The reasons to release packages: changes of interfaces, manifests and sources.
struct PackageCauses {
  private let base: InterfaceRevision
  private let head: InterfaceRevision
  private let modules: [ModuleID: InterfaceDiffReport.Module]

  /// - `packages`: packages that were released before.
  init(
    _ packages: [PackageIndex], base: InterfaceRevision, head: InterfaceRevision, _ world: World,
    _ store: InterfaceStore?
  ) throws(Failure) {
    self.base = base
    self.head = head
    let offered = Set(packages.flatMap { Self.offered($0, base, head) })
    let compared = try InterfaceComparison(base: base, head: head, world, store).modules(.named(offered))
    modules = Dictionary(compared.map { ($0.id, $0) }) { one, _ in one }
  }

  func causes(of package: PackageIndex, since tag: ReleaseTag) -> [ReleaseCause] {
    let node = head.graph.packages[package]
    let old = base.graph.packages.first { $0.folder == node.folder }
    guard let was = old?.manifest, let now = node.manifest else {
      return [ReleaseCause(.unknown, "the manifest of \(tag.name) cannot be evaluated")]
    }
    let offered = Self.offered(package, base, head)
    let outside = offered.compactMap { modules[$0] }.flatMap(Self.causes)
    let inside = node.modules.map { head.graph.modules[$0] }.filter { isAnother($0) }.map(\.id)
    // A change of a module's interface covers its other changes.
    let told = Set(offered.filter { modules[$0].map { $0.verdict != .same } ?? false })
    return outside + ManifestCauses.causes(from: was, to: now)
      + inside.filter { !told.contains($0) }.map {
        ReleaseCause(.inside, "the module \($0.name) changed, but not its interface")
      }
  }

  /// The offered modules of both revisions, sorted.
  static func offered(
    _ package: PackageIndex, _ base: InterfaceRevision, _ head: InterfaceRevision
  ) -> [ModuleID] {
    let folder = head.graph.packages[package].folder
    let names = [base, head].flatMap { revision in
      revision.graph.packages.first { $0.folder == folder }?.manifest?.offeredTargets ?? []
    }
    return Set(names).sorted().map { ModuleID(package: folder, name: $0) }
  }

  /// Returns true when the module changed. Tests do not count, since they reach no user of a release.
  private func isAnother(_ module: ModuleNode) -> Bool {
    guard module.kind != .test else { return false }
    guard head.keys.key(of: module.id) != nil, base.keys.key(of: module.id) != nil else { return true }
    return base.keys.explainOwn(module.id) != head.keys.explainOwn(module.id)
  }

  private static func causes(_ module: InterfaceDiffReport.Module) -> [ReleaseCause] {
    guard module.verdict != .same else { return [] }
    if let reason = module.reason {
      return [ReleaseCause(effect(module.verdict), "\(module.id.name): \(reason)")]
    }
    let told = module.changes.map(\.change).map { change in
      let name = "\(module.id.name): \(change.declaration.name)"
      let place = change.isRemoval ? nil : change.place.map { "\($0.file):\($0.line)" }
      guard !change.isWithinPackage else {
        return ReleaseCause(.inside, "\(name) (within the package): \(change.reason)", place: place)
      }
      return ReleaseCause(effect(change.verdict), "\(name): \(change.reason)", place: place)
    }
    // Differences that nobody outside sees count as internal ones.
    return told.isEmpty
      ? [ReleaseCause(.inside, "\(module.id.name): its interface changed only inside")] : told
  }

  private static func effect(_ verdict: InterfaceDiffReport.Verdict) -> ReleaseEffect {
    switch verdict {
    case .breaking: .breaking
    case .unknown: .unknown
    case .compatible: .added
    case .same: .none
    }
  }

  private static func effect(_ verdict: SurfaceChange.Verdict) -> ReleaseEffect {
    switch verdict {
    case .breaking: .breaking
    case .unknown: .unknown
    case .compatible: .added
    }
  }
}

/// Decides whether a package's interface mentions that of another package. If so, the first breaks with the other.
struct ExposedNeeds {
  private let base: InterfaceRevision
  private let head: InterfaceRevision
  private let world: World
  private let store: InterfaceStore?
  private var offered: [PackageIndex: Offered] = [:]

  fileprivate struct Offered {
    var modules: Set<String> = []
    /// The names that other declarations may use: the modules' top-level types, at either revision.
    var names: Set<String> = []
    /// True when it may offer types that are not listed, as headers do.
    var hasOtherNames = false
    /// All words of its current declarations.
    var words: Set<String> = []
    var isUnknown = false
  }

  init(base: InterfaceRevision, head: InterfaceRevision, _ world: World, _ store: InterfaceStore?) {
    (self.base, self.head, self.world, self.store) = (base, head, world, store)
  }

  /// Returns true in doubt.
  mutating func exposes(_ package: PackageIndex, _ lower: PackageIndex) throws(Failure) -> Bool {
    let (own, its) = (try offered(by: package), try offered(by: lower))
    if own.isUnknown { return true }
    guard !own.words.isEmpty else { return false }
    return its.isUnknown || its.hasOtherNames || !own.words.isDisjoint(with: its.names.union(its.modules))
  }

  private mutating func offered(by package: PackageIndex) throws(Failure) -> Offered {
    if let known = offered[package] { return known }
    let modules = PackageCauses.offered(package, base, head)
    var found = Offered(modules: Set(modules.map(\.name)))
    for (revision, isHead) in [(base, false), (head, true)] {
      let indices = Set(modules.compactMap { revision.graph.index(of: $0) })
      let interfaces = try InterfaceReader.interfaces(of: indices, in: revision, world, store)
      for interface in interfaces.values { found.add(interface, isHead: isHead) }
    }
    offered[package] = found
    return found
  }
}

extension ExposedNeeds.Offered {
  fileprivate mutating func add(_ interface: ModuleInterface, isHead: Bool) {
    switch interface {
    case .nothing: return
    case .unknown: isUnknown = true
    case .surface(let surface):
      for declaration in surface.declarations {
        switch declaration.kind {
        // No declaration of another module can name a function or a variable.
        case .function, .operator, .variable: break
        case .header, .other: hasOtherNames = true
        default: names.formUnion(declaration.path.prefix(1).map { String($0.prefix { $0 != "(" }) })
        }
        if isHead, declaration.access != .package { words.formUnion(declaration.wordsOfOthers) }
      }
    }
  }
}

extension SurfaceDeclaration {
  /// All words except its own name.
  fileprivate var wordsOfOthers: Set<String> {
    var own = Self.words(text)
    if let name = path.last?.prefix(while: { $0 != "(" }), let index = own.firstIndex(of: String(name)) {
      own.remove(at: index)
    }
    return Set(own + ([extended ?? ""] + conformances).flatMap(Self.words))
  }

  private static func words(_ text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
  }
}
