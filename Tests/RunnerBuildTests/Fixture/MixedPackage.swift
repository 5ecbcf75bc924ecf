import Base
import Graph
import Runner
import SwiftSources

extension FixturePackage {
  /// Test modules of every temper in one package, so that they are built only once.
  static let mixed = FixturePackage(
    folder: "Packages/Mixed", name: "Mixed",
    modules: [
      Module(
        name: "Library", kind: .regular, source: "public struct Box {\n  public init() {}\n}\n"),
      Module(
        name: "PassingTests",
        source: """
          import Library
          import Testing
          import XCTest

          final class Old: XCTestCase {
            func testOne() { print("without an end of line", terminator: "") }
            func testTwo() async throws {}
            func testSkipped() throws { throw XCTSkip("not today") }
          }
          @Suite struct New {
            @Test func one() {}
            @Test(.disabled("not today")) func off() {}
            @Test(arguments: [1, 2, 3]) func each(_ number: Int) {}
            @Test(arguments: ["a"]) func each(_ text: String) {}
            @Test func known() { withKnownIssue { Issue.record("known") } }
            @Test func `a raw name`() { Issue.record("only a warning", severity: .warning) }
          }
          """),
      Module(
        name: "PassingTestsMore",
        source: "import Testing\n@Test func alone() { Issue.record(\"not yours\") }\n"),
      Module(
        name: "OldFailingTests",
        source: """
          import XCTest
          final class Old: XCTestCase {
            func testGood() {}
            func testBad() { XCTAssertEqual(1, 2, "numbers") }
            func testThrowing() throws { throw CancellationError() }
          }
          """),
      Module(
        name: "NewFailingTests",
        source: """
          import Testing
          @Test func good() {}
          @Test(arguments: [1, 2]) func bad(_ number: Int) { #expect(number == 1, "numbers") }
          """),
      Module(
        name: "OldCrashingTests",
        source: """
          import XCTest
          final class Old: XCTestCase {
            func testA() {}
            func testB() { fatalError("boom") }
            func testC() {}
          }
          """),
      Module(
        name: "NewCrashingTests", source: "import Testing\n@Test func boom() { fatalError(\"boom\") }\n"),
      Module(
        name: "OldExitingTests",
        source: """
          import XCTest
          final class Old: XCTestCase {
            func testA() {}
            func testB() { exit(0) }
            func testC() { XCTFail("never seen") }
          }
          """),
      Module(
        name: "NewExitingTests",
        source: "import Foundation\nimport Testing\n@Test func leave() { exit(0) }\n"),
      Module(
        name: "LoudTests",
        source: """
          import Testing
          import XCTest
          func shout() { for _ in 0..<20_000 { print(String(repeating: "x", count: 400)) } }
          final class Old: XCTestCase { func testLoud() { shout() } }
          @Test func loud() { shout() }
          """),
      Module(
        name: "ForkingTests",
        source: """
          import Foundation
          import Testing
          import XCTest
          func leaveChildrenBehind() throws {
            for _ in 0..<20 {
              let child = Process()
              child.executableURL = URL(fileURLWithPath: "/bin/sleep")
              child.arguments = ["30"]
              child.standardOutput = FileHandle.nullDevice
              child.standardError = FileHandle.nullDevice
              try child.run()
            }
          }
          final class Old: XCTestCase { func testForks() throws { try leaveChildrenBehind() } }
          @Test func forks() throws { try leaveChildrenBehind() }
          """),
      Module(name: "EmptyTests", source: "func helper() {}\n"),
      Module(
        name: "Dashed-Tests", source: "import XCTest\nfinal class Old: XCTestCase { func testIt() {} }\n"),
      Module(
        name: "StrayTests",
        source: """
          import Library
          import Testing
          extension Box { @Test func failing() { Issue.record("filed under Library") } }
          """),
    ])
}
