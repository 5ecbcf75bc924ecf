import Support
import Workspace

/// What SwiftPM has before it when one package is the sole root.
struct PackageClosure {
  enum Node: Hashable {
    case workspace(RelativePath)
    case external(String)
  }

  /// By identity; nil when two packages share one, or something about them is not known.
  private(set) var identities: [String: Node]? = [:]
  /// Which traits are on, by package; of packages outside the workspace, those that are asked for.
  private(set) var traits: [Node: Set<String>] = [:]
  /// The packages of the workspace, the root first.
  private(set) var packages: [PlannedPackage] = []

  init(
    of root: RelativePath, in workspace: [RelativePath: PlannedPackage], requested: RequestedTraits
  ) {
    enable(requested.enabled(in: workspace[root]?.traits ?? []), of: .workspace(root), in: workspace)
    // Enabling a trait may switch on others further down, so until nothing changes any more.
    var pending = [root]
    var seen: Set<RelativePath> = [root]
    var listed: Set<RelativePath> = []
    while let folder = pending.popLast() {
      guard let package = workspace[folder] else { continue }
      if listed.insert(folder).inserted {
        packages.append(package)
        note(package.identity, .workspace(folder))
      }
      seen.remove(folder)
      for dependency in package.dependencies {
        guard let node = node(of: dependency.target, workspace) else { continue }
        let isNew = traits[node] == nil
        let hasMore = enable(wanted(dependency, of: folder), of: node, in: workspace)
        guard isNew || hasMore, case .workspace(let next) = node else { continue }
        if seen.insert(next).inserted { pending.append(next) }
      }
    }
  }

  var externals: [String] {
    traits.keys.compactMap { if case .external(let identity) = $0 { identity } else { nil } }
  }

  private mutating func node(
    of target: PlannedPackage.Target, _ workspace: [RelativePath: PlannedPackage]
  ) -> Node? {
    switch target {
    case .workspace(let folder) where workspace[folder] != nil: return .workspace(folder)
    case .external(let identity):
      note(identity, .external(identity))
      return .external(identity)
    case .workspace, .unknown:
      identities = nil
      return nil
    }
  }

  private mutating func note(_ identity: String, _ node: Node) {
    if let known = identities?[identity], known != node { identities = nil }
    identities?[identity] = node
  }

  private func wanted(_ dependency: PlannedPackage.Dependency, of folder: RelativePath) -> Set<String> {
    let on = traits[.workspace(folder)] ?? []
    return Set(
      dependency.traits.filter { $0.condition.isEmpty || !on.isDisjoint(with: $0.condition) }.map(\.name))
  }

  /// Switches traits on, with those they switch on in turn; returns whether any is new.
  @discardableResult
  private mutating func enable(
    _ names: Set<String>, of node: Node, in workspace: [RelativePath: PlannedPackage]
  ) -> Bool {
    var known: [TraitDescription] = []
    if case .workspace(let folder) = node { known = workspace[folder]?.traits ?? [] }
    var on = traits[node] ?? []
    let before = on.count
    var pending = Array(names)
    while let name = pending.popLast() {
      guard on.insert(name).inserted else { continue }
      pending += known.first { $0.name == name }?.enabledTraits ?? []
    }
    traits[node] = on
    return on.count > before
  }
}
