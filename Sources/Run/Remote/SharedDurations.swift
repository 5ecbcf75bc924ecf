import Names
import Remote
import Support

/// The durations of test modules elsewhere, for machines that have no history of their own. Decides no result, only what is
/// started first and who gets what.
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
