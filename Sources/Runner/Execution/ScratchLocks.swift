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
  package func take(_ scratch: String) throws(Failure) -> ScratchLock {
    let deadline = ContinuousClock.now + patience
    let own = try ScratchLock.open("\(scratch).lock")
    try wait(
      for: own, "another run of ambit", ScratchLock.holder(in: "\(scratch).lock"), scratch, until: deadline)
    own.noteHolder()
    try awaitSwiftPM(on: scratch, until: deadline)
    return own
  }

  /// Waits until no SwiftPM uses a folder that this run has locked already.
  func awaitSwiftPM(on scratch: String) throws(Failure) {
    try awaitSwiftPM(on: scratch, until: .now + patience)
  }

  private func awaitSwiftPM(on scratch: String, until deadline: ContinuousClock.Instant) throws(Failure) {
    for folder in temporary {
      let file = ScratchLock.swiftPMLock(on: scratch, temporary: folder)
      // SwiftPM itself reports a lock that cannot be opened.
      guard LocalFiles.exists(file), let foreign = try? ScratchLock.open(file) else { continue }
      // SwiftPM writes its number to another file than the one that it locks.
      try wait(for: foreign, "SwiftPM", ScratchLock.holder(in: "\(scratch)/.lock"), scratch, until: deadline)
    }
  }

  /// Waits for compilers of a killed run. They would write into folders that this run has locked.
  func awaitLeftovers(in folders: [String]) throws(Failure) {
    let deadline = ContinuousClock.now + patience
    var told: Int32?
    while let left = LeftoverCompiler.first(in: folders) {
      let holder = "\(left.name) (process \(left.id)), which a killed run left behind"
      if told != left.id { onWait("waiting for \(holder)") }
      told = left.id
      guard !supervisor.isStopped else { throw Failure.stopped }
      guard ContinuousClock.now < deadline else {
        throw Failure(
          code: "scratch-locked", message: "\(holder), did not end in time; wait for the process, or stop it")
      }
      Threads.pause(milliseconds: Self.pause)
    }
  }

  private func wait(
    for lock: ScratchLock, _ who: String, _ number: @autoclosure () -> String?, _ scratch: String,
    until deadline: ContinuousClock.Instant
  ) throws(Failure) {
    guard !lock.tryLock() else { return }
    let holder = number().map { "\(who) (process \($0))" } ?? who
    onWait("waiting for \(holder) to release \"\(scratch)\"")
    while !lock.tryLock() {
      guard !supervisor.isStopped else { throw Failure.stopped }
      guard ContinuousClock.now < deadline else {
        throw Failure(
          code: "scratch-locked",
          message: "\(holder) did not release \"\(scratch)\" in time; wait for the process, or stop it")
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
  ) throws(Failure) -> ScratchClaim {
    guard !groups.isEmpty else { return ScratchClaim(locks: []) }
    try ScratchRoot.prepare(scratchRoot)
    var held: [ScratchLock] = []
    do {
      try ScratchPlace.settle(in: scratchRoot, locks)
      let folders = groups.map(\.scratchFolder).sorted()
      for folder in folders { held.append(try locks.take(folder)) }
      try locks.awaitLeftovers(in: folders)
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

  static func open(_ path: String) throws(Failure) -> ScratchLock {
    LocalFiles.makeFolders(LocalFiles.folder(of: path), mode: 0o755)
    do throws(DiskError) {
      return ScratchLock(file: try .open(path, permissions: 0o644))
    } catch {
      throw .scratchUnwritable(path, error)
    }
  }

  func tryLock() -> Bool { file.tryLock() }

  /// Returns the process number that a holder writes to a file.
  static func holder(in path: String) -> String? {
    let digits = LocalFiles.read(path)?.prefix(while: \.isASCIIDigit) ?? []
    return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
  }

  func noteHolder() { file.note("\(CurrentProcess.id)\n") }
}

/// Records the place of the workspace beside its scratch folders. All outputs contain absolute paths, so they are
/// useless at another place.
package enum ScratchPlace {
  private static let name = "place"
  /// The number of shared scratch folders that a workspace usually has at most.
  private static let usual = 8

  /// Returns the absolute place. nil when nothing was built yet, or only by an Ambit that did not record it.
  package static func noted(inWorkspace workspace: String) -> String? {
    LocalFiles.read("\(ScratchRoot.path(inWorkspace: workspace))/\(name)").flatMap { bytes in
      let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      return text.hasPrefix("/") ? text : nil
    }
  }

  /// Records where the next builds of a workspace will seem to happen. The workspace must have no scratch folders.
  package static func note(_ place: String, inWorkspace workspace: String) throws(Failure) {
    let root = ScratchRoot.path(inWorkspace: workspace)
    try ScratchRoot.prepare(root)
    let file = "\(root)/\(name)"
    guard LocalFiles.replace(file, with: Array("\(place)\n".utf8), permissions: 0o644) else {
      throw .scratchUnwritable(file)
    }
  }

  /// Records the reason why a workspace must not be seen at its place any more. The next run removes what was built there.
  package static func leave(_ place: String, inWorkspace workspace: String, because reason: String)
    throws(Failure)
  {
    try note("\(place)\n\(reason.replacing("\n", with: " "))", inWorkspace: workspace)
  }

  /// Returns the reason why a workspace left its place, until its build output is removed.
  package static func reasonToLeave(inWorkspace workspace: String) -> String? {
    let bytes = LocalFiles.read("\(ScratchRoot.path(inWorkspace: workspace))/\(name)") ?? []
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    return lines.count > 1 ? String(decoding: lines[1], as: UTF8.self) : nil
  }

  /// True when nothing is built in a workspace yet. Folders with a dot in their names are side folders, and do not
  /// count.
  package static func isEmpty(inWorkspace workspace: String) -> Bool {
    scratchNames(ScratchRoot.path(inWorkspace: workspace)).isEmpty
  }

  /// Returns the files with which SwiftPM locks scratch folders. They lie in the temporary folder and are named after
  /// the scratch folder's path. So workspaces that are seen at one place need different ones.
  package static func swiftPMLocks(inWorkspace origin: String, seenAt place: String, temporary: String)
    -> [String]
  {
    let shared = (0..<usual).map { ScratchName.shared($0) }
    return Set(shared).union(scratchNames(ScratchRoot.path(inWorkspace: origin))).sorted().map {
      ScratchLock.swiftPMLock(on: "\(ScratchRoot.path(inWorkspace: place))/\($0)", temporary: temporary)
    }
  }

  /// Removes outputs that were built at another place, and says so. The caller must hold no scratch folder: two runs
  /// would wait for each other's.
  static func settle(in root: String, _ locks: ScratchLocks) throws(Failure) {
    guard root.hasSuffix(ScratchRoot.inWorkspace) else { return }
    let workspace = String(root.dropLast(ScratchRoot.inWorkspace.count))
    guard noted(inWorkspace: workspace) != workspace else { return }
    let own = try locks.take("\(root)/\(name)")
    defer { withExtendedLifetime(own) {} }
    // Another run may have settled the place meanwhile.
    let previous = noted(inWorkspace: workspace)
    guard previous != workspace else { return }
    if let previous {
      locks.tell("build output from \"\(previous)\" cannot be used at \"\(workspace)\": rebuilding")
      for name in scratchNames(root) {
        let folder = "\(root)/\(name)"
        let lock = try locks.take(folder)
        // Side folders go first. Without the main folder they would look as if nothing had been built.
        for side in LocalFiles.names(in: root) where side.hasPrefix("\(name).") && side != "\(name).lock" {
          LocalFiles.removeTree("\(root)/\(side)")
        }
        LocalFiles.removeTree(folder)
        _ = lock
      }
    }
    try note(workspace, inWorkspace: workspace)
  }

  private static func scratchNames(_ root: String) -> [String] {
    LocalFiles.names(in: root).filter { !$0.contains(".") && LocalFiles.isFolder("\(root)/\($0)") }
  }
}

/// The folder that holds the scratch folders of all groups.
package enum ScratchRoot {
  static let inWorkspace = "/.build/ambit"

  package static func path(inWorkspace root: String) -> String { root + inWorkspace }

  /// Makes the folder, and hides it from Git. Nothing is written through a symbolic link in place of the folder, of a
  /// scratch folder or of a lock.
  package static func prepare(_ path: String) throws(Failure) {
    let ignore = "\(path)/.gitignore"
    guard !LocalFiles.isLink(path) else { throw .plantedLink(path) }
    if let link = LocalFiles.entries(in: path).filter(\.isLink).map(\.name).min() {
      throw .plantedLink("\(path)/\(link)")
    }
    guard LocalFiles.makeFolders(path, mode: 0o755) else { throw .scratchUnwritable(path) }
    guard !LocalFiles.exists(ignore) else { return }
    guard LocalFiles.write(Array("*\n".utf8), to: ignore) else { throw .scratchUnwritable(ignore) }
  }
}
