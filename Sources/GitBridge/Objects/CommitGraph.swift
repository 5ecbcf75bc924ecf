import Base

/// The commit graph of this clone.
///
/// The library (1.5) does not know shallow clones: a walk fails where history was cut.
struct CommitGraph: Sendable {
  private let handle: GitHandle
  /// The commits whose parents were not fetched.
  private let boundary: Set<CommitID>

  init(handle: GitHandle, commonFolder: String) {
    self.handle = handle
    let bytes = Disk.contents(of: Array((commonFolder + "shallow").utf8)) ?? []
    boundary = Set(
      bytes.split(separator: UInt8(ascii: "\n")).compactMap {
        CommitID(String(decoding: $0, as: UTF8.self))
      })
  }

  var isShallow: Bool { !boundary.isEmpty }

  /// Returns nil when the clone lacks the commit.
  func commit(_ id: CommitID) throws(Failure) -> (time: Int, parents: [CommitID])? {
    guard let header = try handle.commit(id) else { return nil }
    return (header.time, boundary.contains(id) ? [] : header.parents)
  }

  func parents(of id: CommitID) throws(Failure) -> [CommitID] {
    guard let commit = try commit(id) else {
      throw Failure.git(.missingObject, "the commit \(id) is not in this clone")
    }
    return commit.parents
  }
}

/// Walks over a commit and its ancestors, the youngest first. Each ancestor follows at least one of its children.
struct AncestorWalk {
  private let history: CommitGraph
  private var waiting = YoungestFirst()
  private var seen: Set<CommitID> = []

  init(_ history: CommitGraph, from start: CommitID) throws(Failure) {
    self.history = history
    try wait(for: start)
  }

  mutating func next() throws(Failure) -> CommitID? {
    guard let id = waiting.popFirst() else { return nil }
    for parent in try history.parents(of: id) { try wait(for: parent) }
    return id
  }

  private mutating func wait(for id: CommitID) throws(Failure) {
    // A commit that was not fetched ends history, as the boundary of a shallow clone does.
    guard !seen.contains(id), let commit = try history.commit(id) else { return }
    seen.insert(id)
    waiting.insert(id, time: commit.time)
  }
}

/// A queue of commits that returns the youngest first.
struct YoungestFirst {
  private var items: [(time: Int, id: CommitID)] = []

  mutating func insert(_ id: CommitID, time: Int) {
    items.append((time, id))
    var child = items.count - 1
    while child > 0, items[(child - 1) / 2].time < items[child].time {
      items.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  var maximumTime: Int? { items.first?.time }

  mutating func popFirst() -> CommitID? {
    guard let first = items.first else { return nil }
    let last = items.removeLast()
    if !items.isEmpty {
      items[0] = last
      sink()
    }
    return first.id
  }

  private mutating func sink() {
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < items.count else { return }
      let right = left + 1
      let child = right < items.count && items[right].time > items[left].time ? right : left
      guard items[child].time > items[parent].time else { return }
      items.swapAt(child, parent)
      parent = child
    }
  }
}
