import Base
import Store

/// Durations of test modules from other machines, for machines without a history.
/// They decide no result, only the order of tests and their split into shards.
struct SharedDurations {
  private static let listName = "ambit-durations"
  private static let form = SealedForm("ambit-durations", version: 1)

  private let remote: RemoteCache
  private let key: SHA256Digest

  /// The key holds the workspace's name and its folder in the repository.
  init(_ remote: RemoteCache, workspace name: String?, folder: RelativePath) {
    self.remote = remote
    var writer = ByteWriter()
    writer.values(Self.listName, name ?? "", folder.description)
    key = SHA256.digest(of: writer.bytes)
  }

  /// Returns the seconds of each module.
  func read() -> [ModuleID: Double] {
    let lists = (remote.records([key])[key] ?? []).compactMap { result -> [ModuleID: Int]? in
      result.outputFiles.first { $0.path == Self.listName }.flatMap {
        Self.form.value(in: $0.contents, for: key)
      }
    }
    return lists.reduce(into: [:]) { known, list in
      for (module, milliseconds) in list where known[module] == nil {
        known[module] = Double(max(milliseconds, 0)) / 1000
      }
    }
  }

  func send(_ seconds: [ModuleID: Double], by store: LocalStore) {
    let list = seconds.filter { $0.value.isFinite && $0.value < 1_000_000 }.mapValues { Int($0 * 1000) }
    guard !list.isEmpty else { return }
    var result = ActionResult()
    result.outputFiles = [.init(path: Self.listName, contents: Self.form.seal(list, for: key))]
    if store.setRecord(result, for: key) { remote.send(key) }
  }
}
