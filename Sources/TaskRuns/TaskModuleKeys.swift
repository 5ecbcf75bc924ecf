import Config
import ContentKeys
import Digests
import Edge
import GitBridge
import ModuleGraph
import ModuleMap
import Names
import Platform
import Support
import Tasks
import Workspaces

/// What instances read that do not say it: all that the keys of their modules hold. What tasks make is no part of that, and
/// looked at on the disk, since it comes to be while tasks run.
struct TaskModuleKeys: Sendable {
  struct Obstacle: Error {
    let message: String
  }

  private let keys: ModuleKeys
  private let disk: DiskFiles
  private let folder: RelativePath
  private let paths: [RelativePath]
  private let stamps: [FileStamp?]
  private let moves: FolderMoves
  /// By package, what is in the keys of its modules.
  private let reach: [RelativePath: Reach]
  /// Where files count; nil where those of other packages never do.
  private let farMap: ModuleMap?
  /// Made when it is asked for first.
  private let holders = Guarded<FileHolders?>(nil)

  /// nil where all of these say what they read.
  init?(
    of instances: [TaskInstance], among all: TaskInstances, _ pipeline: SelectionPipeline,
    _ outcome: SelectionPipeline.Outcome
  ) throws(Failure) {
    let silent = instances.filter { $0.inputs == nil }
    guard !silent.isEmpty, let tree = pipeline.workspace.head.tree as? WorkingTree else { return nil }
    pipeline.world.progressLine.begin("Computing keys")
    keys = try Self.keys(of: silent, among: all, pipeline, outcome)
    folder = pipeline.workspace.location.folderInRepository
    disk = DiskFiles(of: tree, known: StatCache())
    paths = keys.paths
    moves = FolderMoves(
      of: paths.map(\.parent), root: pipeline.workspace.location.root,
      outermost: pipeline.workspace.location.repositoryRoot)
    stamps = disk.stamps(of: paths.map(folder.appending))
    // Without outputs nobody asks.
    let isAsked = !all.all.allSatisfy(\.outputs.isEmpty)
    reach = isAsked ? Self.reach(of: silent, in: outcome.graph) : [:]
    let readsFar = isAsked && Self.readsFar(outcome.config, outcome.graph)
    farMap =
      readsFar
      ? ModuleMap(
        graph: outcome.graph,
        rules: PathRules(config: outcome.config, location: pipeline.workspace.location, graph: outcome.graph))
      : nil
  }

  private struct Reach {
    let packages: Set<RelativePath>
    let modules: Set<ModuleIndex>
    let indices: Set<PackageIndex>
  }

  /// Whether anything says that files of packages count that a module is not built upon.
  private static func readsFar(_ config: WorkspaceConfig, _ graph: WorkspaceGraph) -> Bool {
    config.inputs.unowned == .all || config.inputs.global != InputsConfig.defaultGlobal
      || config.modules.contains { !$0.settings.inputs.isEmpty }
      || graph.packages.contains { !$0.links.isEmpty }
      || graph.modules.contains { module in
        module.layout.inputs.contains { !$0.isInside(graph.packages[module.package].folder) }
      }
  }

  private static func keys(
    of silent: [TaskInstance], among all: TaskInstances, _ pipeline: SelectionPipeline,
    _ outcome: SelectionPipeline.Outcome
  ) throws(Failure) -> ModuleKeys {
    var preparation = KeyPreparation(
      pipeline, pipeline.workspace.head.tree, outcome.graph, outcome.config, pipeline.settings,
      platform: HostPlatform.name)
    let made = MadePlaces(all)
    if !made.isEmpty { preparation.isLeftOut = { made.covers($0) } }
    return try preparation.keys(of: Set(silent.flatMap(\.modules)).sorted())
  }

  private static func reach(
    of instances: [TaskInstance], in graph: WorkspaceGraph
  ) -> [RelativePath: Reach] {
    var reach: [RelativePath: Reach] = [:]
    for package in Set(instances.map(\.folder)) {
      guard let index = graph.package(at: package) else { continue }
      let needed = graph.modules(neededBy: Array(graph.packages[index].modules))
      let modules = Set(needed.nodes)
      reach[package] = Reach(
        packages: Set(modules.map { graph.modules[$0].id.package }).union([package]), modules: modules,
        indices: Set(modules.map { graph.modules[$0].package }).union([index]))
    }
    return reach
  }

  func keys(of instance: TaskInstance) -> Result<[ModuleID: SHA256Digest], Obstacle> {
    var found: [ModuleID: SHA256Digest] = [:]
    for module in instance.modules {
      guard let key = keys.key(of: module) else {
        return .failure(Obstacle(message: "\(module) has no key"))
      }
      if let obstacle = key.obstacle { return .failure(Obstacle(message: obstacle.message)) }
      found[module] = key.digest
    }
    // A package without modules has no keys, and so nothing that says what it reads.
    return found.isEmpty
      ? .failure(Obstacle(message: "its package has no modules; declare its \"inputs\"")) : .success(found)
  }

  /// What others make in the packages that this one is built from, and at the workspace's root.
  func otherOutputs(for instance: TaskInstance, in all: TaskInstances) -> [PlacedPattern] {
    outputs(of: all, but: instance, areNear: true)
  }

  /// What they make elsewhere, of which only what `counts` is in the keys of its modules.
  func farOutputs(for instance: TaskInstance, in all: TaskInstances) -> [PlacedPattern] {
    farMap == nil ? [] : outputs(of: all, but: instance, areNear: false)
  }

  private func outputs(
    of all: TaskInstances, but instance: TaskInstance, areNear: Bool
  ) -> [PlacedPattern] {
    let near = reach[instance.folder]?.packages ?? [instance.folder]
    return all.all.filter { $0.id != instance.id }.flatMap { other in
      other.outputs.filter { (near.contains(other.folder) || $0.isOfRoot) == areNear }
    }
  }

  func counts(_ path: RelativePath, for instance: TaskInstance) -> Bool {
    guard let farMap, let reach = reach[instance.folder] else { return false }
    let placement = farMap.place(path)
    if placement.modules.contains(where: { reach.modules.contains($0.module) }) { return true }
    switch placement.scope {
    case .nothing: return false
    case .everything: return true
    case .packages(let packages): return packages.contains(where: reach.indices.contains)
    }
  }

  /// Whether the keys of an instance's modules hold a file, or that there is a folder.
  func holds(for instance: TaskInstance) -> (RelativePath) -> Bool {
    let holders = holders.with { known in
      let made = known ?? FileHolders(keys)
      known = made
      return made
    }
    let views = instance.modules.compactMap(holders.view)
    return { path in views.contains { $0.hold(path) != .none } }
  }

  /// Those of these instances whose modules are, or were in between, not what they were keyed on.
  func changed(
    _ instances: [TaskInstance], among all: TaskInstances, _ pipeline: SelectionPipeline,
    _ outcome: SelectionPipeline.Outcome
  ) throws(Failure) -> Set<TaskID> {
    let now = try Self.keys(of: instances, among: all, pipeline, outcome)
    let after = disk.stamps(of: paths.map(folder.appending))
    let written = Set(zip(paths, zip(stamps, after)).filter { $0.1.0 != $0.1.1 }.map(\.0))
    let moved = moves.look()
    let touched = keys.modules(reading: written.union(paths.filter { moved.contain($0) }))
    return Set(
      instances.filter { instance in
        instance.modules.contains {
          touched.contains($0) || keys.key(of: $0)?.digest != now.key(of: $0)?.digest
        }
      }.map(\.id))
  }
}

/// Where tasks put what they make, by where that begins.
private struct MadePlaces: Sendable {
  private let patterns: [RelativePath: [PlacedPattern]]

  init(_ instances: TaskInstances) {
    patterns = Dictionary(grouping: instances.all.flatMap(\.outputs), by: \.start)
  }

  var isEmpty: Bool { patterns.isEmpty }

  func covers(_ path: RelativePath) -> Bool {
    path.withAncestors.contains { start in patterns[start]?.contains { $0.covers(path) } ?? false }
  }
}
