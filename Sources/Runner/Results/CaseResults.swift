/// What one run of one library said about the cases of one module.
struct CaseResults: Equatable {
  typealias Outcome = CaseReport.Outcome

  /// By case, as `ModuleReport` names them.
  var finished: [String: Outcome] = [:]
  /// By case, where the library said; what ran several times is added up.
  var seconds: [String: Double] = [:]
  /// Started and not finished, in order.
  var running: [String] = []
  var failures: [CaseFailure] = []
  /// Whether a test of another module failed, which explains a bad exit code.
  var hasForeignFailure = false
  /// Whether the library said that its run was over.
  var hasEnded = false

  mutating func start(_ name: String) {
    if !running.contains(name) { running.append(name) }
  }

  mutating func finish(_ name: String, _ outcome: Outcome, seconds spent: Double? = nil) {
    running.removeAll { $0 == name }
    if let spent { seconds[name, default: 0] += spent }
    // Overloads and repetitions share a name: the worst counts.
    if finished[name] != .failed { finished[name] = outcome }
  }

  /// Joins the results of another piece of the same run.
  mutating func add(_ other: CaseResults) {
    for (name, outcome) in other.finished where finished[name] != .failed { finished[name] = outcome }
    seconds.merge(other.seconds, uniquingKeysWith: +)
    running += other.running
    failures += other.failures
    hasForeignFailure = hasForeignFailure || other.hasForeignFailure
    hasEnded = hasEnded && other.hasEnded
  }

  var reports: [String: CaseReport] {
    Dictionary(
      uniqueKeysWithValues: finished.map { name, outcome in
        (name, CaseReport(name: name, outcome: outcome, seconds: seconds[name]))
      })
  }
}
