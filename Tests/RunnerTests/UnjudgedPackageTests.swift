import Base
import TestSupport
import Testing

@testable import Runner

/// One package that its surroundings keep from being built takes the verdict from no other.
@Suite struct UnjudgedPackageTests {
  private static let missing =
    "error: the package at '/w/Nope' cannot be accessed (/w/Nope doesn't exist in file system)"

  /// Each build that includes B ends with SwiftPM's words about B.
  private static func unresolved(_ error: String = missing, more: String = "") -> String {
    """
    case " $(roots | tr '\\n' ' ') " in *" B "*) echo "\(error)"; exit 1 ;; esac
    \(more)
    made $(roots)
    """
  }

  private func outcomes(_ report: RunReport) -> [String] { report.modules.map(\.outcome.rawValue) }

  @Test func theOthersAreBuiltAndTested() throws {
    let stand = try StandInSwift(packages: ["A", "B", "C"], build: Self.unresolved())
    let report = try stand.run(stand.plan())
    #expect(outcomes(report) == ["passed", "no-verdict", "passed"])
    #expect(report.packages.map(\.outcome) == [.built, .noVerdict, .built])
    #expect(report.outcome == .incomplete)
    let reason = try #require(report.modules[1].noVerdict)
    #expect(reason.code == "unresolved-dependency")
    #expect(reason.message.contains("the package at '/w/Nope' cannot be accessed"))
    #expect(report.packages[1].noVerdict == reason)
  }

  @Test func aPackageByItselfHasNoVerdictEither() throws {
    let stand = try StandInSwift(packages: ["B"], build: Self.unresolved())
    let report = try stand.run(stand.plan())
    #expect(outcomes(report) == ["no-verdict"])
    #expect(report.outcome == .incomplete)
    #expect(stand.builds.count == 1)
  }

  @Test func whatWasBuiltBeforeStays() throws {
    let stand = try StandInSwift(
      packages: ["B"], build: #"[ -e "$root/gone" ] && { echo "\#(Self.missing)"; exit 1; }; made $(roots)"#)
    #expect(try stand.run(stand.plan()).outcome == .passed)
    try stand.folder.write("", to: "gone")
    try stand.folder.write("// changed", to: "B/Package.swift")
    let report = try stand.run(stand.plan())
    #expect(outcomes(report) == ["no-verdict"])
    #expect(report.warnings.isEmpty, "nothing is built again from nothing for that")
  }

  @Test func aCompilerErrorStaysAFailure() throws {
    let stand = try StandInSwift(
      packages: ["A", "B", "C"],
      build: Self.unresolved(
        more:
          #"case "$(roots)" in A) echo "$root/A/Sources/A.swift:3:1: error: no such thing"; exit 1 ;; esac"#))
    let report = try stand.run(stand.plan())
    #expect(outcomes(report) == ["build-failed", "no-verdict", "passed"])
    #expect(report.outcome == .failed)
  }

  @Test(arguments: [
    (
      "error: 'bench': unknown package 'core-lib' in dependencies of target 'Bench'; valid packages are: 'Core'",
      true
    ),
    (
      "error: 'shop': product 'Kore' required by package 'shop' target 'Shop' not found in package 'Core'.",
      true
    ),
    ("error: 'shop': product 'Other' required by package 'shop' target 'Shop' not found.", true),
    ("error: Dependencies could not be resolved because root depends on 'x' 1.0.0..<2.0.0.", true),
    ("error: fatalError", false),
    (
      "/w/A.swift:3:5: error: no\nerror: 'b': product 'X' required by package 'b' target 'B' not found.",
      false
    ),
  ])
  func wordsOfSwiftPM(_ output: String, _ isObstacle: Bool) {
    #expect((BuildObstacle.reason(in: output)?.code == "unresolved-dependency") == isObstacle)
  }
}
