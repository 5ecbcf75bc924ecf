package import Base
package import Graph

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

/// What a plan is carried out on. Its files have to lie there, and to stay.
package struct RunGround: Sendable {
  package let workspace: RunWorkspace
  /// What older outputs are held against.
  package let inputs: BuildInputs
  /// Which of the folders that they lie in were moved since; nil where nobody else may touch them.
  package let moves: FolderMoves?
  /// The sole right to the plan's scratch folders. Tests are run from what they are on.
  package let claim: ScratchClaim
  /// The groups whose scratch folders were put there from a saved state just now, by name.
  package let restored: Set<String>
  /// What new scratch folders need not make; nil without a cache.
  package let interfaces: CompiledInterfaces?
  /// What tests are held against once they are built; nil where nothing is known of earlier runs, and nobody wants to
  /// know what tests look at.
  package let gate: (any ProductGate)?
  /// Who runs test modules elsewhere; nil: nobody.
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
