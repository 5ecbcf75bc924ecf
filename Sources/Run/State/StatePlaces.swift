import Cache
import Remote
import Runner

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
