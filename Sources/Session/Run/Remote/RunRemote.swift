package import Arguments
package import Base
import GitBridge
import Graph
import Reports
package import Store

/// The remote cache of a run, opened before anything is selected.
struct RunRemote {
  /// nil: there is none, or the run is to do without.
  let cache: RemoteCache?
  let footprints: SharedFootprints?
  /// About what the run does without.
  let doubts: [Warning]

  /// `session` knows afterwards what other machines saw as well: that decides what is selected, and what keys hold.
  static func open(for options: RunOptions, _ session: inout Session) throws(Failure) -> RunRemote {
    let (workspace, world) = (session.workspace, session.world)
    let (cache, doubts) = try RemoteCache.open(for: options, in: workspace, world)
    let footprints = cache.map { cache in
      world.progressLine.begin("Asking the remote cache")
      return SharedFootprints(
        cache, workspace: workspace.config.name, folder: workspace.location.folderInRepository)
    }
    if let footprints {
      session = session.knowing(
        footprints.adopt(into: workspace.footprints, keptIn: workspace.footprintStore(world)))
    }
    return RunRemote(cache: cache, footprints: footprints, doubts: doubts)
  }
}

extension Session {
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

extension RemoteCache {
  /// The remote cache of a run that looks something up or keeps something.
  package static func open(
    for options: RunOptions = RunOptions(), in workspace: OpenWorkspace, _ world: World
  ) throws(Failure) -> (cache: RemoteCache?, warnings: [Warning]) {
    let head = workspace.head.commit?.description
    guard !(options.noCache && options.noState), options.filter == nil,
      // Where there is no store it is told of where results are looked up.
      let store = (try? LocalStore.open(for: workspace.config, head: head, world)) ?? nil
    else { return (nil, []) }
    return try open(
      workspace.config, store, world, repository: workspace.repository.workingFolder, head: head)
  }
}

extension RunPreparation {
  /// The commit that is run, or that the working tree is based on.
  var head: String? { outcome.report.revisions.head.commit }

  /// nil where no other machine can be asked.
  var sharedDurations: SharedDurations? {
    remote.map {
      SharedDurations(
        $0, workspace: outcome.config.name, folder: session.workspace.location.folderInRepository)
    }
  }

  /// Sends the known durations of modules.
  func sendDurations(_ durations: [ModuleID: Double]) {
    guard let remote, remote.policy.writes else { return }
    let modules = Set(outcome.graph.listedModules.map(\.id))
    sharedDurations?.send(durations.filter { modules.contains($0.key) })
  }

  /// Sends what this machine learned of what modules look at.
  func sendFootprints() {
    guard let remote, remote.policy.writes else { return }
    sharedFootprints?.send(from: session.workspace.footprintStore(world)) {
      outcome.graph.index(of: $0) != nil
    }
  }

  /// Waits for open uploads, and returns warnings about the remote cache.
  func finishRemote() -> [Warning] { remote?.finish(world) ?? [] }
}

extension RemoteCache {
  /// Waits for open uploads, and returns warnings about the remote cache.
  package func finish(_ world: World) -> [Warning] {
    world.progressLine.begin("Sending to the remote cache")
    finish(within: ProcessSupervisor.shared.isStopped ? .zero : world.cachePatience)
    return problems
  }
}

extension World {
  /// The longest time that a run waits for uploads at its end.
  fileprivate var cachePatience: Duration {
    let said = environment["AMBIT_CACHE_WAIT"].flatMap { Int($0) }
    return .seconds(said.map { min(max($0, 0), 86_400) } ?? 60)
  }
}
