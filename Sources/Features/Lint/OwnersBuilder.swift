import Base
import Graph
import Reports
import Xcode

/// Finds the owners of everything that a change affects.
struct OwnersBuilder {
  var rules: OwnersReport.Rules
  var resolver: OwnerResolver
  var teams: [String: TeamConfig]
  /// The graph of the head. `base` is the graph of the base, where there is one.
  var graph: WorkspaceGraph
  var base: WorkspaceGraph?
  /// Returns true for a module that was asked about; nil means all modules.
  var isWanted: ((ModuleID) -> Bool)?
  /// Returns the files of a module at the head.
  var files: (ModuleNode) throws(Failure) -> [RelativePath] = { _ in [] }
  var warnings: [Warning] = []
  /// The reached modules below which no interface changed; nil where nobody asked.
  var rebuilt: Set<ModuleID>?

  func report(on affected: AffectedReport) throws(Failure) -> OwnersReport {
    let modules = affected.selection.modules
    let owners = Dictionary(uniqueKeysWithValues: modules.map { ($0.id, self.owners(of: $0.id, in: graph)) })
    let deleted = affected.selection.deleted.filter { isWanted?($0) ?? true }.map { id in
      OwnersReport.Deleted(module: id, owners: base.map { self.owners(of: id, in: $0) } ?? [])
    }
    var changed = Gathering()
    for module in modules where module.isChanged { changed.add(module.id, of: owners[module.id] ?? []) }
    for module in deleted { changed.add(module.module, of: module.owners) }
    for change in affected.selection.changes where counts(change) {
      changed.add(change.path, of: fileOwners(of: change, deleted))
    }
    var reached = Gathering()
    var merelyRebuilt = Gathering()
    let unchanged = modules.filter { !$0.isChanged }
    let rebuiltModules = unchanged.filter { !$0.isDirect && rebuilt?.contains($0.id) ?? false }
    let rebuiltIDs = Set(rebuiltModules.map(\.id))
    let reachedModules = unchanged.filter { !rebuiltIDs.contains($0.id) }
    for module in rebuiltModules { merelyRebuilt.add(module.id, of: owners[module.id] ?? []) }
    for module in reachedModules { reached.add(module.id, of: owners[module.id] ?? []) }
    let direct = modules.filter(\.isChanged).map(\.id)
    let uncalled = rebuilt.map { _ in
      groups(merelyRebuilt, paths: paths(rebuiltModules, owners)).filter {
        !changed.has($0.id) && !reached.has($0.id)
      }
    }
    return OwnersReport(
      revisions: affected.revisions, rules: rules, changed: groups(changed, paths: [:]),
      reached: groups(reached, paths: paths(reachedModules, owners)).filter { !changed.has($0.id) },
      rebuilt: uncalled, isByName: affected.isByName, shared: shared(direct, owners),
      mixed: try mixed(direct), deleted: deleted,
      unowned: modules.map(\.id).filter { owners[$0]?.isEmpty ?? true }, owners: owners,
      fallback: affected.fallback, warnings: affected.warnings + warnings)
  }

  private func owners(of module: ModuleID, in graph: WorkspaceGraph) -> [String] {
    graph.index(of: module).map { resolver.owners(of: graph.modules[$0]).owners } ?? []
  }

  /// The owners of a changed file. For a file that describes targets, these are the owners of targets whose description
  /// changed. Owners whom a rule names for such files count too. If there are none, the owners of the path count. In a
  /// submodule they are those of the submodule's path.
  private func fileOwners(of change: Selection.Change, _ deleted: [OwnersReport.Deleted]) -> [String] {
    let byPath =
      (change.file.submodule.map { resolver.owners(ofSubmodule: $0, modules: change.modules) }
      ?? resolver.owners(ofPath: change.path, modules: change.modules)).owners
    guard change.pathClass == .project else { return byPath }
    let touched = change.modules.filter { isWanted?($0) ?? true }.flatMap { owners(of: $0, in: graph) }
    let gone = deleted.filter { described(by: change.path, $0.module) }.flatMap(\.owners)
    let all = Set(touched + gone + resolver.owners(namedFor: change.path))
    return all.isEmpty ? byPath : all.sorted()
  }

  /// True when a file described a module of the base.
  private func described(by file: RelativePath, _ module: ModuleID) -> Bool {
    guard let base, let index = base.index(of: module) else { return false }
    return base.modules[index].parts.contains { $0.file == file }
  }

  /// True for every file, unless only some modules were asked about: then only their files count.
  private func counts(_ change: Selection.Change) -> Bool {
    guard let isWanted else { return true }
    return change.modules.contains(where: isWanted)
  }
}

extension Selection.Module {
  /// True when the module's own code or description changed. A pin, a setting or an unowned file affects modules
  /// directly too. It is no change to their owners' code.
  fileprivate var isChanged: Bool {
    guard isDirect, let cause = reason.last else { return false }
    switch (cause.kind, cause.subject) {
    case (.source, _), (.manifest, _), (.all, _): return true
    // A file that describes the module is part of the module, wherever the file is.
    case (.scheme, _), (.plan, _), (.xcconfig, _), (.pin, _): return true
    case (.global, _): return false
    case (_, .path(let path)): return path.isInside(id.package)
    default: return true
    }
  }
}

// MARK: Groups

extension OwnersBuilder {
  /// The modules and files of each owner.
  private struct Gathering {
    private(set) var modules: [String: [ModuleID]] = [:]
    private(set) var files: [String: [RelativePath]] = [:]

    mutating func add(_ module: ModuleID, of owners: [String]) {
      for owner in owners { modules[owner, default: []].append(module) }
    }

    mutating func add(_ file: RelativePath, of owners: [String]) {
      for owner in owners { files[owner, default: []].append(file) }
    }

    var owners: [String] { Set(modules.keys).union(files.keys).sorted() }

    func has(_ owner: String) -> Bool { modules[owner] != nil || files[owner] != nil }
  }

  private func groups(
    _ gathering: Gathering, paths: [String: OwnersReport.DependencyPath]
  ) -> [OwnersReport.Group] {
    gathering.owners.map { owner in
      let team = teams[owner]
      return OwnersReport.Group(
        id: owner, name: team?.name, contact: team?.contact, handles: team?.handles ?? [owner],
        modules: gathering.modules[owner]?.sorted() ?? [], files: gathering.files[owner]?.sorted() ?? [],
        path: paths[owner])
    }
  }

  /// The shortest path from each team to the change. Among equally short paths the first by name wins.
  private func paths(
    _ modules: [Selection.Module], _ owners: [ModuleID: [String]]
  ) -> [String: OwnersReport.DependencyPath] {
    var nearest: [String: Selection.Module] = [:]
    for module in modules {
      for owner in owners[module.id] ?? [] where module.distance < nearest[owner]?.distance ?? .max {
        nearest[owner] = module
      }
    }
    return nearest.mapValues { module in
      let steps = module.reason.compactMap { reason in
        if case .module(let id) = reason.subject { id } else { nil }
      }
      return OwnersReport.DependencyPath(modules: [module.id] + steps, reason: module.reason)
    }
  }
}

// MARK: Single modules

extension OwnersBuilder {
  /// The changed modules that other teams depend on. A team knows of its own dependents, so these do not count.
  private func shared(_ direct: [ModuleID], _ known: [ModuleID: [String]]) -> [OwnersReport.Shared] {
    let wanted = Set(direct.compactMap(graph.index(of:)))
    guard !wanted.isEmpty else { return [] }
    var dependents: [ModuleIndex: [ModuleID]] = [:]
    for module in graph.listedModules {
      for edge in module.edges where wanted.contains(edge.target) {
        dependents[edge.target, default: []].append(module.id)
      }
    }
    return wanted.sorted().compactMap { index in
      let module = graph.modules[index].id
      let owners = known[module] ?? []
      let others = (dependents[index] ?? []).map { dependent in
        Set(known[dependent] ?? self.owners(of: dependent, in: graph)).subtracting(owners)
      }.filter { !$0.isEmpty }
      let teams = others.reduce(into: Set()) { $0.formUnion($1) }
      guard !teams.isEmpty else { return nil }
      return OwnersReport.Shared(
        module: module, owners: owners, teams: teams.sorted(), dependents: others.count)
    }
  }

  private func mixed(_ direct: [ModuleID]) throws(Failure) -> [OwnersReport.Mixed] {
    try direct.map { id throws(Failure) in
      guard let index = graph.index(of: id) else { return nil }
      let shares = resolver.shares(ofModule: id, files: try files(graph.modules[index]))
      return shares.isMixed ? OwnersReport.Mixed(module: id, shares: shares) : nil
    }.compactMap(\.self)
  }
}
