/// A small random number generator with fixed numbers, so that a seed always names the same workspace. The standard
/// library promises no such thing for `random(in:)`.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from zero up to, but not including, `bound`. The bias is too small to show in a workspace.
  mutating func below(_ bound: Int) -> Int {
    bound > 0 ? Int(next() % UInt64(bound)) : 0
  }

  mutating func oneIn(_ count: Int) -> Bool {
    below(count) == 0
  }

  /// Up to `count` different numbers below `bound`, in ascending order.
  mutating func pick(_ count: Int, below bound: Int) -> [Int] {
    var picked: Set<Int> = []
    for _ in 0..<count where bound > 0 { picked.insert(below(bound)) }
    return picked.sorted()
  }
}
