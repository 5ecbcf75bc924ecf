import Base
import RunnerSupport
import SwiftSources
import TestSupport
import Testing

@testable import Runner

/// What has no tests, and what tests run, is part of the verdict.
@Suite struct ToolTests {
  /// `Tool` does not compile, wherever it is built.
  private static let broken = #"""
    case "$(roots)" in *Tool*)
      echo "$root/Tool/Sources/main.swift:3:1: error: no such thing"
      case "$arguments" in *multiroot*) made Tool A B;; *ToolP*|*Tool) made Tool;; esac
      exit 1 ;;
    esac
    made $(roots)
    """#

  private func plan(_ stand: StandInSwift, tests: [String]) -> FixturePlan {
    let tool = ModuleID(package: "Tool", name: "Tool")
    let packages = ["A", "B", "Tool"].map { name in
      let module = ModuleSketch(
        id: ModuleID(package: RelativePath(name), name: name), kind: name == "Tool" ? .executable : .regular,
        folder: RelativePath("\(name)/Sources"), runs: name == "A" ? [tool] : [])
      let test = ModuleSketch(id: stand.id(name), kind: .test, needs: [module.id])
      return PackageSketch(
        folder: RelativePath(name), name: name,
        modules: name == "Tool" ? [module] : [module, test])
    }
    return stand.plan(Set(tests.map(stand.id)).union([tool]), packages, builds: [tool])
  }

  @Test func aBrokenToolFailsTheRunAndTheTestsThatStartIt() throws {
    let stand = try StandInSwift(packages: ["A", "B", "Tool"], build: Self.broken)
    for _ in 1...2 {
      let report = try stand.run(plan(stand, tests: ["A", "B"]))
      #expect(report.outcome == .failed)
      #expect(report.modules.map(\.outcome) == [.buildFailed, .passed])
      #expect(
        report.modules.first?.failures.map(\.message) == ["it runs //Tool:Tool, whose package does not build"]
      )
      #expect(report.packages.map(\.outcome) == [.built, .built, .buildFailed])
      #expect(report.silentFailures.map(\.folder) == ["Tool"])
      #expect(report.packages.flatMap(\.proven).isEmpty, "A and B were not to be built but for their tests")
    }
    let alone = try stand.run(plan(stand, tests: []))
    #expect(alone.outcome == .failed && alone.modules.isEmpty)
  }

  /// When the build of all has failed of something else, too.
  @Test(arguments: [true, false]) func aToolIsBuiltWithThePackageThatHasIt(isOwn: Bool) throws {
    let stand = try StandInSwift(
      packages: ["A", "B", "C"],
      build: #"""
        case "$(roots)" in *C*) echo "$root/C/Sources/C.swift:3:1: error: no such thing"; exit 1 ;; esac
        made $(roots)
        echo '  "Tool-platform-debug.module": []' >> "$scratch/debug.yaml"; mkdir -p "$scratch/debug/Tool.build"
        """#)
    let tool = ModuleID(package: "A", name: "Tool")
    let packages = ["A", "B", "C"].map { name in
      let folder = RelativePath(name)
      let module = ModuleSketch(
        id: ModuleID(package: folder, name: name), kind: .regular, folder: RelativePath("\(name)/Sources"),
        runs: name == (isOwn ? "A" : "B") ? [tool] : [])
      let test = ModuleSketch(id: stand.id(name), kind: .test, needs: [module.id])
      let own = name == "A" ? [ModuleSketch(id: tool, kind: .executable)] : []
      return PackageSketch(folder: folder, name: name, modules: own + [module, test])
    }
    let plan = stand.plan(Set(["A", "B", "C"].map(stand.id)), packages, builds: [tool])
    let outcomes = try stand.run(plan).modules.map(\.outcome)
    #expect(outcomes == [.passed, .passed, .buildFailed])
    #expect(stand.builds.contains("--package-path /A --build-tests"))
    #expect(stand.builds.contains("--package-path /B --product BPackageTests"))
  }

  @Test func whatIsBuiltIsProven() throws {
    let stand = try StandInSwift(
      packages: ["A", "B", "Tool"],
      build: #"""
        made $(roots)
        echo '  "Tool-platform-debug.module": []' >> "$scratch/debug.yaml"; mkdir -p "$scratch/debug/Tool.build"
        echo 'x' > "$root/Tool/Sources/main.swift"
        """#)
    try stand.folder.write("", to: "Tool/Sources/main.swift")
    let report = try stand.run(plan(stand, tests: ["A"]))
    #expect(report.outcome == .passed)
    #expect(report.packages.map(\.outcome) == [.built, .built])
    #expect(report.packages.flatMap(\.proven) == [ModuleID(package: "Tool", name: "Tool")])
  }
}
