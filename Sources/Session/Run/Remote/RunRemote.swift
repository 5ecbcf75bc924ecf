import Arguments
package import Base
import Graph
import Reports
import Store

/// The remote cache of a run, opened before anything is selected.
struct RunRemote {
  /// nil: there is none, or the run is to do without.
  let cache: RemoteCache?
  let footprints: SharedFootprints?
  /// About what the run does without.
  let doubts: [Warning]

  /// `pipeline` knows afterwards what other machines saw as well: that decides what is selected, and what keys hold.
  static func open(for options: RunOptions, _ pipeline: inout SelectionPipeline) throws(Failure) -> RunRemote
  {
    let (workspace, world) = (pipeline.workspace, pipeline.world)
    let (cache, doubts) = try RemoteCache.open(for: options, in: workspace, world)
    let footprints = cache.map { cache in
      world.progressLine.begin("Asking the remote cache")
      return SharedFootprints(
        cache, workspace: workspace.config.name, folder: workspace.location.folderInRepository)
    }
    if let footprints {
      pipeline = pipeline.knowing(
        footprints.adopt(into: workspace.footprints, keptIn: workspace.footprintStore(world)))
    }
    return RunRemote(cache: cache, footprints: footprints, doubts: doubts)
  }
}

extension SelectionPipeline {
  /// Takes over what other machines saw, as a run does. A machine without their footprints would select less than they
  /// do. Without an answer the warnings say so.
  package mutating func askOtherMachines() -> [Warning] {
    do throws(Failure) {
      return try RunRemote.open(for: RunOptions(), &self).doubts
    } catch {
      return [Warning(code: error.code, message: error.message, hints: error.hints)]
    }
  }
}
