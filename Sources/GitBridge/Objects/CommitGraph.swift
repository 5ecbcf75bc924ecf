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

/// Finds a best common ancestor of two commits.
///
/// As in Git, the search paints commits from both ends, youngest first. A commit with both colours is a candidate, and
/// its ancestors are stale. The search ends when only stale commits wait.
struct MergeBaseSearch {
  private struct Paint: OptionSet {
    let rawValue: UInt8
    static let left = Paint(rawValue: 1)
    static let right = Paint(rawValue: 2)
    static let stale = Paint(rawValue: 4)
    static let both: Paint = [.left, .right]
  }

  private struct Known {
    let time: Int
    let parents: [CommitID]
    var paint: Paint = []
    var isWaiting = false
  }

  private let history: CommitGraph
  private var known: [CommitID: Known] = [:]
  private var waiting = YoungestFirst()
  /// The number of waiting commits that are not stale.
  private var fresh = 0
  private var candidates: [CommitID] = []

  init(_ history: CommitGraph) {
    self.history = history
  }

  func search(_ a: CommitID, _ b: CommitID) throws(Failure) -> CommitID? {
    var search = self
    return try search.run(a, b)
  }

  private mutating func run(_ a: CommitID, _ b: CommitID) throws(Failure) -> CommitID? {
    if a == b { return a }
    try paint(a, .left)
    try paint(b, .right)
    while fresh > 0 || mayBeRedundant, let id = waiting.popFirst() {
      guard var commit = known[id] else { continue }
      commit.isWaiting = false
      known[id] = commit
      if commit.paint.contains(.stale) {
        for parent in commit.parents { try paint(parent, commit.paint) }
        continue
      }
      fresh -= 1
      var paints = commit.paint
      if paints == .both {
        candidates.append(id)
        paints.insert(.stale)
      }
      for parent in commit.parents { try paint(parent, paints) }
    }
    // A candidate that became stale later is an ancestor of another candidate.
    let best = candidates.filter { known[$0]?.paint.contains(.stale) == false }
    return best.max { (known[$0]?.time ?? 0) < (known[$1]?.time ?? 0) }
  }

  /// True when a candidate could still be an ancestor of another one. Commits of the same second come in any order.
  private var mayBeRedundant: Bool {
    guard candidates.count > 1, let next = waiting.maximumTime else { return false }
    return candidates.contains { (known[$0]?.time ?? 0) <= next }
  }

  /// Adds colours to a commit. A commit with a new colour waits for its turn again.
  private mutating func paint(_ id: CommitID, _ colours: Paint) throws(Failure) {
    var commit: Known
    if let found = known[id] {
      commit = found
    } else if let read = try history.commit(id) {
      commit = Known(time: read.time, parents: read.parents)
    } else {
      // The commit was not fetched. It ends history, as the boundary of a shallow clone does.
      return
    }
    if commit.paint.isSuperset(of: colours) { return }
    let wasFresh = commit.isWaiting && !commit.paint.contains(.stale)
    commit.paint.formUnion(colours)
    let isFresh = !commit.paint.contains(.stale)
    if !commit.isWaiting { waiting.insert(id, time: commit.time) }
    commit.isWaiting = true
    fresh += (isFresh ? 1 : 0) - (wasFresh ? 1 : 0)
    known[id] = commit
  }
}
