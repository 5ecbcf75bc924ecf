import Base

/// The processes that ran the cases of one library. All names are full.
struct LibraryRun {
  /// The cases that had to run.
  var required: Set<String> = []
  /// The cases that Swift Testing declared.
  var declared: Set<String> = []
  var ends: [LibraryProcessEnd] = []

  var names: Set<String> {
    ends.reduce(required.union(declared)) { names, end in
      names.union(end.results.finished.keys).union(end.results.running)
    }
  }

  /// True when a process ended badly in which none of these cases was running.
  func hasEndedBadly(besides names: Set<String>) -> Bool {
    ends.contains { !$0.isExplained && names.isDisjoint(with: $0.results.running) }
  }

  /// The first status that no failed case explains. nil when there is none.
  var unexplained: ProcessStatus? { ends.first { !$0.isExplained }?.status }
}

/// The end of one process of an attempt.
struct LibraryProcessEnd {
  let status: ProcessStatus
  /// The output, or its beginning and end.
  let log: [UInt8]
  var results: CaseResults

  /// True when the process succeeded, or ended with the exit code that failed cases give.
  var isExplained: Bool {
    guard !status.isSuccess else { return true }
    return status == .exited(1) && badness == 1 && !CrashAccount(of: log).isOfSanitizer
  }

  /// Larger for an end that says more against the module. A failed test explains a bad exit code.
  var badness: Int {
    guard results.hasEnded, status != .timedOut else { return 4 }
    guard !status.isSuccess else { return 0 }
    if CrashAccount(of: log).isOfSanitizer { return 3 }
    var isSignal = false
    if case .signalled = status { isSignal = true }
    // The failure of another module's test explains no signal.
    let isExplained = results.hasForeignFailure && !isSignal || results.finished.values.contains(.failed)
    return isExplained || !results.failures.isEmpty ? 1 : 2
  }
}
