import Base
import Foundation
import RunnerSupport
import SwiftSources
import TestSupport
import Testing

@testable import Runner

/// One run at a time in each scratch folder.
@Suite struct LockTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func take(
    patience: Duration, _ supervisor: ProcessSupervisor = .init(),
    onWait: @escaping (String) -> Void = { _ in }
  ) throws(Failure) -> ScratchLock {
    let swift = SwiftCommands(
      swift: "swift", settings: RunSettings(lockPatience: patience),
      environment: .inherited(["TMPDIR": folder.path]))
    return try ScratchLocks(for: swift, supervisor: supervisor, onWait: onWait).take(folder.path("main"))
  }

  @Test func theSecondWaitsSaysSoAndGivesUp() throws {
    let first = try take(patience: .zero)
    let said = Guarded<[String]>([])
    let error = #expect(throws: Failure.self) {
      try take(patience: .milliseconds(60)) { text in said.with { $0.append(text) } }
    }
    #expect(error?.code == "scratch-locked")
    #expect(
      said.with { $0 } == [
        "waiting for another run of ambit (process \(getpid())) to release \"\(folder.path("main"))\""
      ])
    withExtendedLifetime(first) {}
  }

  @Test func theSecondGoesOnWhenTheFirstIsDone() throws {
    let first = Guarded<ScratchLock?>(try take(patience: .zero))
    let second = try take(patience: .seconds(60)) { _ in first.with { $0 = nil } }
    withExtendedLifetime(second) {}
  }

  @Test func swiftPMsOwnLockIsWaitedFor() throws {
    try folder.write("4711", to: "main/.lock")
    let file = ScratchLock.swiftPMLock(on: folder.path("main"), temporary: folder.path)
    let editor = open(file, O_RDWR | O_CREAT, 0o644)
    #expect(flock(editor, LOCK_EX) == 0)
    let said = Guarded("")
    let lock = try take(patience: .seconds(60)) { text in
      said.with { $0 = text }
      close(editor)
    }
    #expect(said.with { $0 }.hasPrefix("waiting for SwiftPM (process 4711)"))
    withExtendedLifetime(lock) {}
  }

  @Test func aStoppedRunWaitsNoLonger() throws {
    let first = try take(patience: .zero)
    let supervisor = ProcessSupervisor()
    let error = #expect(throws: Failure.self) {
      try take(patience: .seconds(60), supervisor) { _ in supervisor.stop() }
    }
    #expect(error?.isStop == true)
    withExtendedLifetime(first) {}
  }

  #if !os(macOS)
    @Test func compilersOfAKilledRunAreWaitedFor() throws {
      try folder.write("", to: "main/x")
      let compiler = folder.path("swift-frontend")
      let gate = folder.path("gate")
      // The shell ends at once, so that the compiler is no descendant of this process.
      let start = """
        mkfifo '\(gate)' && cp /bin/sh '\(compiler)' || exit
        '\(compiler)' -c 'read line < "$1"; exit' '\(folder.path("main"))' '\(gate)' >/dev/null 2>&1 &
        """
      #expect(system(start) == 0)
      let swift = SwiftCommands(
        swift: "swift", settings: RunSettings(lockPatience: .seconds(60)),
        environment: .inherited(["TMPDIR": folder.path]))
      let said = Guarded<[String]>([])
      let locks = ScratchLocks(for: swift, supervisor: ProcessSupervisor()) { text in
        said.with { $0.append(text) }
        FileHandle(forWritingAtPath: gate)?.write(Data("go\n".utf8))
      }
      try locks.awaitLeftovers(in: [folder.path("other")])
      #expect(said.with(\.isEmpty))
      try locks.awaitLeftovers(in: [folder.path("main")])
      let lines = said.with { $0 }
      #expect(lines.count == 1)
      #expect(lines.first?.hasPrefix("waiting for swift-frontend (process ") ?? false)
    }
  #endif

  /// A run that waits to remove what was built at another place holds nothing that others wait for.
  @Test func runsInAMovedWorkspaceDoNotWaitForEachOther() throws {
    let root = folder.path(".build/ambit")
    try folder.write("/elsewhere\n", to: ".build/ambit/place")
    try folder.write("x", to: ".build/ambit/other/x")
    let id = ModuleID(package: "A", name: "ATests")
    let package = PackageSketch(folder: "A", name: "A", modules: [ModuleSketch(id: id, kind: .test)])
    let plan = FixturePlan.make(
      .test, affected: [id], in: RunWorkspace([package], root: folder.path), scratchRoot: root)
    let own = try #require(plan.groups.first).scratchFolder
    let other = Guarded<ScratchLock?>(try .open("\(root)/other.lock"))
    #expect(other.with { $0?.tryLock() } == true)
    let wasFree = Guarded<Bool?>(nil)
    let locks = ScratchLocks(for: plan.swift) { said in
      guard said.hasPrefix("waiting") else { return }
      wasFree.with { $0 = (try? ScratchLock.open("\(own).lock"))?.tryLock() }
      other.with { $0 = nil }
    }
    let claim = try ScratchClaim.take(plan.groups, in: root, locks)
    #expect(wasFree.with { $0 } == true)
    #expect(LocalFiles.names(in: "\(root)/other").isEmpty)
    #expect(ScratchPlace.noted(inWorkspace: folder.path) == folder.path)
    withExtendedLifetime(claim) {}
  }

  /// Both come to the right verdict, one after the other.
  @Test func twoRunsAtOnceTakeTurns() throws {
    let stand = try StandInSwift(
      packages: ["A"],
      build: #"mkdir "$root/busy" || exit 1; sleep 0.3; made A; rmdir "$root/busy""#,
      test: #"mkdir "$root/busy" || exit 1; started; passed; ended; rmdir "$root/busy""#)
    let plan = stand.plan()
    let observers = [RecordingObserver(), RecordingObserver()]
    let reports = concurrentMap(observers, jobs: 2) { try? stand.run(plan, observer: $0) }
    #expect(reports.map { $0?.outcome } == [.passed, .passed])
    let waits = observers.flatMap(\.events).filter { if case .waiting = $0 { true } else { false } }
    #expect(waits.count == 1)
  }
}
