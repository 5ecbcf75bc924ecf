import Base
import Foundation
import Graph
import RunnerSupport
import TestSupport
import Testing

@testable import Runner

/// Groups that are built at the same time.
@Suite struct SideBySideTests {
  /// Each package is a group of its own.
  private func plan(_ stand: StandInSwift, jobs: Int, failFast: Bool = false) -> FixturePlan {
    stand.plan(RunSettings(jobs: jobs, failFast: failFast)) { $0.modules[0].hasUndeclaredImports = true }
  }

  private func outcomes(_ report: RunReport) -> [String] { report.modules.map(\.outcome.rawValue) }

  /// Each build waits for the other to be there as well; one by one neither would come to its end.
  @Test func twoAreBuiltAtATime() throws {
    let stand = try StandInSwift(
      packages: ["A", "B"],
      build: #"""
        mkfifo "$root/meeting" 2>/dev/null
        case "$(roots)" in
          A) timeout 60 sh -c 'echo here > "$1"' sh "$root/meeting" || exit 1 ;;
          *) timeout 60 sh -c 'read word < "$1"' sh "$root/meeting" || exit 1 ;;
        esac
        made $(roots)
        """#)
    let report = try stand.run(plan(stand, jobs: 4))
    #expect(outcomes(report) == ["passed", "passed"])
    #expect(report.build.groups == 2 && report.packages.map(\.folder) == ["A", "B"])
  }

  @Test func neverMoreThanTwoAndWithOneJobOneByOne() throws {
    for (jobs, most) in [(8, 2), (1, 1)] {
      let stand = try StandInSwift(
        packages: ["A", "B", "C", "D", "E"],
        build: #"""
          touch "$root/running-$$"; ls "$root" | grep -c running- >> "$root/counts"
          made $(roots); rm "$root/running-$$"
          """#)
      #expect(try stand.run(plan(stand, jobs: jobs)).outcome == .passed)
      let counts = try String(contentsOfFile: stand.folder.path("counts"), encoding: .utf8)
      #expect(counts.split(separator: "\n").count == 5)
      #expect(counts.split(separator: "\n").allSatisfy { (Int($0) ?? .max) <= most }, "\(counts)")
    }
  }

  /// Two runs that each hold what the other waits for would wait for ever.
  @Test func allFoldersAreHeldBeforeTheFirstBuild() throws {
    let stand = try StandInSwift(
      packages: ["A", "B"],
      build: #"""
        for lock in "$root"/scratch/*.lock; do
          if flock --nonblock "$lock" true; then touch "$root/free"; fi
          echo "$lock" >> "$root/locks"
        done
        made $(roots)
        """#)
    #expect(try stand.run(plan(stand, jobs: 1)).outcome == .passed)
    let locks = try String(contentsOfFile: stand.folder.path("locks"), encoding: .utf8)
    #expect(locks.split(separator: "\n").count == 4)
    #expect(!FileManager.default.fileExists(atPath: stand.folder.path("free")))
  }

  @Test func nothingMoreIsBuiltWhenThereWillBeNoVerdict() throws {
    let stand = try StandInSwift(packages: ["A", "B", "C"])
    let plan = plan(stand, jobs: 1)
    try FileManager.default.createDirectory(
      atPath: stand.folder.path("scratch"), withIntermediateDirectories: true)
    #expect(FileManager.default.createFile(atPath: plan.groups[0].scratchFolder, contents: nil))
    let error = #expect(throws: Failure.self) { try stand.run(plan) }
    #expect(error?.code == "scratch-unwritable")
    #expect(stand.builds.isEmpty)
  }

  @Test func withFailFastTheFirstFailureIsTheLastBuild() throws {
    let stand = try StandInSwift(packages: ["A", "B"], build: #"echo "error: no"; exit 1"#)
    #expect(try outcomes(stand.run(plan(stand, jobs: 1, failFast: true))) == ["build-failed", "skipped"])
  }

  /// What is wrong in one is not the other's, and each says what it is.
  @Test func aFailureInOneLeavesTheOtherAlone() throws {
    let stand = try StandInSwift(
      packages: ["A", "B"],
      build: #"case "$(roots)" in B) echo "error: no"; exit 1 ;; esac; made $(roots)"#)
    let observer = RecordingObserver()
    let report = try stand.run(plan(stand, jobs: 2), observer: observer)
    #expect(outcomes(report) == ["passed", "build-failed"])
    let starts = observer.events.compactMap { event -> [RelativePath]? in
      if case .buildStarted(_, let packages) = event { packages } else { nil }
    }
    #expect(Set(starts) == [["A"], ["B"]])
  }

  @Test func whoeverLimitsSwiftPMGetsOneAtATime() {
    for limited in [["-j", "2"], ["-j2"], ["--jobs", "2"], ["--jobs=2"]] {
      #expect(RunSettings(BuildSettings(arguments: limited), jobs: 8).buildsAtATime == 1)
    }
    #expect(RunSettings(BuildSettings(arguments: ["-Xswiftc", "-g"]), jobs: 8).buildsAtATime == 2)
    #expect(RunSettings(jobs: 1).buildsAtATime == 1)
  }

  /// Folders of single builds are of no use to the next run; those of other groups are none of ours.
  @Test func leftoversBesideAScratchFolderGo() throws {
    let stand = try StandInSwift(packages: ["A", "B"])
    for left in ["main.confirm/x", "main.only-A/y", "main.discarded/z", "main-2.confirm/x", "mainly/x"] {
      try stand.folder.write("", to: "scratch/\(left)")
    }
    #expect(try stand.run(stand.plan()).outcome == .passed)
    let left = try FileManager.default.contentsOfDirectory(atPath: stand.folder.path("scratch"))
    #expect(Set(left) == ["main", "main.lock", "main-2.confirm", "mainly", ".gitignore"])
  }
}
