import Arguments
import Platform
import Support
import Workspaces

extension KeyPreparation {
  /// For what a run is about, with the files as `tree` has them.
  init(_ run: RunPreparation, _ tree: any FileTree) {
    self.init(
      run.pipeline, tree, run.outcome.graph, run.outcome.config, run.pipeline.settings,
      platform: run.options.selection.platform ?? HostPlatform.name)
  }
}
