/// Finds changes by looking at all files again and again.
final class PollingSource: WatchSource {
  private let folders: WatchedFolders
  private var known: [[UInt8]: FileFacts] = [:]
  private(set) var count = 0
  private(set) var first: Set<Int> = []
  let failure: DiskError? = nil

  /// The shortest pause between two looks. A look takes at most a fifth of the time.
  private static let shortestPause = Duration.milliseconds(300)

  init(_ folders: WatchedFolders) {
    self.folders = folders
    known = look()
    first = Set(known.keys.map(\.hashValue))
  }

  func next(atMost limit: Duration) -> WatchedChange? {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while true {
      let start = clock.now
      let now = look()
      let changed = Set(now.filter { known[$0.key] != $0.value }.keys).union(
        known.keys.filter { now[$0] == nil })
      known = now
      if !changed.isEmpty { return .paths(changed) }
      let pause = min(max(Self.shortestPause, (clock.now - start) * 4), end - clock.now)
      guard pause > .zero else { return nil }
      Threads.pause(milliseconds: UInt32(clamping: Int64(pause / .milliseconds(1))))
    }
  }

  /// Reads the facts of files only. A folder changes only with its entries, which are looked at themselves.
  private func look() -> [[UInt8]: FileFacts] {
    var seen: [[UInt8]: FileFacts] = [:]
    count = 0
    folders.visit(from: folders.root) { _ in
      count += 1
      return true
    } found: { path in
      if let facts = FileFacts(of: path), facts.kind != .folder { seen[path] = facts }
    }
    return seen
  }
}
