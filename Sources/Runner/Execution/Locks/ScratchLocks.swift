package import Base

/// Takes locks on scratch folders, and waits for other holders.
package struct ScratchLocks {
  /// The milliseconds between two tries. The system does not report when a lock is free.
  private static let pause: UInt32 = 50

  /// The folders in which SwiftPM may keep its own locks.
  private let temporary: [String]
  private let patience: Duration
  private let supervisor: ProcessSupervisor
  private let onWait: (String) -> Void

  /// Makes locks for scratch folders in which SwiftPM runs with the settings of `swift`.
  package init(
    for swift: SwiftCommands, supervisor: ProcessSupervisor = .shared, onWait: @escaping (String) -> Void
  ) {
    temporary = swift.settings.layout.lockFolders(
      environment: swift.environment.swiftPM, systemTemporary: HostPlatform.temporaryFolder)
    patience = swift.settings.lockPatience
    self.supervisor = supervisor
    self.onWait = onWait
  }

  /// Shows a line to the user who waits.
  func tell(_ line: String) { onWait(line) }

  /// Waits for another run in the same folder, and for SwiftPM's own lock on it. An editor may hold that lock.
  package func take(_ scratch: String) throws(RunError) -> ScratchLock {
    let deadline = ContinuousClock.now + patience
    let own = try ScratchLock.open("\(scratch).lock")
    try wait(
      for: own, "another run of ambit", ScratchLock.holder(in: "\(scratch).lock"), scratch, until: deadline)
    own.noteHolder()
    try awaitSwiftPM(on: scratch, until: deadline)
    return own
  }

  /// Waits until no SwiftPM uses a folder that this run has locked already.
  func awaitSwiftPM(on scratch: String) throws(RunError) {
    try awaitSwiftPM(on: scratch, until: .now + patience)
  }

  private func awaitSwiftPM(on scratch: String, until deadline: ContinuousClock.Instant) throws(RunError) {
    for folder in temporary {
      let file = ScratchLock.swiftPMLock(on: scratch, temporary: folder)
      // SwiftPM itself reports a lock that cannot be opened.
      guard LocalFiles.exists(file), let foreign = try? ScratchLock.open(file) else { continue }
      // SwiftPM writes its number to another file than the one that it locks.
      try wait(for: foreign, "SwiftPM", ScratchLock.holder(in: "\(scratch)/.lock"), scratch, until: deadline)
    }
  }

  private func wait(
    for lock: ScratchLock, _ who: String, _ number: @autoclosure () -> String?, _ scratch: String,
    until deadline: ContinuousClock.Instant
  ) throws(RunError) {
    guard !lock.tryLock() else { return }
    let holder = number().map { "\(who) (process \($0))" } ?? who
    onWait("waiting for \(holder) to release \"\(scratch)\"")
    while !lock.tryLock() {
      guard !supervisor.isStopped else { throw RunError(ProcessError.stopped) }
      guard ContinuousClock.now < deadline else {
        throw RunError(
          code: "scratch-locked",
          "\(holder) did not release \"\(scratch)\" in time; wait for the process, or stop it")
      }
      Threads.pause(milliseconds: Self.pause)
    }
  }
}

/// The sole right to the scratch folders of a plan. It lasts from the first look into them until all work that depends
/// on them is done. The locks are released with the value's last copy.
package struct ScratchClaim: Sendable {
  private let locks: [ScratchLock]

  /// Makes the folder of all scratch folders, and locks those of `groups`. Locks are always taken in one order, so that
  /// no two runs wait for each other. A run that is stopped meanwhile gets the locks it has, and builds nothing.
  package static func take(
    _ groups: [BuildGroup], in scratchRoot: String, _ locks: ScratchLocks
  ) throws(RunError) -> ScratchClaim {
    guard !groups.isEmpty else { return ScratchClaim(locks: []) }
    try ScratchRoot.prepare(scratchRoot)
    var held: [ScratchLock] = []
    do {
      try ScratchPlace.settle(in: scratchRoot, locks)
      for folder in groups.map(\.scratchFolder).sorted() { held.append(try locks.take(folder)) }
    } catch  where error.isStop {
      // A stopped run builds nothing.
      return ScratchClaim(locks: held)
    }
    return ScratchClaim(locks: held)
  }
}

/// The sole right to a scratch folder. The lock is released with the value's last copy.
///
/// The lock's file lies beside the folder, which may be replaced as a whole. The system releases the lock of a process
/// that dies, so no lock can be stale.
package struct ScratchLock: Sendable {
  private let file: FileLock

  /// Returns SwiftPM's lock file. It lies in the temporary folder and is named after the scratch folder.
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

  /// Returns the process number that a holder writes to a file.
  static func holder(in path: String) -> String? {
    let digits = LocalFiles.read(path)?.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? []
    return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
  }

  func noteHolder() { file.note("\(CurrentProcess.id)\n") }
}
