/// What there is to show, and since when.
struct ProgressState: Sendable, Hashable {
  /// Work that ends sooner than this is never mentioned.
  static let patience = Duration.milliseconds(500)

  var phase: String
  var total: Int?
  var done = 0
  var doing = ""
  var started: Duration

  func isDue(_ now: Duration) -> Bool { now - started >= Self.patience }

  /// `12/48`, or nothing where neither is known.
  var counter: String {
    if let total { return "\(done)/\(total)" }
    return done > 0 ? "\(done)" : ""
  }
}
