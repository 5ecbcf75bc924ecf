import Base
import Foundation
import RunnerSupport
import SwiftSources
import TestSupport
import Testing

@testable import Runner

/// What becomes of the packages of a group when their common build does not settle everything.
@Suite struct GroupBuildTests {
  private static let refuseGroups = #"case "$arguments" in *--multiroot*) echo "error: $1"; exit 1 ;; esac"#

  private func outcomes(_ report: RunReport) -> [String] { report.modules.map(\.outcome.rawValue) }

  @Test func oneInvocationIsEnoughWhenAllIsWell() throws {
    let stand = try StandInSwift(
      packages: ["A", "B"], build: "echo '[1/2] Compiling A A.swift'; made $(roots)")
    let report = try stand.run(stand.plan())
    #expect(outcomes(report) == ["passed", "passed"])
    #expect(report.build.invocations == 1 && report.build.groups == 1 && report.build.compiled == 1)
    #expect(stand.builds.count == 1)
  }

  /// SwiftPM and the compilers go by the times of files, and nobody compares those outside of the repository.
  @Test(arguments: [nil, "../elsewhere/Kit"] as [RelativePath?])
  func whatReadsOutsideOfTheRepositoryIsBuiltFromNothing(place: RelativePath?) throws {
    let stand = try StandInSwift(
      packages: ["A"], build: #"[ -e "$scratch/old" ] && touch "$root/older"; made A; touch "$scratch/old""#)
    let plan = stand.plan { $0.modules[0].placeOutside = place }
    #expect(try outcomes(stand.run(plan)) == ["passed"])
    #expect(try outcomes(stand.run(plan)) == ["passed"])
    #expect(stand.builds.count == 2)
    #expect(FileManager.default.fileExists(atPath: stand.folder.path("older")) == (place == nil))
  }

  /// SwiftPM builds the tests of a macro, and all that they need, for the host.
  @Test func testsThatAreBuiltForTheHostAreFound() throws {
    let stand = try StandInSwift(
      packages: ["A"],
      build: """
        made A
        sed -i 's/-debug\\./-debug-tool./' "$scratch/debug.yaml"
        for folder in "$scratch"/debug/*.build; do mv "$folder" "${folder%.build}-tool.build"; done
        """)
    let report = try stand.run(stand.plan())
    #expect(outcomes(report) == ["passed"])
    #expect(report.build.invocations == 1)
  }

  @Test func aToolchainWithoutTheOptionBuildsOneByOne() throws {
    let stand = try StandInSwift(
      packages: ["A", "B"], build: "\(Self.refuseGroups)\nmade $(roots)")
    let report = try stand.run(stand.plan())
    #expect(outcomes(report) == ["passed", "passed"])
    #expect(report.packages.map(\.outcome) == [.built, .built])
    #expect(
      stand.builds.dropFirst() == [
        "--package-path /A --build-tests", "--package-path /B --build-tests",
      ])
  }

  @Test func aPackageThatIsLeftOutSilentlyIsBuiltByItself() throws {
    let stand = try StandInSwift(
      packages: ["A", "B"], build: #"made $(roots | head -n 1)"#)
    let report = try stand.run(stand.plan())
    #expect(outcomes(report) == ["passed", "passed"])
    #expect(stand.builds.last == "--package-path /B --build-tests")
    #expect(report.build.invocations == 2)
  }

  @Test func whatIsNeverBuiltIsNoVerdict() throws {
    let stand = try StandInSwift(packages: ["A"], build: "made")
    let error = #expect(throws: Failure.self) { try stand.run(stand.plan()) }
    #expect(error?.code == "not-built")
    #expect(error?.message.contains("ATests cannot be found in") == true)
    #expect(stand.builds.count == 2)
  }

  /// A product from an earlier build lies there, but this build's plan does not know it.
  @Test func whatAnEarlierBuildLeftProvesNothing() throws {
    let stand = try StandInSwift(
      packages: ["A", "B"], build: #"if [ -e "$root/second" ]; then made A; else made $(roots); fi"#)
    #expect(try outcomes(stand.run(stand.plan())) == ["passed", "passed"])
    try stand.folder.write("", to: "second")
    #expect(throws: Failure.self) { try stand.run(stand.plan()) }
  }

  /// A does not compile, B needs A, C needs neither: one more build, for C alone.
  private static func broken(_ more: String = "") -> String {
    """
    case "$arguments" in
      *--multiroot*|*APackageTests*)
        echo "$root/A/Sources/A.swift:3:1: error: no such thing"; exit 1 ;;
    esac
    \(more)
    made $(roots)
    """
  }

  @Test func onlyWhatNeedsTheBrokenModuleFails() throws {
    let stand = try StandInSwift(packages: ["A", "B", "C"], build: Self.broken())
    let report = try stand.run(stand.plan(needs: ["B": ["A"]]))
    #expect(outcomes(report) == ["build-failed", "build-failed", "passed"])
    #expect(report.packages.map(\.outcome) == [.buildFailed, .buildFailed, .built])
    #expect(stand.builds.dropFirst() == ["--package-path /C --product CPackageTests"])
    let culprit = ModuleID(package: "A", name: "A")
    #expect(report.packages[0].errors.map(\.module) == [culprit])
    #expect(report.packages[0].errors.map(\.message) == ["no such thing"])
    #expect(report.packages[1].errors.map(\.message) == ["it needs //A:A, which does not compile"])
    #expect(report.modules[1].failures.map(\.line) == [3])
    #expect(report.outcome == .failed)
  }

  @Test func withFailFastNothingMoreIsBuilt() throws {
    let stand = try StandInSwift(packages: ["A", "B", "C"], build: Self.broken())
    let report = try stand.run(stand.plan(RunSettings(failFast: true), needs: ["B": ["A"]]))
    #expect(outcomes(report) == ["build-failed", "skipped", "skipped"])
    #expect(stand.builds.count == 1)
  }

  /// The error is in the package, but in nothing that its tests are made of.
  @Test func testsRunBesideAModuleThatTheyDoNotNeed() throws {
    let stand = try StandInSwift(
      packages: ["A"],
      build: """
        case "$arguments" in *--build-tests*)
          echo "$root/A/Sources/A.swift:3:1: error: no such thing"; exit 1 ;;
        esac
        made A
        """)
    let plan = stand.plan { $0.modules[1].needs = [] }
    let report = try stand.run(plan)
    #expect(outcomes(report) == ["passed"])
    #expect(report.packages.map(\.outcome) == [.buildFailed])
    #expect(report.outcome == .failed)
  }

  /// An error that is nobody's, as of a linker, may be the scratch folder's fault.
  @Test func anErrorWithoutAPlaceIsTriedAgainFromNothing() throws {
    let stand = try StandInSwift(
      packages: ["A"],
      build: #"test -e "$scratch/stale" && { echo "error: link command failed"; exit 1; }; made A"#)
    try stand.folder.write("", to: "scratch/main/stale")
    let report = try stand.run(stand.plan())
    #expect(outcomes(report) == ["passed"])
    #expect(stand.builds == Array(repeating: "--package-path /A --build-tests", count: 3))
  }

  @Test func outputsOfTargetsThatAreGoneAreDeleted() throws {
    let stand = try StandInSwift(packages: ["A", "B"])
    _ = try stand.run(stand.plan())
    for file in ["Modules/B.swiftmodule", "Modules/Bee.swiftmodule", "B.build/x.o", "A.build/x.o"] {
      try stand.folder.write("", to: "scratch/main/platform/debug/\(file)")
    }
    let without = stand.plan(
      [stand.id("A")],
      [PackageSketch(folder: "A", name: "A", modules: [ModuleSketch(id: stand.id("A"), kind: .test)])])
    _ = try stand.run(without)
    let left = [
      "Modules/B.swiftmodule", "Modules/Bee.swiftmodule", "B.build", "BTests.build", "ATests.build",
    ].filter {
      FileManager.default.fileExists(atPath: stand.folder.path("scratch/main/platform/debug/\($0)"))
    }
    #expect(left == ["Modules/Bee.swiftmodule", "ATests.build"])
  }

  /// What comes from outside is known by its pins and its users alone.
  @Test func outputsFromOutsideAreDeletedWhenAnythingAboutThemChanges() throws {
    let stand = try StandInSwift(packages: ["A", "B"])
    let files = [
      "Modules/Remote.swiftmodule", "Modules-tool/Remote.swiftmodule", "Remote-tool.build/x", "A.build/x",
    ]
    func left(_ plan: FixturePlan) throws -> [String] {
      _ = try stand.run(plan)
      defer { for file in files { try? stand.folder.write("", to: "scratch/main/platform/debug/\(file)") } }
      return files.filter {
        FileManager.default.fileExists(atPath: stand.folder.path("scratch/main/platform/debug/\($0)"))
      }
    }
    func plan(revision: String, uses: [String], only wanted: [String]? = nil) -> FixturePlan {
      stand.plan(only: wanted) { package in
        guard package.name == "A" else { return }
        package.dependencies = [PackageSketch.Dependency(.remote("remote"))]
        package.modules[0].products = uses
        package.pins =
          #"{"pins": [{"identity": "remote", "kind": "x", "location": "y", "state": {"revision": "\#(revision)"}}], "version": 2}"#
      }
    }
    #expect(try left(plan(revision: "1", uses: ["Remote"])) == [])
    #expect(try left(plan(revision: "1", uses: ["Remote"])) == files)
    #expect(try left(plan(revision: "2", uses: ["Remote"])) == ["A.build/x"])
    #expect(try left(plan(revision: "2", uses: [])) == ["A.build/x"])
    // Which packages are built does not matter: another run may need it again.
    #expect(try left(plan(revision: "2", uses: [], only: ["B"])) == files)
    #expect(try left(stand.plan()) == ["A.build/x"])
  }

  /// SwiftPM writes the lockfile of a new clone in the first build, and what that made is of its pins.
  @Test func outputsFromOutsideStayWhereTheirOwnBuildWroteTheLockfile() throws {
    func pins(_ revision: String) -> String {
      #"{"pins": [{"identity": "remote", "kind": "x", "location": "y", "state": {"revision": "\#(revision)"}}], "version": 2}"#
    }
    func checkout(_ revision: String) -> String {
      #"{"object": {"dependencies": [{"packageRef": {"identity": "remote"}, "#
        + #""state": {"name": "sourceControlCheckout", "checkoutState": {"revision": "\#(revision)"}}}]}}"#
    }
    /// True when an output from outside is there after a second run, with the lockfile `then`. The first run found none,
    /// checked out revision 1 and left the lockfile `written`.
    func isKept(written: String?, then: String?) throws -> Bool {
      let stand = try StandInSwift(
        packages: ["A"],
        build: """
          echo '\(checkout("1"))' > "$scratch/workspace-state.json"
          \(written.map { "echo '\($0)' > \"$root/A/Package.resolved\"" } ?? "")
          made $(roots)
          """)
      func run(_ lockfile: String?) throws {
        _ = try stand.run(
          stand.plan { package in
            package.dependencies = [PackageSketch.Dependency(.remote("remote"))]
            package.pins = lockfile
          })
      }
      let output = "scratch/main/platform/debug/Modules/Remote.swiftmodule"
      try run(nil)
      try stand.folder.write("", to: output)
      try run(then)
      return FileManager.default.fileExists(atPath: stand.folder.path(output))
    }
    #expect(try isKept(written: pins("1"), then: pins("1")))
    #expect(try !isKept(written: pins("1"), then: pins("2")), "it is another version")
    #expect(try !isKept(written: pins("2"), then: pins("2")), "somebody else wrote the lockfile meanwhile")
    #expect(
      try !isKept(written: pins("1"), then: nil), "without a lockfile SwiftPM may choose another version")
    #expect(try !isKept(written: nil, then: nil), "the same")
  }

  /// Planning anew costs most of a small build, and a remembered plan goes stale.
  @Test func aPlanIsUsedAgainForTheSameRootsOnly() throws {
    let stand = try StandInSwift(
      packages: ["A", "B"],
      build: #"echo "$planning" >> "$root/planning"; test -e "$root/bad" || made $(roots)"#)
    func planning() throws -> [Substring] {
      try String(contentsOfFile: stand.folder.path("planning"), encoding: .utf8).split(separator: "\n")
    }
    _ = try stand.run(stand.plan())
    _ = try stand.run(stand.plan())
    #expect(try planning() == ["anew", "remembered"])
    try stand.folder.write("", to: "A/Sources/New.swift")
    _ = try stand.run(stand.plan())
    #expect(try planning().dropFirst(2) == ["anew"])
  }

  /// SwiftPM does not watch the sources of plugins, nor what they read while it plans.
  @Test func whereAPluginRunsEveryPlanIsNew() throws {
    let stand = try StandInSwift(
      packages: ["A"], build: #"echo "$planning" >> "$root/planning"; made $(roots)"#)
    let plugin = ModuleID(package: "A", name: "Plugin")
    let plan = stand.plan { package in
      package.modules[1].needs.append(plugin)
      package.modules.append(ModuleSketch(id: plugin, kind: .plugin))
    }
    _ = try stand.run(plan)
    _ = try stand.run(plan)
    #expect(try String(contentsOfFile: stand.folder.path("planning"), encoding: .utf8) == "anew\nanew\n")
  }

  /// SwiftPM leaves removed resources where it copied them to.
  @Test func resourcesThatAreGoneAreNotFoundAgain() throws {
    let stand = try StandInSwift(
      packages: ["A"],
      build: """
        made $(roots)
        bundle=$(realpath "$scratch/debug")/A_A.resources
        mkdir -p "$bundle/en.lproj" "$bundle/Data"
        touch "$bundle/kept.txt" "$bundle/gone.txt" "$bundle/en.lproj/kept.strings" "$bundle/en.lproj/gone.strings"
        touch "$bundle/Data/any.txt"
        for output in kept.txt en.lproj/kept.strings Data/; do
          echo "    outputs: [\\"$bundle/$output\\"]" >> "$scratch/debug.yaml"
        done
        """)
    _ = try stand.run(stand.plan())
    let left = try FileManager.default.subpathsOfDirectory(
      atPath: stand.folder.path("scratch/main/debug/A_A.resources"))
    #expect(left.sorted() == ["Data", "Data/any.txt", "en.lproj", "en.lproj/kept.strings", "kept.txt"])
  }

  @Test func gitNeverSeesTheScratchFolders() throws {
    let stand = try StandInSwift(packages: ["A"])
    _ = try stand.run(stand.plan())
    let ignore = try String(contentsOfFile: stand.folder.path("scratch/.gitignore"), encoding: .utf8)
    #expect(ignore == "*\n")
  }
}
