package import Base

/// Takes locks on scratch folders, with patience for those who hold them.
package struct ScratchLocks {
  /// Locks tell nobody when they are let go.
  private static let pause: UInt32 = 50

  /// The folders in which SwiftPM may keep its own locks.
  private let temporary: [String]
  private let patience: Duration
  private let supervisor: ProcessSupervisor
  private let onWait: (String) -> Void

  /// For folders in which SwiftPM builds as `swift` says.
  package init(
    for swift: SwiftCommands, supervisor: ProcessSupervisor = .shared, onWait: @escaping (String) -> Void
  ) {
    temporary = swift.settings.layout.lockFolders(
      environment: swift.environment.swiftPM, systemTemporary: HostPlatform.temporaryFolder)
    patience = swift.settings.lockPatience
    self.supervisor = supervisor
    self.onWait = onWait
  }

  /// Says something to whoever waits for the claim.
  func tell(_ line: String) { onWait(line) }

  /// Waits for another run on the same folder, and for SwiftPM's own lock on it, which an editor may hold.
  package func take(_ scratch: String) throws(RunError) -> ScratchLock {
    let deadline = ContinuousClock.now + patience
    let own = try ScratchLock.open("\(scratch).lock")
    try wait(
      for: own, "another run of ambit", ScratchLock.holder(in: "\(scratch).lock"), scratch, until: deadline)
    own.noteHolder()
    try awaitSwiftPM(on: scratch, until: deadline)
    return own
  }

  /// Waits until no SwiftPM uses a folder that is locked already.
  func awaitSwiftPM(on scratch: String) throws(RunError) {
    try awaitSwiftPM(on: scratch, until: .now + patience)
  }

  private func awaitSwiftPM(on scratch: String, until deadline: ContinuousClock.Instant) throws(RunError) {
    for folder in temporary {
      let file = ScratchLock.swiftPMLock(on: scratch, temporary: folder)
      // A file that cannot be opened is for SwiftPM to complain about.
      guard LocalFiles.exists(file), let foreign = try? ScratchLock.open(file) else { continue }
      // The number stands in another file than the one that is locked.
      try wait(for: foreign, "SwiftPM", ScratchLock.holder(in: "\(scratch)/.lock"), scratch, until: deadline)
    }
  }

  private func wait(
    for lock: ScratchLock, _ who: String, _ number: @autoclosure () -> String?, _ scratch: String,
    until deadline: ContinuousClock.Instant
  ) throws(RunError) {
    guard !lock.tryLock() else { return }
    let holder = number().map { "\(who) (process \($0))" } ?? who
    onWait("waiting for \(holder) to be done with \"\(scratch)\"")
    while !lock.tryLock() {
      guard !supervisor.isStopped else { throw RunError(ProcessError.stopped) }
      guard ContinuousClock.now < deadline else {
        throw RunError(code: "scratch-locked", "\(holder) did not let go of \"\(scratch)\" in time")
      }
      Threads.pause(milliseconds: Self.pause)
    }
  }
}

/// The sole right to the scratch folders of a plan, from before anything in them is looked at until all that depends on
/// them is done: held until the value's last copy goes.
package struct ScratchClaim: Sendable {
  private let locks: [ScratchLock]

  /// Makes the folder of all scratch folders, and waits for whoever uses one of them. Always in this order: of two runs
  /// each could hold what the other waits for. A run that is stopped meanwhile gets what it has, and builds nothing.
  package static func take(
    _ groups: [BuildGroup], in scratchRoot: String, _ locks: ScratchLocks
  ) throws(RunError) -> ScratchClaim {
    guard !groups.isEmpty else { return ScratchClaim(locks: []) }
    try ScratchRoot.prepare(scratchRoot)
    var held: [ScratchLock] = []
    do {
      for folder in groups.map(\.scratchFolder).sorted() { held.append(try locks.take(folder)) }
    } catch  where error.isStop {
      // Nothing will be built either.
      return ScratchClaim(locks: held)
    }
    try ScratchPlace.settle(in: scratchRoot, holding: Set(groups.map(\.scratchFolder)), locks)
    return ScratchClaim(locks: held)
  }
}

/// The sole right to a scratch folder, held until the value's last copy goes.
///
/// The file lies beside the folder, which may be replaced as a whole. The system lets go of the lock when
/// its holder dies, so none can be stale.
package struct ScratchLock: Sendable {
  private let file: FileLock

  /// SwiftPM locks a file among the temporary ones, named after the scratch folder.
  static func swiftPMLock(on scratch: String, temporary: String) -> String {
    "\(temporary)/\((LocalFiles.resolved(scratch) ?? scratch).replacing("/", with: "_")).lock"
  }

  static func open(_ path: String) throws(RunError) -> ScratchLock {
    LocalFiles.makeFolders(LocalFiles.folder(of: path), mode: 0o755)
    do throws(DiskError) {
      return ScratchLock(file: try .open(path, permissions: 0o644))
    } catch {
      throw .unwritable(path, error)
    }
  }

  func tryLock() -> Bool { file.tryLock() }

  /// The number that a holder leaves in a file.
  static func holder(in path: String) -> String? {
    let digits = LocalFiles.read(path)?.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? []
    return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
  }

  func noteHolder() { file.note("\(CurrentProcess.id)\n") }
}
