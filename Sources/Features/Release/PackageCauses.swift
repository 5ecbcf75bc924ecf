import Base
import Graph
import Reports
import Session
import SwiftSources

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
