import Workspace

/// What modules are made of, by what their manifests say.
struct ModuleClosures {
  private let modules: [ModuleID: PlannedModule]

  init(_ packages: [PlannedPackage]) {
    let pairs = packages.flatMap(\.modules).map { ($0.id, $0) }
    modules = Dictionary(pairs) { first, _ in first }
  }

  /// `roots` and all they need.
  func of(_ roots: [ModuleID]) -> Set<ModuleID> {
    var found = Set(roots)
    var pending = roots
    while let next = pending.popLast() {
      for need in modules[next]?.needs ?? [] where found.insert(need).inserted { pending.append(need) }
    }
    return found
  }

  /// The executables that `root` runs, or that something it is made of does, and so on.
  func tools(of root: ModuleID) -> Set<ModuleID> {
    var found: Set<ModuleID> = []
    var pending = [root]
    while let next = pending.popLast() {
      for tool in of([next]).flatMap({ modules[$0]?.runs ?? [] }) where found.insert(tool).inserted {
        pending.append(tool)
      }
    }
    return found
  }

  /// Why this machine cannot build all of `ids`, named after the first that it cannot.
  func excuse(among ids: Set<ModuleID>) -> String? {
    let culprits = ids.filter { modules[$0]?.excuse != nil }
    guard let first = culprits.min(), let reason = modules[first]?.excuse else { return nil }
    return "\(first) \(reason)"
  }
}
