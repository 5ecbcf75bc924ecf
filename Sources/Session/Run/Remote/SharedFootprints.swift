import Base
import Store

/// The footprints of a workspace that other machines left in the remote cache, and those that this machine adds.
struct SharedFootprints {
  private let record: SharedRecord<Footprints>
  private let own: Namespace
  private let folder: RelativePath
  /// All that runs in the same namespace find; nil when an answer did not come.
  private let known: Footprints?
  private let found: [(namespace: Namespace, footprints: Footprints)]

  /// Asks the remote cache. The workspace of this name lies in `folder` of its repository.
  init(_ remote: RemoteCache, workspace name: String?, folder: RelativePath) {
    record = SharedRecord("ambit-footprints", version: 1, remote, workspace: name, folder: folder)
    own = remote.policy.namespaces.own
    self.folder = folder
    let answers = record.read()
    let isWhole = !answers.contains { if case .unknown = $0.answer { true } else { false } }
    found = answers.compactMap { namespace, answer in
      guard case .value(let footprints) = answer else { return nil }
      return (namespace, footprints.shared(from: folder))
    }
    known = isWhole ? found.reduce(Footprints()) { $0.union($1.footprints) } : nil
  }

  /// Keeps what others left beside what this machine has, and returns all of it.
  func adopt(into footprints: Footprints, keptIn store: FootprintStore) -> Footprints {
    found.reduce(footprints) { all, other in
      let adopted = all.adoptable(of: other.footprints)
      if !all.contains(adopted) { store.add(adopted, learnedIn: other.namespace.name) }
      return all.union(adopted)
    }
  }

  /// Sends what was learned in this run's own namespace, where others lack any of it. Nothing is written over what is there:
  /// others may have added to it since, and where the answer does not come nothing is sent.
  func send(from store: FootprintStore, of modules: (ModuleID) -> Bool) {
    let learned = Footprints(
      store.read(learnedIn: own.name).shared(from: folder).modules.filter { modules($0.key) })
    guard !learned.isEmpty, known?.contains(learned) != true else { return }
    switch record.readOwn() {
    case .unknown: return
    case .nothing: record.send(learned)
    case .value(let there): if !there.contains(learned) { record.send(there.union(learned)) }
    }
  }
}
