import Base
import Graph
import Reports
import Session
import SwiftSources

/// The interfaces of two revisions side by side, read from the bottom of the graph upwards for as long as what lies below is
/// another one: what is made of the same sources upon the same interfaces offers the same.
struct InterfaceComparison {
  enum Wanted {
    /// What the change touches, and what the touched make another.
    case touched
    /// The same, of these alone.
    case reaching(Set<ModuleID>)
    case named(Set<ModuleID>)
    case all

    /// Whether whatever has another interface below a module is compared with it.
    var hasAllBelow: Bool {
      switch self {
      case .touched, .all: true
      case .reaching, .named: false
      }
    }
  }

  private let base: InterfaceRevision
  private let head: InterfaceRevision
  private let world: World
  private let store: InterfaceStore?
  private let pinsDiffer: Bool

  init(base: InterfaceRevision, head: InterfaceRevision, _ world: World, _ store: InterfaceStore?) {
    (self.base, self.head, self.world, self.store) = (base, head, world, store)
    pinsDiffer = base.lockfiles != head.lockfiles
  }

  /// What became of each module that was compared.
  struct Pair {
    var old: ModuleInterface?
    var new: ModuleInterface?

    /// Both have the one key, so that nothing had to be read.
    var isSame: Bool {
      guard let old, let new else { return old == nil && new == nil }
      return old.isSurelySame(as: new)
    }
  }

  func modules(_ wanted: Wanted) throws(Failure) -> [InterfaceDiffReport.Module] {
    let pairs = try pairs(wanted)
    let users = InterfaceUsers(head)
    var found: [InterfaceDiffReport.Module] = []
    for (id, pair) in pairs.sorted(by: { $0.key < $1.key }) {
      found.append(try module(id, pair, users, isFollowing: wanted.hasAllBelow && !isTouched(id)))
    }
    return found
  }

  /// Modules that may offer something else than before: their interface surely differs, or nobody can tell.
  func changed() throws(Failure) -> Set<ModuleID> {
    Set(try pairs(.touched).filter { !$0.value.isSame }.keys)
  }
}

// MARK: Which are read

extension InterfaceComparison {
  private func pairs(_ wanted: Wanted) throws(Failure) -> [ModuleID: Pair] {
    let ids = Set(base.listed).union(head.listed)
    let moving = ids.filter { isOffering($0) && keyDiffers($0) }
    switch wanted {
    case .all:
      let offering = ids.filter(isOffering)
      let same = offering.subtracting(moving).map { ($0, Pair()) }
      return try read(moving).merging(same) { one, _ in one }
    case .named(let named):
      let same = named.subtracting(moving).map { ($0, Pair()) }
      return try read(named.intersection(moving)).merging(same) { one, _ in one }
    case .touched: return try spread(moving)
    case .reaching(let ids):
      let below = Self.reach(from: ids, by: needed(by:))
      return try spread(moving.intersection(below)).filter { ids.contains($0.key) }
    }
  }

  /// What is touched, and all above whatever has another interface: a module may get to types of one far below it without
  /// naming them, through modules that themselves offer what they did.
  private func spread(_ moving: Set<ModuleID>) throws(Failure) -> [ModuleID: Pair] {
    let touched = try read(moving.filter(isTouched))
    var users: [ModuleID: [ModuleID]] = [:]
    for id in moving { for other in needed(by: id) { users[other, default: []].append(id) } }
    let above = Self.reach(from: touched.filter { !$0.value.isSame }.keys) { users[$0] ?? [] }
    return try read(above.intersection(moving).subtracting(touched.keys)).merging(touched) { one, _ in one }
  }

  /// With those that it starts from.
  private static func reach(
    from ids: some Sequence<ModuleID>, by step: (ModuleID) -> [ModuleID]
  ) -> Set<ModuleID> {
    var found = Set(ids)
    var pending = Array(found)
    while let next = pending.popLast() { pending += step(next).filter { found.insert($0).inserted } }
    return found
  }

  private func read(_ ids: Set<ModuleID>) throws(Failure) -> [ModuleID: Pair] {
    let old = try interfaces(ids, base)
    let new = try interfaces(ids, head)
    return Dictionary(uniqueKeysWithValues: ids.map { ($0, Pair(old: old[$0], new: new[$0])) })
  }

  private func interfaces(
    _ ids: Set<ModuleID>, _ revision: InterfaceRevision
  ) throws(Failure) -> [ModuleID: ModuleInterface] {
    let indices = Set(ids.compactMap { revision.graph.index(of: $0) })
    let found = try InterfaceReader.interfaces(of: indices, in: revision, world, store)
    return Dictionary(uniqueKeysWithValues: found.map { (revision.graph.modules[$0.key].id, $0.value) })
  }

  private func isOffering(_ id: ModuleID) -> Bool {
    let kinds = [base, head].compactMap { revision in
      revision.graph.index(of: id).map { revision.graph.modules[$0].kind }
    }
    return kinds.contains { $0 == .library || $0 == .binary || $0 == .system || $0 == .macro }
  }

  private func keyDiffers(_ id: ModuleID) -> Bool {
    let (old, new) = (base.keys.key(of: id), head.keys.key(of: id))
    return old == nil || new == nil || old?.digest != new?.digest || isLoose(id)
  }

  /// True when it uses packages from elsewhere that may be other ones now, and its key does not say so.
  private func isLoose(_ id: ModuleID) -> Bool {
    guard pinsDiffer else { return false }
    return [base, head].contains { $0.keys.key(of: id)?.obstacle?.code == .unpinnedDependency }
  }

  /// Whether something of its own differs, rather than of what it needs alone.
  private func isTouched(_ id: ModuleID) -> Bool {
    guard base.keys.key(of: id) != nil, head.keys.key(of: id) != nil else { return true }
    return isLoose(id) || base.keys.explainOwn(id) != head.keys.explainOwn(id)
      || base.keys.needed(by: id) != head.keys.needed(by: id)
  }

  private func needed(by id: ModuleID) -> [ModuleID] { head.keys.needed(by: id) }
}

// MARK: What is said

extension InterfaceComparison {
  private func module(
    _ id: ModuleID, _ pair: Pair, _ users: InterfaceUsers, isFollowing: Bool
  ) throws(Failure) -> InterfaceDiffReport.Module {
    if pair.isSame { return .init(id: id, verdict: .same, reason: nil) }
    if [base, head].contains(where: { $0.isUnreadable(id) }) {
      return .init(id: id, verdict: .unknown, reason: "the manifest of its package cannot be evaluated")
    }
    switch (pair.old, pair.new) {
    case (nil, _): return .init(id: id, verdict: .compatible, reason: "the module is new")
    case (_, nil): return .init(id: id, verdict: .breaking, reason: "the module is gone")
    case (.unknown(let reason), _), (_, .unknown(let reason)):
      return .init(id: id, verdict: .unknown, reason: reason, isFollowing: isFollowing)
    case (.surface(let old), .surface(let new)):
      let diff = SurfaceDiff(old, new)
      let found = try users.users(of: diff.changes, in: id)
      let isUnknown =
        diff.isBreaking && !diff.changes.contains { $0.verdict == .breaking && !$0.isWithinPackage }
      return .init(
        id: id, verdict: isUnknown ? .unknown : diff.isBreaking ? .breaking : .compatible, reason: nil,
        changes: zip(diff.changes, found).map { .init(change: $0, users: $1) })
    default: return .init(id: id, verdict: .breaking, reason: "it is another kind of module")
    }
  }
}

// MARK: Of a change

extension InterfaceComparison {
  /// Of what a change did, from where it left its base.
  static func between(
    _ baseGraph: WorkspaceGraph, of base: ComparedRevisions.Base, and graph: WorkspaceGraph,
    _ pipeline: SelectionPipeline
  ) throws(Failure) -> (InterfaceComparison, [Warning]) {
    pipeline.world.progressLine.begin("Reading interfaces")
    let (store, warnings) = InterfaceStore.open(pipeline, [])
    let tree = try pipeline.workspace.tree(of: base.mergeBase ?? base.commit)
    let comparison = InterfaceComparison(
      base: try InterfaceRevision(pipeline, tree, baseGraph),
      head: try InterfaceRevision(pipeline, pipeline.workspace.head.tree, graph), pipeline.world, store)
    return (comparison, warnings)
  }
}
