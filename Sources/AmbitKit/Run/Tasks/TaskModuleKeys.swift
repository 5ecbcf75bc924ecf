import Config
import ContentKeys
import Digests
import GitBridge
import ModuleGraph
import Names
import Platform
import Support
import Tasks

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
  /// The packages of which something is in the keys of each package's modules.
  private let reach: [RelativePath: Set<RelativePath>]
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
    stamps = disk.stamps(of: paths.map(folder.appending))
    // Without outputs nobody asks.
    reach = all.all.allSatisfy(\.outputs.isEmpty) ? [:] : Self.reach(of: silent, in: outcome.graph)
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
  ) -> [RelativePath: Set<RelativePath>] {
    var reach: [RelativePath: Set<RelativePath>] = [:]
    for package in Set(instances.map(\.folder)) {
      guard let index = graph.package(at: package) else { continue }
      let needed = graph.modules(neededBy: Array(graph.packages[index].modules))
      reach[package] = Set(needed.nodes.map { graph.modules[$0].id.package }).union([package])
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

  /// What others make of what this one may read.
  func otherOutputs(for instance: TaskInstance, in all: TaskInstances) -> [PlacedPattern] {
    let reach = reach[instance.folder] ?? [instance.folder]
    return all.all.filter { $0.id != instance.id }.flatMap { other in
      other.outputs.filter { reach.contains(other.folder) || $0.isOfRoot }
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
    let touched = keys.modules(reading: written)
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
