import Base
import GitBridge
import Graph
package import Runner
import Store
import SwiftSources

extension BuildStates {
  /// nil where there is no cache, or no commit yet.
  ///
  /// `groups` are those whose states other machines are asked for.
  package static func open(
    _ preparation: RunPreparation, sharing groups: [BuildGroup] = []
  ) throws(Failure) -> BuildStates? {
    let workspace = try preparation.pipeline.workspace.ofWorkingTree(preparation.world)
    guard let tree = workspace.head.tree as? WorkingTree, let head = workspace.head.commit,
      let store = preparation.store
    else { return nil }
    let world = preparation.world
    let lines = StateLines(
      workspace: workspace.location.root, swift: preparation.toolchain.swift,
      surroundings: KeyPreparation(preparation, tree).surroundings)
    return BuildStates(
      store: BuildStateStore(store, jobs: world.processors) { [remote = preparation.remote] result in
        remote?.believes(result) ?? !result.isFromElsewhere
      },
      lines: lines,
      repository: workspace.repository, head: head,
      ancestors: NearestCommits(workspace.repository, from: head, limit: furthestAncestor),
      files: StateFiles(tree: tree, location: workspace.location, graph: preparation.outcome.graph),
      scratchRoot: preparation.scratchRoot,
      jobs: world.processors, stages: world.progressLine,
      shared: groups.isEmpty
        ? nil : preparation.remote.map { SharedStates(groups.map { lines.line(of: $0) }, $0, store) },
      places: StatePlaces(store: store, remote: preparation.remote, lines: lines))
  }
}

extension RunPreparation {
  /// The lookup of results reports a store that cannot be opened.
  fileprivate var store: LocalStore? {
    (try? LocalStore.open(for: outcome.config, head: head, world)) ?? nil
  }
}
