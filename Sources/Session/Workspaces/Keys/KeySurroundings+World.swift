package import Base
package import Graph
import Runner
import SwiftSources

extension KeySurroundings {
  /// The part of all keys that is the same for every module of a run.
  /// Limits and the number of jobs are left out, since they do not change results. `docs/cache-key.md` lists all that
  /// is left out.
  init(
    _ settings: BuildSettings, _ environment: RunEnvironment, toolchain: Toolchain, platforms: Set<String>?,
    variables: [String: String]
  ) {
    self.init(
      toolchain: toolchain.identity, host: .ofThisMachine(), platforms: platforms, build: settings,
      environment: environment.keyed,
      testEnvironment: environment.sameEverywhere, variables: variables)
  }
}

extension RunEnvironment {
  /// The fixed variables that tests see, without paths of this machine.
  package var sameEverywhere: [String: String] {
    tests.filter { name, _ in ["LANG", "TZ"].contains(name) && keyed[name] == nil }
  }
}

extension KeyPreparation {
  /// Prepares keys for one revision. `config` is the configuration of that revision.
  package init(
    _ pipeline: SelectionPipeline, _ tree: any FileTree, _ graph: WorkspaceGraph, _ config: WorkspaceConfig,
    _ settings: BuildSettings, platform: String
  ) {
    let world = pipeline.world
    let environment = RunEnvironment.of(config, toolchain: pipeline.toolchain, world.environment)
    self.init(
      location: pipeline.workspace.location, tree: tree, graph: graph, config: config,
      surroundings: KeySurroundings(
        settings, environment, toolchain: pipeline.toolchain, platforms: [platform.lowercased()],
        variables: world.environment),
      environment: environment, cacheFolder: world.cacheFolder,
      footprints: pipeline.workspace.footprints)
  }
}

extension [String: String] {
  /// Drops Git's variables of a running hook, which do not apply to other clones.
  package var withoutRepository: [String: String] {
    filter { !$0.key.hasPrefix("GIT_") || $0.key.hasPrefix("GIT_CONFIG") }
  }
}
