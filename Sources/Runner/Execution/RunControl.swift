package import Base
package import Graph

/// The objects that may stop a run, and the observer of its events.
struct RunControl: Sendable {
  let supervisor: ProcessSupervisor
  let halt: Halt
  let observer: any RunObserver
  let confirmed: ConfirmedErrors
}

/// Tells whether new work may still start.
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

  /// Call this after an error. There will be no verdict, so no more work is useful.
  func abandon() {
    isAbandoned.with { $0 = true }
  }

  var isOn: Bool {
    supervisor.isStopped || isAbandoned.with { $0 } || (failFast && hasFailed.with { $0 })
  }
}

/// The workspace, locks and records with which a plan runs. Its files must exist and must not change.
package struct RunContext: Sendable {
  package let workspace: RunWorkspace
  /// The current inputs, with which older outputs are compared.
  package let inputs: BuildInputs
  /// The moves of folders above the inputs. nil when nobody else may touch them.
  package let moves: FolderMoves?
  /// The sole right to the plan's scratch folders. Tests run from products in them.
  package let claim: ScratchClaim
  /// The names of the groups whose scratch folders were just restored from a saved state.
  package let restored: Set<String>
  /// The compiled modules for new scratch folders. nil without a cache.
  package let interfaces: CompiledInterfaces?
  /// The gate that decides which built tests need not run. nil when no earlier run is known and nobody observes the
  /// tests.
  package let gate: (any ProductGate)?
  /// The machines that run test modules elsewhere. nil when there are none.
  package let workers: (any TestWorkers)?
  /// Called when all is built, before any test runs.
  package let buildEnded: @Sendable () -> Void

  package init(
    _ workspace: RunWorkspace, inputs: BuildInputs = .unknown, moves: FolderMoves? = nil, claim: ScratchClaim,
    restored: Set<String> = [],
    interfaces: CompiledInterfaces? = nil, gate: (any ProductGate)? = nil,
    workers: (any TestWorkers)? = nil, buildEnded: @escaping @Sendable () -> Void = {}
  ) {
    self.workspace = workspace
    self.inputs = inputs
    self.moves = moves
    self.claim = claim
    self.restored = restored
    self.interfaces = interfaces
    self.gate = gate
    self.workers = workers
    self.buildEnded = buildEnded
  }
}
