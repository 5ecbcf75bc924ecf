import Base
import Foundation
import Graph
import RunnerSupport
import TestSupport
import Testing

@testable import Runner

/// What fails among older outputs is a verdict only when it fails among none.
@Suite struct TrustTests {
  /// A module that does not compile, for all builds whose arguments match one of `patterns`.
  private static func error(in module: String, when patterns: String = "*", text: String = "no such thing")
    -> String
  {
    #"case "$arguments" in \#(patterns)) echo "$root/\#(module)/Sources/\#(module).swift:3:1: error: \#(text)"; bad=1 ;; esac"#
  }

  private static let end = #"test -z "$bad" || exit 1; made $(roots)"#

  /// What is there before the run.
  private func leaveOutputs(_ stand: StandInSwift, group: String = "main") throws {
    try stand.folder.write("", to: "scratch/\(group)/stale")
  }

  private func exists(_ path: String, _ stand: StandInSwift) -> Bool {
    FileManager.default.fileExists(atPath: stand.folder.path(path))
  }

  private func outcomes(_ report: RunReport) -> [String] { report.modules.map(\.outcome.rawValue) }

  private func confirmed(_ events: [RunEvent]) -> [String] {
    events.compactMap { if case .confirming(let module, _) = $0 { module.description } else { nil } }
  }

  private func built(_ events: [RunEvent]) -> [String] {
    events.compactMap { if case .packageBuilt(let report) = $0 { report.folder.description } else { nil } }
  }

  private static let together = "--multiroot-data-file /scratch/main/ambit.xcworkspace --build-tests"

  @Test func aTypoCostsOneSmallBuild() throws {
    let stand = try StandInSwift(
      packages: ["A", "B", "C"],
      build: Self.error(in: "A", when: "*multiroot*|*APackageTests*|*target*") + "\n" + Self.end)
    try leaveOutputs(stand)
    let observer = RecordingObserver()
    let report = try stand.run(stand.plan(needs: ["B": ["A"]]), observer: observer)
    #expect(outcomes(report) == ["build-failed", "build-failed", "passed"])
    #expect(
      stand.builds == [
        Self.together, "--package-path /A --target A", "--package-path /C --product CPackageTests",
      ])
    #expect(confirmed(observer.events) == ["//A:A"])
    #expect(built(observer.events).sorted() == ["A", "B", "C"])
    #expect(report.warnings.isEmpty && report.build.state == .warm)
    #expect(exists("scratch/main/stale", stand) && !exists("scratch/main.confirm", stand))
  }

  /// Where a SwiftPM still writes that outlived its Ambit, nothing is built from nothing.
  @Test func nobodyElseWritesWhereAnErrorIsConfirmed() throws {
    let stand = try StandInSwift(
      packages: ["A", "B"], build: Self.error(in: "A", when: "*multiroot*|*target*") + "\n" + Self.end)
    try leaveOutputs(stand)
    let file = ScratchLock.swiftPMLock(on: stand.folder.path("scratch/main.confirm"), temporary: "/tmp")
    let orphan = Guarded(open(file, O_RDWR | O_CREAT, 0o644))
    defer { unlink(file) }
    #expect(orphan.with { flock($0, LOCK_EX) } == 0)
    let observer = ReleasingObserver { orphan.with { _ = close($0) } }
    let report = try stand.run(stand.plan(), observer: observer)
    #expect(outcomes(report) == ["build-failed", "passed"])
    #expect(observer.waits.count == 1 && observer.waits[0].contains("main.confirm"))
  }

  private final class ReleasingObserver: RunObserver {
    private let said = Guarded<[String]>([])
    private let release: @Sendable () -> Void

    init(release: @escaping @Sendable () -> Void) {
      self.release = release
    }

    var waits: [String] { said.with { $0 } }

    func handle(_ event: RunEvent) {
      guard case .waiting(let reason) = event else { return }
      said.with { $0.append(reason) }
      release()
    }
  }

  /// The folder's fault, seen as an error with a place.
  @Test(arguments: [["A"], ["A", "B"]]) func aFolderThatLiesIsMadeAnew(packages: [String]) throws {
    let stand = try StandInSwift(
      packages: packages,
      build: #"if [ -e "$scratch/stale" ]; then \#(Self.error(in: "A")); fi"# + "\n" + Self.end)
    try leaveOutputs(stand)
    let observer = RecordingObserver()
    let report = try stand.run(stand.plan(), observer: observer)
    #expect(Set(outcomes(report)) == ["passed"])
    #expect(stand.builds.count == 3 && stand.builds[1] == "--package-path /A --target A")
    #expect(stand.builds[2] == stand.builds[0])
    #expect(built(observer.events) == packages)
    #expect(observer.events.contains(.startedOver("main")))
    #expect(report.warnings.map(\.code) == ["stale-scratch"] && report.build.state == .warm)
    #expect(!exists("scratch/main/stale", stand) && !exists("scratch/main.discarded", stand))
    // The new folder is as good as any.
    #expect(try outcomes(stand.run(stand.plan())) == outcomes(report))
    #expect(stand.builds.count == 4)
  }

  /// An executable that does not link: the tests need it not, so they can be built, and the package cannot.
  @Test(arguments: [["A"], ["A", "B"]]) func anErrorOfNobodyIsNotLost(packages: [String]) throws {
    let stand = try StandInSwift(
      packages: packages,
      build:
        #"case "$arguments" in *--product*) made $(roots) ;; *) echo "error: link command failed"; exit 1 ;; esac"#
    )
    let report = try stand.run(stand.plan())
    #expect(report.outcome == .failed)
    #expect(report.packages.map(\.outcome) == packages.map { _ in .buildFailed })
    #expect(report.packages.allSatisfy { $0.errors.map(\.message) == ["link command failed"] })
  }

  /// The engine trips over itself once; then it says what is really wrong.
  @Test func anErrorOfABadMomentIsNoVerdict() throws {
    let stand = try StandInSwift(
      packages: ["A"],
      build:
        #"test -e "$root/tripped" || { touch "$root/tripped"; echo "<unknown>:0: error: lost"; exit 1; }"#
        + "\n"
        + Self.error(in: "A", when: "*build-tests*") + "\n" + Self.end)
    let report = try stand.run(stand.plan { $0.modules[1].needs = [] })
    #expect(report.packages.map(\.outcome) == [.buildFailed])
    #expect(report.packages.flatMap(\.errors).map(\.message) == ["no such thing"])
  }

  @Test func anotherErrorFromNothingProvesNothing() throws {
    let stand = try StandInSwift(
      packages: ["A"],
      build: #"if [ -e "$scratch/stale" ]; then \#(Self.error(in: "A", text: "old")); else "#
        + Self.error(in: "A", text: "new") + "; fi\n" + Self.end)
    try leaveOutputs(stand)
    let report = try stand.run(stand.plan())
    #expect(outcomes(report) == ["build-failed"])
    #expect(report.packages.flatMap(\.errors).map(\.message) == ["new"])
  }

  @Test func eachCulpritIsConfirmedOnce() throws {
    let stand = try StandInSwift(
      packages: ["A", "B", "C", "D"],
      build: Self.error(in: "A", when: "*multiroot*|*target\\ A*") + "\n"
        + Self.error(in: "B", when: "*multiroot*|*target\\ B*") + "\n" + Self.end)
    try leaveOutputs(stand)
    let observer = RecordingObserver()
    let report = try stand.run(stand.plan(needs: ["C": ["A", "B"]]), observer: observer)
    #expect(outcomes(report) == ["build-failed", "build-failed", "build-failed", "passed"])
    #expect(confirmed(observer.events) == ["//A:A", "//B:B"])
  }

  @Test func withFailFastTheFirstIsConfirmed() throws {
    let stand = try StandInSwift(
      packages: ["A", "B"], build: Self.error(in: "A") + "\n" + Self.error(in: "B") + "\n" + Self.end)
    try leaveOutputs(stand)
    let report = try stand.run(stand.plan(RunSettings(failFast: true)))
    #expect(outcomes(report) == ["build-failed", "skipped"])
    #expect(stand.builds.count == 2)
  }

  /// A linker's error that one package gets rid of elsewhere speaks against the others' outputs too.
  @Test func anErrorWithoutAPlaceMayCondemnTheFolder() throws {
    let stand = try StandInSwift(
      packages: ["A", "B"],
      build: #"if [ -e "$scratch/stale" ]; then echo "error: link command failed"; exit 1; fi"# + "\n"
        + Self.end)
    try leaveOutputs(stand)
    let report = try stand.run(stand.plan())
    #expect(outcomes(report) == ["passed", "passed"])
    #expect(
      stand.builds == [
        Self.together, "--package-path /A --build-tests", "--package-path /A --build-tests",
        Self.together,
      ])
    #expect(report.packages.map(\.outcome) == [.built, .built])
  }

  @Test func anErrorWithoutAPlaceThatStaysIsTheVerdict() throws {
    let stand = try StandInSwift(
      packages: ["A", "B"],
      build: #"case "$arguments" in *multiroot*|*/A*) echo "error: link command failed"; exit 1 ;; esac"#
        + "\n" + Self.end)
    try leaveOutputs(stand)
    let report = try stand.run(stand.plan())
    #expect(outcomes(report) == ["build-failed", "passed"])
    #expect(exists("scratch/main/stale", stand))
  }

  /// SwiftPM refuses a manifest without naming a file of a module.
  @Test func outputsAreNotToBlameForAnErrorThatComesWithoutThemToo() throws {
    let stand = try StandInSwift(
      packages: ["A"], build: "echo \"error: 'a': Source files should be elsewhere\"; exit 1")
    try leaveOutputs(stand)
    let observer = RecordingObserver()
    let report = try stand.run(stand.plan(), observer: observer)
    #expect(outcomes(report) == ["build-failed"])
    #expect(observer.events.contains(.startedOver("main")) && report.warnings.isEmpty, "\(report.warnings)")
  }

  /// The remembered plan is not to blame for an error that comes up from nothing too.
  @Test func aTypoNeedsNoNewPlan() throws {
    let stand = try StandInSwift(
      packages: ["A"],
      build: #"echo "$planning" >> "$root/planning"; if [ -e "$root/typo" ]; then "# + Self.error(in: "A")
        + "; fi\n" + Self.end)
    #expect(try outcomes(stand.run(stand.plan())) == ["passed"])
    try stand.folder.write("", to: "typo")
    #expect(try outcomes(stand.run(stand.plan())) == ["build-failed"])
    let planning = try String(contentsOfFile: stand.folder.path("planning"), encoding: .utf8)
    #expect(planning.split(separator: "\n") == ["anew", "remembered", "anew"])
    #expect(stand.builds.last == "--package-path /A --target A")
  }

  /// Only the plan is stale: it is made again, and nothing else.
  @Test(arguments: ["error: no such module", "$root/A/Sources/A.swift:1:1: error: no such module"])
  func aStalePlanCostsNoOutputs(message: String) throws {
    let stand = try StandInSwift(
      packages: ["A"],
      build: #"if [ $planning = remembered ]; then echo "\#(message)"; exit 1; fi"#
        + "\n" + Self.end)
    let first = try stand.run(stand.plan())
    try stand.folder.write("", to: "scratch/main/kept")
    let second = try stand.run(stand.plan())
    #expect(outcomes(first) == ["passed"] && outcomes(second) == ["passed"])
    #expect(exists("scratch/main/kept", stand) && second.warnings.isEmpty)
  }

  /// Stopped while it was not known yet whom to blame.
  @Test func anInterruptionLeavesNothingBehind() throws {
    let stand = try StandInSwift(
      packages: ["A", "B"],
      build: #"if [ -e "$scratch/stale" ]; then \#(Self.error(in: "A")); fi"# + "\n" + Self.end)
    try leaveOutputs(stand)
    let supervisor = ProcessSupervisor()
    let stopped = try stand.run(
      stand.plan(), observer: StoppingObserver(supervisor), supervisor: supervisor)
    #expect(stopped.outcome == .stopped)
    #expect(!exists("scratch/main.confirm", stand))
    #expect(try outcomes(stand.run(stand.plan())) == ["passed", "passed"])
  }

  private struct StoppingObserver: RunObserver {
    let supervisor: ProcessSupervisor

    init(_ supervisor: ProcessSupervisor) {
      self.supervisor = supervisor
    }

    func handle(_ event: RunEvent) {
      if case .confirming = event { supervisor.stop() }
    }
  }

  @Test func aRestoredFolderIsSaidToBeOne() throws {
    let stand = try StandInSwift(packages: ["A"])
    try leaveOutputs(stand)
    var plan = stand.plan()
    plan.restored = ["main"]
    #expect(try stand.run(plan).build.state == .restored)
  }

  @Test func ofSeveralFoldersTheStateSaysTheMost() {
    let states: [BuildTotals.State] = [.restored, .fresh, .warm]
    for (index, state) in states.enumerated() {
      for other in states[index...] {
        #expect(state.joined(with: other) == state && other.joined(with: state) == state)
      }
      #expect(state.joined(with: nil) == state)
    }
  }
}
