import Config
import Edge
import Manifests
import ModuleGraph
import Runner
import Support
import Workspaces

extension ExternalPackages {
  /// Of a revision whose files are `tree`. Manifests see what they see in a build.
  init(
    usedIn graph: WorkspaceGraph, _ config: WorkspaceConfig, _ tree: any FileTree,
    _ pipeline: SelectionPipeline
  ) throws(Failure) {
    guard graph.modules.contains(where: { !$0.externalPackages.isEmpty }) else {
      self = .none
      return
    }
    let (world, toolchain) = (pipeline.world, pipeline.toolchain)
    let environment = RunEnvironment.of(config, toolchain: toolchain, world.environment).tests
    let evaluator = try world.evaluator(toolchain, environment)
    let pins = try Failure.wrapping { try ExternalPins(graph, config, tree) }
    let checkouts = ExternalCheckouts(
      of: graph, inWorkspace: pipeline.workspace.location.root, world.environment)
    var isStopped = false
    self.init(usedIn: graph, pins, checkouts, toolchain: toolchain.version) { sources in
      let evaluation = evaluator.evaluate(sources)
      isStopped = isStopped || evaluation.isStopped
      return evaluation.results
    }
    if isStopped { throw .stopped }
  }
}
