import Base
import Foundation
import Graph
import TestSupport
import Testing

@testable import Runner

/// What the process that is killed has to do. It finds its orders by its parent's id: an exit test is told
/// nothing else, and changing the environment would disturb the tests beside it.
private struct Orders: Codable {
  let folder: String
  let microseconds: UInt32

  private static func file(of process: pid_t) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("ambit-kill-test-\(process)")
  }

  func give() throws { try JSONEncoder().encode(self).write(to: Self.file(of: getpid())) }

  static func received() throws -> Orders {
    try JSONDecoder().decode(Orders.self, from: Data(contentsOf: file(of: getppid())))
  }

  static func withdraw() { try? FileManager.default.removeItem(at: file(of: getpid())) }
}

@Suite("Killed while writing", .serialized)
struct KillTests {
  private static let modules = (0..<10).map { index in
    ModuleReport.passed("M\(index)", cases: (0..<10).map { CaseReport(name: "T.c\($0)()", outcome: .passed) })
  }

  /// Records runs as fast as it can, from the very first one on.
  private static func recordForever(_ folder: String) {
    let history = History(cacheFolder: folder, workspace: "/shop", limits: .init(runs: 30))
    var time = (try? history.runs(last: 1).first?.facts.time) ?? 0
    while true {
      time += 1
      // An error is for the parent to find.
      do { try history.record(.of(modules), .at(time)) } catch { exit(1) }
    }
  }

  @Test("the history is intact and every run in it whole")
  func killed() async throws {
    var random = SeededGenerator(seed: 4)
    let sandbox = try HistorySandbox()
    defer { Orders.withdraw() }
    for round in 0..<20 {
      let folder = round % 5 == 0 ? sandbox.folder.path("fresh\(round)") : sandbox.cacheFolder
      try Orders(folder: folder, microseconds: .random(in: 0..<40_000, using: &random)).give()
      await #expect(processExitsWith: .signal(SIGKILL)) {
        let orders = try Orders.received()
        Thread.detachNewThread {
          usleep(orders.microseconds)
          kill(getpid(), SIGKILL)
        }
        KillTests.recordForever(orders.folder)
      }
      for folder in LocalFiles.names(in: sandbox.folder.path) {
        try expectWhole(History(cacheFolder: sandbox.folder.path(folder), workspace: "/shop"))
      }
    }
    #expect(try sandbox.history().runCount() > 0)
    #expect(!LocalFiles.names(in: sandbox.cacheFolder).contains { $0.contains("damaged") })
  }

  private func expectWhole(_ history: History) throws {
    let count = try history.runCount()
    #expect(try history.runs(last: 999).allSatisfy { $0.ran == 10 })
    for module in try history.modules() { #expect(try history.story(of: module, last: 999).count == count) }
    let (cases, verdict) =
      try history.file.read { database throws(Failure) in
        (
          try database.integer("SELECT count(*) FROM case_run"),
          try database.prepare("PRAGMA integrity_check").rows([]) { $0.text(0) }
        )
      } ?? (0, ["ok"])
    #expect(cases == count * 100)
    #expect(verdict == ["ok"])
  }
}
