import Store

/// One step after another, at random but the same for the same seed.
struct Work {
  let store: LocalStore
  private var state: UInt64

  init(store: LocalStore, seed: UInt64) {
    self.store = store
    state = seed
  }

  private mutating func random(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  /// False when something was read that nobody had written.
  mutating func step() -> Bool {
    let key = random(below: Contents.keys.count)
    switch random(below: 100) {
    case 0..<70: Contents(key: key, generation: random(below: 1000)).write(to: store)
    case 70..<92: return Contents.lookUp(key, in: store) != .wrong
    case 92..<97: _ = store.prune(to: random(below: 400_000))
    case 97..<99: store.maintain()
    default: _ = store.clear()
    }
    return true
  }
}
