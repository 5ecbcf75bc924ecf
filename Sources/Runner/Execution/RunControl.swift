import Platform

/// Who may stop a run, and who is told of it.
struct RunControl: Sendable {
  let supervisor: ProcessSupervisor
  let halt: Halt
  let observer: any RunObserver
  let confirmed: ConfirmedErrors
}

/// Tells whether anything new may still be started.
struct Halt: Sendable {
  private let failFast: Bool
  private let supervisor: ProcessSupervisor
  private let hasFailed = Guarded(false)
  private let isAbandoned = Guarded(false)

  init(failFast: Bool, supervisor: ProcessSupervisor) {
    self.failFast = failFast
    self.supervisor = supervisor
  }

  func noteFailure() {
    hasFailed.with { $0 = true }
  }

  /// There will be no verdict, so nothing is worth its time any more.
  func abandon() {
    isAbandoned.with { $0 = true }
  }

  var isOn: Bool {
    supervisor.isStopped || isAbandoned.with { $0 } || (failFast && hasFailed.with { $0 })
  }
}
