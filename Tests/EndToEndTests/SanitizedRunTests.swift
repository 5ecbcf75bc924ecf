import Base
import ProgramSupport
import TestSupport
import Testing

/// `ambit test --sanitize` with real builds: what is found, who is to blame, and that ordinary builds do not see it.
@Suite struct SanitizedRunTests {
  private func scene(_ body: String) throws -> CommandSandbox {
    let sandbox = try CommandSandbox()
    try sandbox.edit(
      "Packages/Core/Sources/Core/Core.swift",
      """
      public let x = 1
      public final class Box: @unchecked Sendable {
        public var n = 0
        public init() {}
      }
      public func freed() -> Int {
        let place = UnsafeMutablePointer<Int>.allocate(capacity: 4)
        place.initialize(repeating: 1, count: 4)
        place.deallocate()
        return place[2]
      }
      """)
    try sandbox.edit("Packages/Core/Tests/CoreTests/Tests.swift", body)
    try sandbox.git.commitAll("shop")
    return sandbox
  }

  @Test func aRaceIsTheFailureOfTheCaseThatRuns() throws {
    let sandbox = try scene(
      """
      import Foundation
      import XCTest
      import Core
      final class CoreTests: XCTestCase {
        func testFine() {}
        func testRaces() {
          let box = Box()
          let threads = (0..<2).map { _ in Thread { for _ in 0..<10000 { box.n += 1 } } }
          threads.forEach { $0.start() }
          while threads.contains(where: { !$0.isFinished }) { Thread.sleep(forTimeInterval: 0.001) }
        }
      }
      """)
    let home = ["XDG_CACHE_HOME": sandbox.git.path("cache")]
    let run = sandbox.run("test --all CoreTests --sanitize thread --json", environment: home)
    #expect(run.exitCode == 1, "\(run.output) \(run.errors)")
    let module = try run.json["modules"]?.arrayValue?.first
    #expect(module?["outcome"]?.stringValue == "crashed")
    let failure = module?["failures"]?.arrayValue?.first
    #expect(failure?["case"]?.stringValue == "CoreTests.CoreTests/testRaces")
    #expect(failure?["message"]?.stringValue?.hasPrefix("WARNING: ThreadSanitizer: ") == true)
    #expect(failure?["file"]?.stringValue == "Packages/Core/Tests/CoreTests/Tests.swift")
    // Of the accesses that raced the sanitizer names one: making the box, counting in it, or its end.
    #expect((7...11).contains(failure?["line"]?.intValue ?? 0), "\(run.output)")
    let again = try #require(failure?["again"]?.stringValue)
    #expect(again.hasSuffix(" --sanitize thread"))
    // Nothing of that is known to a run without it, and nothing is recorded.
    let plain = sandbox.run("test --all CoreTests --json", environment: home)
    #expect(plain.exitCode == 0, "\(plain.output) \(plain.errors)")
    #expect(try plain.json["modules"]?.arrayValue?.first?["source"]?.stringValue == "run")
  }

  @Test func aMemoryErrorIsAndWhatPassesIsRecordedApart() throws {
    let sandbox = try scene(
      "import XCTest\nimport Core\nfinal class CoreTests: XCTestCase {\n  func testFrees() { XCTAssert(freed() > -9) }\n}\n"
    )
    let home = ["XDG_CACHE_HOME": sandbox.git.path("cache")]
    let run = sandbox.run("test --all CoreTests --sanitize address --color never", environment: home)
    #expect(run.exitCode == 1, "\(run.output) \(run.errors)")
    #expect(
      run.output.contains(
        "Packages/Core/Sources/Core/Core.swift:10  ERROR: AddressSanitizer: heap-use-after-free"),
      "\(run.output)")
    #expect(run.output.contains("rerun all failures: ambit test --failed --sanitize address"))

    // What leaks in XCTest itself is nobody's failure here.
    try sandbox.edit(
      "Packages/Core/Tests/CoreTests/Tests.swift",
      "import XCTest\nimport Core\nfinal class CoreTests: XCTestCase {\n  func testFine() { XCTAssertEqual(x, 1) }\n}\n"
    )
    for source in ["run", "local"] {
      let again = sandbox.run("test --all CoreTests --json -- --sanitize=address", environment: home)
      #expect(again.exitCode == 0, "\(again.output) \(again.errors)")
      #expect(try again.json["modules"]?.arrayValue?.first?["source"]?.stringValue == source)
    }
    // How long it takes with a sanitizer is not how long it takes.
    let plan = try sandbox.run("plan --all --json", environment: home).json
    let core = plan["modules"]?.arrayValue?.first { $0["id"]?.stringValue == "//Packages/Core:CoreTests" }
    #expect(core?["expectedSeconds"]?.isNull == true && core?["run"]?.boolValue != false)
  }

  @Test func whatTheCompilerDoesNotHaveIsRefusedBeforeAnythingIsBuilt() throws {
    let sandbox = try CommandSandbox()
    for command in ["test --all --dry-run", "build --all", "plan --all"] {
      let run = sandbox.run("\(command) --sanitize thread --json -- --sanitize address")
      #expect(run.exitCode == 2)
      #expect(try run.json["error"]?["code"]?.stringValue == "no-sanitizer", "\(run.output)")
    }
  }
}
