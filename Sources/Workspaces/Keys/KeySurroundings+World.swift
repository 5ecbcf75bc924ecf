package import Config
package import ContentKeys
import Edge
import Manifests
package import ModuleGraph
import Platform
import Runner
package import Support

extension KeySurroundings {
  /// What of a run is the same for all of its modules. Limits, jobs and the like decide how soon an answer is
  /// there, not which one it is; `docs/cache-key.md` lists what is left out.
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
  /// The fixed variables that tests see, but for those that name places on this machine.
  package var sameEverywhere: [String: String] {
    tests.filter { name, _ in ["LANG", "TZ"].contains(name) && keyed[name] == nil }
  }
}

extension KeyPreparation {
  /// For one revision of what a pipeline looks at; `config` is that revision's.
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
  /// What a running hook is told of its repository is not about other clones.
  package var withoutRepository: [String: String] {
    filter { !$0.key.hasPrefix("GIT_") || $0.key.hasPrefix("GIT_CONFIG") }
  }
}
