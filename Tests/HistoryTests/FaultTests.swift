import Base
import Foundation
import Graph
import TestSupport
import Testing

@testable import Runner

@Suite("What may happen to the file")
struct FaultTests {
  private static let modules = (0..<5).map { index in
    ModuleReport.passed(
      "M\(index)", 1, key: "key",
      cases: (0..<20).map { CaseReport(name: "T.c\($0)()", outcome: .passed, seconds: 1) })
  }

  private func filled() throws -> HistorySandbox {
    let sandbox = try HistorySandbox()
    for time in 0..<5 { try sandbox.history().record(.of(Self.modules), .at(time)) }
    return sandbox
  }

  /// The error of an operation, nil when there was none.
  private func error(_ body: () throws(Failure) -> Void) -> Failure? {
    do throws(Failure) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  private func useEverything(_ history: History) -> [Failure] {
    [
      error { () throws(Failure) in _ = try history.expectedSeconds() },
      error { () throws(Failure) in _ = try history.caseDurations() },
      error { () throws(Failure) in _ = try history.flakyModules() },
      error { () throws(Failure) in _ = try history.runs(last: 100) },
      error { () throws(Failure) in _ = try history.story(of: .named("M1"), last: 100) },
      error { () throws(Failure) in try history.record(.of(Self.modules), .at(9)) },
    ].compactMap(\.self)
  }

  @Test("what is no database is moved aside, and the next run starts anew")
  func garbage() throws {
    let sandbox = try filled()
    try sandbox.settle()
    try sandbox.folder.write(String(repeating: "garbage ", count: 1000), to: "cache/history.sqlite")
    let failure = error { () throws(Failure) in _ = try sandbox.history().expectedSeconds() }
    #expect(failure?.code == Failure.History.damaged.rawValue)
    #expect(failure?.message.contains("history.sqlite.damaged") == true)
    #expect(LocalFiles.exists(sandbox.database + ".damaged"))
    #expect(!LocalFiles.exists(sandbox.database))
    #expect(useEverything(sandbox.history()).isEmpty)
    #expect(try sandbox.history().runCount() == 1)
  }

  @Test("random damage is noticed or harmless, and mends itself", arguments: 0..<60)
  func randomDamage(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let sandbox = try filled()
    // Most of a young history lies in its log; half of the time it has been copied over.
    if Bool.random(using: &random) { try sandbox.settle() }
    for suffix in ["", "-wal", "-shm"] {
      guard var bytes = LocalFiles.read(sandbox.database + suffix), !bytes.isEmpty else { continue }
      if Int.random(in: 0..<4, using: &random) == 0 {
        bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
      }
      for _ in 0..<Int.random(in: 0..<40, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      LocalFiles.write(bytes, to: sandbox.database + suffix)
    }
    // Damage may lie where only later writes come by. Once noticed it is out of the way.
    let errors = (0..<3).flatMap { _ in useEverything(sandbox.history()) }
    #expect(errors.count { $0.code == Failure.History.damaged.rawValue } <= 1, "\(errors)")
    // A changed mark makes it another program's, or a later version's.
    #expect(
      errors.allSatisfy { [Failure.History.damaged, .foreign, .newer].map(\.rawValue).contains($0.code) },
      "\(errors)")
  }

  @Test("a damaged database in the place of an earlier one")
  func damagedTwice() throws {
    let sandbox = try HistorySandbox()
    for _ in 0..<2 {
      try sandbox.folder.write("no database, for 16 bytes and more", to: "cache/history.sqlite")
      #expect(
        error { () throws(Failure) in _ = try sandbox.history().modules() }?.code
          == Failure.History.damaged.rawValue)
    }
    let left = LocalFiles.names(in: sandbox.cacheFolder)
    #expect(left.allSatisfy { $0.hasPrefix("history.sqlite.damaged") }, "\(left)")
  }

  @Test("our mark, but tables are missing")
  func missingTable() throws {
    let sandbox = try filled()
    _ = try sandbox.history().file.read { database throws(Failure) in
      try database.execute("DROP TABLE case_run")
    }
    #expect(useEverything(sandbox.history()).map(\.code) == [Failure.History.damaged.rawValue])
    #expect(LocalFiles.exists(sandbox.database + ".damaged-wal"), "what was in the log is not lost")
  }

  @Test("a database that another process holds is waited for, but not for long")
  func locked() throws {
    let sandbox = try filled()
    let other = try Database(sandbox.database, creates: false)
    try other.execute("BEGIN EXCLUSIVE")
    let start = ContinuousClock.now
    #expect(try sandbox.history().expectedSeconds().count == 5, "reading goes on")
    let failure = error { () throws(Failure) in try sandbox.history().record(.of([]), .at(9)) }
    #expect(failure?.code == Failure.History.locked.rawValue)
    #expect(ContinuousClock.now - start < .seconds(5))
    try other.execute("COMMIT")
    try sandbox.history().record(.of([]), .at(9))
    #expect(try sandbox.history().runCount() == 6)
  }

  @Test("another program's database, and a newer version's, are left alone")
  func foreign() throws {
    for (sql, kind) in [
      ("CREATE TABLE songs (title)", Failure.History.foreign), ("PRAGMA user_version = 7", .foreign),
      ("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 99", .newer),
    ] {
      let sandbox = try HistorySandbox()
      LocalFiles.makeFolders(sandbox.cacheFolder)
      try Database(sandbox.database, creates: true).execute(sql)
      let before = LocalFiles.read(sandbox.database)
      #expect(Set(useEverything(sandbox.history()).map(\.code)) == [kind.rawValue])
      #expect(LocalFiles.read(sandbox.database) == before)
    }
  }

  @Test("an empty file is a new history")
  func empty() throws {
    let sandbox = try HistorySandbox()
    try sandbox.folder.write("", to: "cache/history.sqlite")
    #expect(useEverything(sandbox.history()).isEmpty)
  }

  @Test("places where nothing can be kept", arguments: ["folder", "link", "file"])
  func unusable(_ what: String) throws {
    let sandbox = try HistorySandbox()
    let files = FileManager.default
    switch what {
    case "folder": try files.createDirectory(atPath: sandbox.database, withIntermediateDirectories: true)
    case "link":
      LocalFiles.makeFolders(sandbox.cacheFolder)
      try files.createSymbolicLink(atPath: sandbox.database, withDestinationPath: sandbox.folder.path("prey"))
    default: try sandbox.folder.write("", to: "cache")
    }
    let failure = error { () throws(Failure) in try sandbox.history().record(.of([]), .at(1)) }
    #expect(failure?.code == Failure.History.unavailable.rawValue, "\(String(describing: failure))")
    #expect(!LocalFiles.exists(sandbox.folder.path("prey")))
  }

  @Test("a read-only file can be read", .enabled(if: geteuid() != 0, "the superuser may write everything"))
  func readOnly() throws {
    let sandbox = try filled()
    for suffix in ["", "-wal"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o400], ofItemAtPath: sandbox.database + suffix)
    }
    #expect(try sandbox.history().expectedSeconds().count == 5)
    #expect(
      error { () throws(Failure) in try sandbox.history().record(.of([]), .at(9)) }?.code
        == Failure.History.readOnly.rawValue)
  }

  @Test("a folder behind a link is fine")
  func linkedFolder() throws {
    let sandbox = try HistorySandbox()
    LocalFiles.makeFolders(sandbox.folder.path("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.cacheFolder, withDestinationPath: sandbox.folder.path("elsewhere"))
    #expect(useEverything(sandbox.history()).isEmpty)
    #expect(LocalFiles.exists(sandbox.folder.path("elsewhere/history.sqlite")))
  }
}
