import Base
import Store

/// A value of one workspace that many machines add to: one record in each namespace of the remote cache.
struct SharedRecord<Value: ByteCodable> {
  /// Some servers refuse messages of 4 MB. A longer value is not shared.
  private static var longest: Int { 2 << 20 }

  private let remote: RemoteCache
  private let name: String
  private let form: SealedForm
  private let key: SHA256Digest

  /// Workspaces are told apart by their name and by where they lie in their repository.
  init(_ name: String, version: Int, _ remote: RemoteCache, workspace: String?, folder: RelativePath) {
    self.remote = remote
    self.name = name
    form = SealedForm(name, version: version)
    key = SHA256.digest(ofValues: name, version, workspace ?? "", folder.description)
  }

  enum Answer {
    case value(Value)
    case nothing
    /// The answer did not come. Nobody may write over what is there.
    case unknown
  }

  /// From each namespace that may be read, this run's own first.
  func read() -> [(namespace: Namespace, answer: Answer)] {
    remote.ask(key).map { ($0.namespace, answer($0.answer)) }
  }

  /// From the namespace that this run writes to.
  func readOwn() -> Answer { answer(remote.ask(key, in: remote.policy.namespaces.own)) }

  /// Puts it into the namespace that this run writes to, in place of what is there.
  func send(_ value: Value) {
    let bytes = form.seal(value, for: key)
    guard remote.policy.writes, bytes.count <= Self.longest else { return }
    if remote.local.setRecord(ActionResult(file: name, bytes), for: key) { remote.send(key) }
  }

  private func answer(_ answer: RemoteCache.Answer) -> Answer {
    switch answer {
    case .unknown: return .unknown
    case .nothing: return .nothing
    case .record(let result):
      return form.value(in: result.file(name)?.contents, for: key).map { .value($0) } ?? .nothing
    }
  }
}

/// Durations of test modules from other machines, for machines without a history.
/// They decide no result, only the order of tests and their split into shards.
struct SharedDurations {
  /// Milliseconds are enough.
  private let record: SharedRecord<[ModuleID: Int]>

  init(_ remote: RemoteCache, workspace name: String?, folder: RelativePath) {
    record = SharedRecord("ambit-durations", version: 1, remote, workspace: name, folder: folder)
  }

  func read() -> [ModuleID: Double] {
    record.read().reduce(into: [:]) { known, found in
      guard case .value(let list) = found.answer else { return }
      known.merge(list.mapValues { Double(max($0, 0)) / 1000 }) { own, _ in own }
    }
  }

  func send(_ seconds: [ModuleID: Double]) {
    let list = seconds.filter { $0.value.isFinite && $0.value < 1_000_000 }.mapValues { Int($0 * 1000) }
    if !list.isEmpty { record.send(list) }
  }
}
