/// The results of one module's cases from one run of one library.
struct CaseResults: Equatable {
  typealias Outcome = CaseReport.Outcome

  /// The outcome by case, with the names that `ModuleReport` uses.
  var finished: [String: Outcome] = [:]
  /// The seconds by case, where the library gives them. Repeated runs are added up.
  var seconds: [String: Double] = [:]
  /// The cases that started and did not finish, in order.
  var running: [String] = []
  var failures: [CaseFailure] = []
  /// True when a test of another module failed, which explains a bad exit code.
  var hasForeignFailure = false
  /// True when the library said that its run was over.
  var hasEnded = false

  mutating func start(_ name: String) {
    if !running.contains(name) { running.append(name) }
  }

  mutating func finish(_ name: String, _ outcome: Outcome, seconds spent: Double? = nil) {
    running.removeAll { $0 == name }
    if let spent { seconds[name, default: 0] += spent }
    // Overloads and repetitions share a name. The worst outcome counts.
    if finished[name] != .failed { finished[name] = outcome }
  }

  /// Adds the results of another piece of the same run.
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
