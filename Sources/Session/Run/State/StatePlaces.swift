import Arguments
import Base
import Graph
import Runner
import Store

/// The places that states were built at which differ in nothing else: worktrees of one clone, checkouts of a CI host.
struct StatePlaces {
  private static let places = RecordedList(name: "ambit-state-places", most: 16)

  let store: LocalStore
  let remote: RemoteCache?
  let lines: StateLines

  /// The latest first, without this one.
  func others(for group: BuildGroup) -> [String] {
    let key = Self.places.key(lines.kin(of: group))
    let shared = remote?.records([key])[key] ?? []
    var result: [String] = []
    for place in known(group) + shared.flatMap({ Self.places.values(in: $0, for: key) })
    where place != lines.workspace && !result.contains(place) { result.append(place) }
    return result
  }

  /// Remembers that a state of this place was kept, beside what other machines remember.
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
