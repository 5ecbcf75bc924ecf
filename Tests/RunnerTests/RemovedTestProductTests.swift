import Base
import Graph
import RunnerSupport
import TestSupport
import Testing

@testable import Runner

/// A product that an earlier build left must not answer for tests that are gone.
@Suite struct RemovedTestProductTests {
  @Test func whatThisBuildDidNotMakeIsNotStarted() throws {
    // SwiftPM passes over a target without sources, and makes no test product where there is no other.
    let stand = try StandInSwift(
      packages: ["A", "B"], build: #"if [ -e "$root/gone" ]; then made B; else made A B; fi"#)
    func run() throws -> [String] {
      let plan = stand.plan { package in
        package.modules[1].folder = package.folder.appending("Tests")
      }
      return try stand.run(plan).modules.map(\.outcome.rawValue)
    }
    #expect(try run() == ["passed", "passed"])
    let before = stand.starts.count
    try stand.folder.write("", to: "gone")
    #expect(try run() == ["build-failed", "passed"])
    #expect(!stand.starts.dropFirst(before).contains { $0.contains("ATests") })
  }
}
