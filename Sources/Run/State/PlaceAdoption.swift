import Arguments
import Config
import Edge
import Platform
import Runner
import Workspaces

/// A workspace in which nothing was built yet starts from what was built of the same history in another working folder: a
/// worktree of the same clone, or the last checkout of a CI host.
struct PlaceAdoption {
  let preparation: RunPreparation
  let plan: RunPlan
  let place: RevisionRun
  let console: CommandOutput

  /// Begins the program anew at that place, if there is one and the system allows it.
  func adopt() throws(Failure) {
    let location = preparation.pipeline.workspace.location
    guard let change = PlaceChange(preparation.world), isWanted,
      ScratchPlace.isEmpty(inWorkspace: location.root),
      ScratchPlace.noted(inWorkspace: location.root).map({ $0 == location.root }) ?? true,
      let states = try BuildStates.open(preparation, sharing: plan.groups),
      // What lies beside the repository is another thing at another place.
      states.files.stayInRepository, !plan.groups.contains(where: { states.hasNearest(to: $0) }),
      let former = states.nearestPlace(to: plan.groups)
    else { return }
    guard let placement = change.placement(of: location, at: former), change.rules.allow(placement) else {
      return
    }
    if let obstacle = OwnMounts.obstacle() { return change.say(obstacle, console) }
    try Failure.wrapping { try ScratchPlace.note(former, inWorkspace: location.root) }
    change.say(change.begin(placement).words, console)
  }

  private var isWanted: Bool {
    let selection = preparation.options.selection
    // What was read from the standard input cannot be read again.
    let hasReadInput = selection.change == .filesFromInput || selection.moduleList == "-"
    return preparation.keepsState(of: plan, in: place) && preparation.world.placing == nil && !hasReadInput
  }
}
