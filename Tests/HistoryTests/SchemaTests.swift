import Base
import Graph
import Testing

@testable import Runner

@Suite("Versions of the database")
struct SchemaTests {
  private static let later = Schema.steps + ["ALTER TABLE run ADD COLUMN weather TEXT"]

  @Test("a later version takes over what is there, and an earlier one then keeps its hands off")
  func migration() throws {
    let sandbox = try HistorySandbox()
    try sandbox.history().record(.of([.passed("Core", 4)]), .at(1))
    let database = try Database(sandbox.database, creates: false)
    for _ in 0..<2 { try Schema.prepare(database, steps: Self.later) }
    #expect(try database.integer("PRAGMA user_version") == Self.later.count)
    #expect(try database.integer("SELECT count(*) FROM run WHERE weather IS NULL") == 1)
    #expect(throws: Failure.self) { try sandbox.history().runs(last: 1) }
    #expect(try database.integer("SELECT count(*) FROM module_run") == 1)
  }

  @Test("a step that fails leaves the version before it")
  func failedStep() throws {
    let sandbox = try HistorySandbox()
    try sandbox.history().record(.of([]), .at(1))
    let database = try Database(sandbox.database, creates: false)
    #expect(throws: Failure.self) {
      try Schema.prepare(database, steps: Self.later + ["DROP TABLE nowhere"])
    }
    #expect(try sandbox.history().runCount() == 1)
  }

  @Test("nothing is written where all is well")
  func idle() throws {
    let sandbox = try HistorySandbox()
    try sandbox.history().record(.of([]), .at(1))
    let database = try Database(sandbox.database, creates: false)
    let before = try database.integer("PRAGMA data_version")
    try Schema.prepare(Database(sandbox.database, creates: false))
    #expect(try database.integer("PRAGMA data_version") == before)
  }
}
