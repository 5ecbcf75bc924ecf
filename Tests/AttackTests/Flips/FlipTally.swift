/// What became of all flips.
struct FlipTally: Sendable, CustomStringConvertible {
  private(set) var rounds = 0
  private(set) var count = 0
  private var stale = 0
  /// Neither a pass where there is none, nor another value: a failure, or no verdict, where plain SwiftPM passes.
  private var tooCareful = 0
  private var kinds: [String: Int] = [:]
  private var forms: [String: Int] = [:]

  mutating func add(_ flips: [Flip], _ problems: [FlipRun.Problem]) {
    rounds += 1
    count += flips.count
    stale += problems.count { $0.isStale }
    tooCareful += problems.count { !$0.isStale }
    for flip in flips {
      kinds[flip.form.kind, default: 0] += 1
      forms[flip.form.rawValue, default: 0] += 1
    }
  }

  var description: String {
    """
    \(count) flips in \(rounds) rounds, \(stale) stale, \(tooCareful) failed or without a verdict for nothing
      by kind: \(Self.words([kinds]))
      by form: \(Self.words([forms]))
    """
  }

  /// Sums of figures.
  static func words(_ figures: [[String: Int]]) -> String {
    figures.reduce(into: [String: Int]()) { all, some in all.merge(some) { $0 + $1 } }
      .sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}
