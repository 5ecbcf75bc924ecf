/// A queue of commits that hands out the youngest first.
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
