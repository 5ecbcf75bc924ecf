import Base
import GitBridge
import Graph
import Runner
import Session
import SwiftSources

/// Collects the facts about the modules of one revision.
struct MetricsSource {
  let pipeline: SelectionPipeline
  let graph: WorkspaceGraph
  /// All files of the repository.
  let tree: any FileTree
  let config: WorkspaceConfig

  /// More commits would take too long. The newest tell most.
  private static let mostCommits = 5000

  private var workspace: OpenWorkspace { pipeline.workspace }
  private var folder: RelativePath { workspace.location.folderInRepository }

  func facts(
    upTo commit: CommitID?, days: Int
  ) throws(Failure) -> (Indexed<ModuleIndex, ModuleFacts>, RecentCommits?, [Warning]) {
    let (sources, unread) = try sources()
    let owners = workspace.knownOwners(config, in: tree)
    let tags = ModuleTags(graph, config)
    let (seconds, builds) = (seconds, buildSeconds)
    let changes = try commit.map { commit throws(Failure) in try self.changes(upTo: commit, days: days) }
    var facts = Indexed<ModuleIndex, ModuleFacts>(repeating: ModuleFacts(), count: graph.modules.count)
    for (index, module) in graph.modules.numbered where module.kind != .unknown {
      facts[index] = ModuleFacts(
        sources: sources[index], layers: config.layers(of: tags[index]),
        teams: owners.resolver.owners(of: module).owners, seconds: seconds[module.id],
        buildSeconds: builds[module.id],
        commits: changes.map { $0.byModule[index] ?? [] })
    }
    let warnings = owners.warnings + [owners.problemWarning].compactMap(\.self)
    return (facts, changes?.window, warnings + unread)
  }

  private func sources() throws(Failure) -> (Indexed<ModuleIndex, SourceFacts>, [Warning]) {
    pipeline.world.progressLine.begin("Counting lines")
    let scan = SourceScan(cacheFolder: pipeline.world.cacheFolder, jobs: pipeline.world.processors)
    let (facts, unread) = try scan.facts(of: graph, in: SubTree(of: tree, at: folder))
    let warnings = unread.prefix(1).map { path in
      Warning(
        code: "unread-source",
        message: "\"\(path)\" cannot be read and is not counted"
          + (unread.count > 1 ? ", nor are \(unread.count - 1) more" : ""))
    }
    return (facts, Array(warnings))
  }

  /// An unreadable history gives nothing. `ambit history` tells why.
  private var seconds: [ModuleID: Double] {
    guard let history = History.of(workspace.location, pipeline.world) else { return [:] }
    return (try? history.expectedSeconds()) ?? [:]
  }

  private var buildSeconds: [ModuleID: Double] {
    guard let history = History.of(workspace.location, pipeline.world) else { return [:] }
    return (try? history.compileSeconds()) ?? [:]
  }

  private func changes(
    upTo commit: CommitID, days: Int
  ) throws(Failure) -> (byModule: [ModuleIndex: [Int]], window: RecentCommits) {
    pipeline.world.progressLine.begin("Looking at commits")
    let map = ModuleMap(of: graph, config, at: workspace.location)
    var places: [RelativePath: [ModuleIndex]] = [:]
    var byModule: [ModuleIndex: [Int]] = [:]
    let window = try workspace.repository.recentCommits(upTo: commit, days: days, atMost: Self.mostCommits) {
      number, files in
      var modules: Set<ModuleIndex> = []
      for file in files {
        if let known = places[file] {
          modules.formUnion(known)
        } else {
          let found = map.place(file.seen(from: folder)).modules.filter { $0.role == .own }.map(\.module)
          places[file] = found
          modules.formUnion(found)
        }
      }
      for module in modules { byModule[module, default: []].append(number) }
    }
    return (byModule, window)
  }
}

extension WorkspaceConfig {
  /// Returns the layers by the rules, or by tags such as `layer:core` where there are no rules.
  fileprivate func layers(of tags: Set<String>) -> [String] {
    let prefix = "layer:"
    guard rules.layers.isEmpty else { return rules.layers.filter { tags.contains($0.tag) }.map(\.name) }
    return tags.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }.sorted()
  }
}
