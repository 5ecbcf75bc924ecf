import Base
import Graph
import Reports
import Session
import SwiftSources

/// Compares the interfaces of two revisions. It reads from the bottom of the graph upwards, as long as interfaces below
/// differ.
/// A module with the same sources and the same interfaces below has the same interface.
struct InterfaceComparison {
  enum Wanted {
    /// Changed modules, and modules whose interface changes with them.
    case touched
    /// The same, but only for these modules.
    case reaching(Set<ModuleID>)
    case named(Set<ModuleID>)
    case all

    /// True when each module above a changed interface is compared as well.
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

  /// The interfaces of one module in both revisions.
  struct Pair {
    var old: ModuleInterface?
    var new: ModuleInterface?

    /// True when both have the same key, so that nothing had to be read.
    var isSame: Bool {
      guard let old, let new else { return old == nil && new == nil }
      return old.isSurelySame(as: new)
    }
  }

  func modules(_ wanted: Wanted) throws(Failure) -> [InterfaceDiffReport.Module] {
    let pairs = try pairs(wanted)
    var found: [InterfaceDiffReport.Module] = []
    for (id, pair) in pairs.sorted(by: { $0.key < $1.key }) {
      found.append(try module(id, pair, isFollowing: wanted.hasAllBelow && !isTouched(id)))
    }
    return found
  }

  /// Returns modules whose interface differs or is unknown.
  func changed() throws(Failure) -> Set<ModuleID> {
    Set(try pairs(.touched).filter { !$0.value.isSame }.keys)
  }
}

// MARK: Choice of modules

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
      let below = Set.reached(from: ids, by: needed(by:))
      return try spread(moving.intersection(below)).filter { ids.contains($0.key) }
    }
  }

  /// Reads the changed modules, and all modules above changed interfaces.
  /// A module may use types of one far below through modules that themselves did not change.
  private func spread(_ moving: Set<ModuleID>) throws(Failure) -> [ModuleID: Pair] {
    let touched = try read(moving.filter(isTouched))
    var users: [ModuleID: [ModuleID]] = [:]
    for id in moving { for other in needed(by: id) { users[other, default: []].append(id) } }
    let above = Set.reached(from: touched.filter { !$0.value.isSame }.keys) { users[$0] ?? [] }
    return try read(above.intersection(moving).subtracting(touched.keys)).merging(touched) { one, _ in one }
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

  /// True when the module uses external packages whose versions changed without a change of its key.
  private func isLoose(_ id: ModuleID) -> Bool {
    guard pinsDiffer else { return false }
    return [base, head].contains { $0.keys.key(of: id)?.obstacle?.code == .unpinnedDependency }
  }

  /// True when the module's own files differ, and not only its dependencies.
  private func isTouched(_ id: ModuleID) -> Bool {
    guard base.keys.key(of: id) != nil, head.keys.key(of: id) != nil else { return true }
    return isLoose(id) || base.keys.explainOwn(id) != head.keys.explainOwn(id)
      || base.keys.needed(by: id) != head.keys.needed(by: id)
  }

  private func needed(by id: ModuleID) -> [ModuleID] { head.keys.needed(by: id) }
}

// MARK: Report

extension InterfaceComparison {
  private func module(
    _ id: ModuleID, _ pair: Pair, isFollowing: Bool
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
      let found = try head.users(of: diff.changes, in: id)
      let isUnknown =
        diff.isBreaking && !diff.changes.contains { $0.verdict == .breaking && !$0.isWithinPackage }
      return .init(
        id: id, verdict: isUnknown ? .unknown : diff.isBreaking ? .breaking : .compatible, reason: nil,
        changes: zip(diff.changes, found).map { .init(change: $0, users: $1) })
    default: return .init(id: id, verdict: .breaking, reason: "the kind of the module changed")
    }
  }
}

// MARK: Comparison for a change

extension InterfaceComparison {
  /// Compares the head with the commit at which the change left its base.
  static func between(
    _ baseGraph: WorkspaceGraph, of base: ComparedRevisions.Base, and graph: WorkspaceGraph,
    _ session: Session
  ) throws(Failure) -> (InterfaceComparison, [Warning]) {
    session.world.progressLine.begin("Reading interfaces")
    let (store, warnings) = InterfaceStore.open(session, [])
    let tree = try session.workspace.tree(of: base.mergeBase ?? base.commit)
    let comparison = InterfaceComparison(
      base: try InterfaceRevision(session, tree, baseGraph),
      head: try InterfaceRevision(session, session.workspace.head.tree, graph), session.world, store)
    return (comparison, warnings)
  }
}

extension InterfaceRevision {
  /// Finds the sources that mention a changed declaration. They use the module directly and contain the declaration's
  /// name. Returns the users of each change, sorted. A compatible change has none.
  ///
  /// This finds more than the sources that break, since a name may mean something else. The report says so.
  fileprivate func users(of changes: [SurfaceChange], in id: ModuleID) throws(Failure)
    -> [[InterfaceDiffReport.User]]
  {
    let words = Set(changes.filter(Self.isSought).map(\.word))
    guard !words.isEmpty, let target = graph.index(of: id) else { return changes.map { _ in [] } }
    var found: [String: [InterfaceDiffReport.User]] = [:]
    for (_, module) in graph.modules.numbered where uses(module, target) {
      try look(into: module, for: words, &found)
    }
    return changes.map { change in
      guard Self.isSought(change) else { return [] }
      return (found[change.word] ?? []).filter { !change.isWithinPackage || $0.module.package == id.package }
    }
  }

  private static func isSought(_ change: SurfaceChange) -> Bool {
    change.verdict != .compatible && !change.word.isEmpty
  }

  private func uses(_ module: ModuleNode, _ target: ModuleIndex) -> Bool {
    module.edges.contains { $0.target == target && ($0.kind == .dependency || $0.kind == .undeclaredImport) }
  }

  private func look(
    into module: ModuleNode, for words: Set<String>, _ found: inout [String: [InterfaceDiffReport.User]]
  ) throws(Failure) {
    let tree = workspaceTree
    let files = try ModuleSources(tree).files(of: module)
    for file in files where file.language != .moduleMap {
      let bytes = try tree.contents(of: file.path) ?? []
      for (word, lines) in WordSites.lines(of: words, in: bytes) {
        found[word, default: []].append(.init(module: module.id, file: "\(file.path)", lines: lines))
      }
    }
  }
}

/// Finds affected modules that are only rebuilt: all that they import has the same interface as before.
///
/// This decides whom to ask for review, and never what to test. A changed body may well make a test fail.
enum MerelyRebuilt {
  static func modules(
    _ outcome: Session.Selected, _ session: Session
  ) throws(Failure) -> (Set<ModuleID>, [Warning]) {
    guard outcome.report.fallback == nil, outcome.report.selection.scope != .all,
      let graph = outcome.loaded.base, let base = outcome.report.revisions.base
    else { return ([], [unknown]) }
    let (comparison, warnings) = try InterfaceComparison.between(
      graph, of: base, and: outcome.loaded.head, session)
    let different = try comparison.changed()
    let affected = Set(outcome.report.selection.modules.map(\.id))
    let rebuilt = outcome.report.selection.modules.filter { module in
      !module.isDirect && isUntouched(module.id, outcome.graph, affected: affected, different: different)
    }
    return (Set(rebuilt.map(\.id)), warnings)
  }

  /// Returns true when the change reaches the module only through libraries with unchanged interfaces.
  /// A program that it runs, or that takes part in its build, may behave differently with any interface.
  private static func isUntouched(
    _ id: ModuleID, _ graph: WorkspaceGraph, affected: Set<ModuleID>, different: Set<ModuleID>
  ) -> Bool {
    guard let index = graph.index(of: id) else { return false }
    return graph.modules[index].edges.allSatisfy { edge in
      let target = graph.modules[edge.target]
      guard affected.contains(target.id) else { return true }
      // Targets of projects are not compiled here, so their interfaces are unknown.
      return (edge.kind == .dependency || edge.kind == .undeclaredImport) && target.kind == .library
        && target.target == nil && !different.contains(target.id)
    }
  }

  private static let unknown = Warning(
    code: "interfaces-unknown",
    message: "there is no base to compare interfaces with, so no module counts as merely rebuilt")
}
