import Arguments
import Base
import Graph
import Runner
import Store

/// The paths at which a workspace was built with equal settings: worktrees of one clone, checkouts of a CI host.
struct StatePlaces {
  private static let places = RecordedList(name: "ambit-state-places", most: 16)

  let store: LocalStore
  let remote: RemoteCache?
  let lines: StateLines

  /// Returns the other paths, the latest first.
  func others(for group: BuildGroup) -> [String] {
    let key = Self.places.key(lines.kin(of: group))
    let shared = remote?.records([key])[key] ?? []
    var result: [String] = []
    for place in known(group) + shared.flatMap({ Self.places.values(in: $0, for: key) })
    where place != lines.workspace && !result.contains(place) { result.append(place) }
    return result
  }

  /// Adds this path to the list, beside the paths of other machines.
  func add(_ group: BuildGroup) {
    let key = Self.places.key(lines.kin(of: group))
    let isShared = remote?.hasSent(key) ?? true
    guard known(group).first != lines.workspace || !isShared else { return }
    let record = Self.places.record(of: lines.workspace, before: others(for: group), for: key)
    guard store.setRecord(record, for: key) else { return }
    remote?.send([key])
  }

  private func known(_ group: BuildGroup) -> [String] {
    let key = Self.places.key(lines.kin(of: group))
    return store.record(key).map { Self.places.values(in: $0, for: key) } ?? []
  }
}

/// Lets a new working folder start from build outputs of another folder with the same history.
/// Examples: a worktree of the same clone, or the last checkout of a CI host.
struct PlaceAdoption {
  let preparation: RunPreparation
  let plan: RunPlan
  let place: RevisionRun
  let console: CommandOutput

  /// Restarts the program at that path, if there is one and the system allows it.
  func adopt() throws(Failure) {
    let location = preparation.pipeline.workspace.location
    guard let change = PlaceChange(preparation.world), isWanted,
      ScratchPlace.isEmpty(inWorkspace: location.root),
      ScratchPlace.noted(inWorkspace: location.root).map({ $0 == location.root }) ?? true,
      let states = try BuildStates.open(preparation, sharing: plan.groups),
      // Packages beside the repository are others at another path.
      states.files.stayInRepository, !plan.groups.contains(where: { states.hasNearest(to: $0) }),
      let previous = states.nearestPlace(to: plan.groups)
    else { return }
    guard let placement = change.placement(of: location, at: previous), change.rules.allow(placement) else {
      return
    }
    if let obstacle = OwnMounts.obstacle() { return change.say(obstacle, console) }
    try Failure.wrapping { try ScratchPlace.note(previous, inWorkspace: location.root) }
    change.say(change.begin(placement).words, console)
  }

  private var isWanted: Bool {
    let selection = preparation.options.selection
    // Standard input cannot be read a second time.
    let hasReadInput = selection.change == .filesFromInput || selection.moduleList == "-"
    return preparation.keepsState(of: plan, in: place) && preparation.world.placing == nil && !hasReadInput
  }
}
