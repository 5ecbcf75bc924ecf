package import Platform

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
