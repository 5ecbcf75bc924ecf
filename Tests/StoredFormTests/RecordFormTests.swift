import Base
import Store
import SwiftSources
import TestSupport
import Testing

@testable import Features
@testable import Graph
@testable import Runner
@testable import Session

/// Records of results in the local store, and what lies in them.
struct RecordFormTests {
  private static let key = SHA256.digest(of: "a module as it is".utf8)
  private static let product = SHA256.digest(of: "a product".utf8)
  private static let module = ModuleID(package: "Packages/Core", name: "CoreTests")

  private static let observation = Observation([
    .init(.workspace("Fixtures/a.json"), .content, .file([1, 2, 3], isExecutable: false), .foreign),
    .init(.workspace("gone"), .kind, .absent, .foreign),
    .init(.workspace("Fixtures"), .names, .names([(name: [97], kind: .file)]), .foreign),
    .init(.workspace("Sources/Core/A.swift"), .content, .file([], isExecutable: true), .declared),
    .init(.workspace("link"), .target, .target(Array("Fixtures".utf8)), .foreign),
    .init(.product("Core_CoreTests.resources"), .linkKind, .folder, .product),
    .init(.home("x"), .kind, .fileKind(size: 7, isExecutable: false), .foreign),
    .init(.outside(Array("/etc/hosts".utf8)), .content, .absent, .foreign),
    .init(.beside("../x"), .names, .folder, .foreign),
  ])

  private static func pass() throws -> KeptPass {
    var report = ModuleReport(id: module, outcome: .passed, seconds: 1.5)
    (report.attempts, report.cases) = (1, CaseCounts(passed: 2, skipped: 1))
    report.caseReports = [CaseReport(name: "CoreTests.A/b", outcome: .passed, seconds: 0.5)]
    return KeptPass(
      pass: try #require(RecordedPass(report)), log: Array("it printed this\n".utf8), observation: observation
    )
  }

  /// All that a pass says.
  private struct Said: Equatable {
    let pass: RecordedPass
    let log: [UInt8]
    let observation: Observation?
    let coverage: CoveredFiles?
    let flags: [Bool]

    init?(_ kept: KeptPass?) {
      guard let kept else { return nil }
      (pass, log, observation, coverage) = (kept.pass, kept.log, kept.observation, kept.coverage)
      flags = [kept.extent != .whole, kept.isGated, kept.isFromElsewhere]
    }
  }

  private func results(_ file: RecordFile) -> ResultStore { ResultStore(store: file.store) }

  @Test func observations() throws {
    try GoldenFile("observation-4").hold(Self.observation, written: Self.observation.sealed) {
      Observation(sealed: $0)
    }
  }

  @Test func aPass() throws {
    let file = try RecordFile(Self.key)
    let pass = try Self.pass()
    results(file).keep(pass, under: Self.key)
    try GoldenFile("record-pass").hold(try #require(Said(pass)), written: file.bytes) { bytes in
      file.put(bytes)
      return Said(results(file).kept(under: Self.key))
    }
  }

  @Test func aPassFromAProductWithCoverage() throws {
    let file = try RecordFile(Self.key)
    var pass = try Self.pass()
    (pass.isGated, pass.extent) = (true, .undeclared)
    pass.coverage = CoveredFiles(["Packages/Core/Sources/Core/A.swift": [1: 3, 2: 0]])
    results(file).keep(pass, under: Self.key)
    try GoldenFile("record-gated-pass").hold(try #require(Said(pass)), written: file.bytes) { bytes in
      file.put(bytes)
      return Said(results(file).kept(under: Self.key))
    }
  }

  /// The observation decides whether a result counts, so a damaged one makes the result useless.
  @Test func aResultWithADamagedObservationIsNone() throws {
    let file = try RecordFile(Self.key)
    defer { withExtendedLifetime(file) {} }
    let results = results(file)
    let task = KeptTask(seconds: 1, outputs: [], log: [], observation: Self.observation)
    func damage() throws {
      var record = try #require(results.recorded(Self.key))
      let name = ResultStore.Extent.whole.rawValue
      let place = try #require(record.outputFiles.firstIndex { $0.path == name })
      record.outputFiles[place] = .init(path: name, contents: [1, 2, 3])
      #expect(results.record(record, for: Self.key))
    }
    results.keep(try Self.pass(), under: Self.key)
    #expect(results.kept(under: Self.key)?.observation == Self.observation)
    try damage()
    #expect(Said(results.kept(under: Self.key)) == nil)
    #expect(results.keep(task, under: Self.key))
    #expect(results.kept(under: Self.key, for: Self.instance)?.observation == Self.observation)
    try damage()
    #expect(results.kept(under: Self.key, for: Self.instance)?.seconds == nil)
  }

  @Test func passesOfAProduct() throws {
    let file = try RecordFile(SHA256.digest(of: Array("ambit-passes".utf8) + Self.product.bytes))
    try results(file).keep(Self.pass(), under: ModuleKey(digest: Self.key), product: Self.product)
    try GoldenFile("record-product").hold([Self.key], written: file.bytes) { bytes in
      file.put(bytes)
      let found = results(file).candidates(product: Self.product)
      return found.isEmpty ? nil : found
    }
  }

  @Test func aBuild() throws {
    let file = try RecordFile(Self.key)
    results(file).keepBuild(under: Self.key)
    try GoldenFile("record-build").hold(true, written: file.bytes) { bytes in
      file.put(bytes)
      return results(file).isBuilt(under: Self.key) ? true : nil
    }
  }

  @Test func whatAModuleIsKnownToLookAt() throws {
    let key = TestReads.key(of: Self.module, workspace: "shop", folder: "apps")
    let file = try RecordFile(key)
    let known = TestReads(own: Self.key, observation: Self.observation, isDifferent: true)
    #expect(results(file).record(known.result(for: key), for: key))
    try GoldenFile("record-acquaintance-2").hold(known, written: file.bytes) { bytes in
      file.put(bytes)
      return TestReads(in: results(file).recorded(key), of: key)
    }
  }

  // MARK: Tasks

  private static let instance: TaskInstance = {
    var config = TaskConfig(name: "gen", command: ["tool", "a"])
    config.outputs = [TaskPattern("out/**")]
    return TaskInstance(config, in: .package("Core"), modules: [])
  }()

  @Test func aTask() throws {
    struct Said: Equatable {
      let seconds: Double
      let outputs: [TaskOutput]
      let log: [UInt8]
      let observation: Observation?
    }
    let file = try RecordFile(Self.key)
    let tasks = results(file)
    let content = Array("made\n".utf8)
    #expect(tasks.store.put(content) != nil)
    let outputs = [
      TaskOutput("Core/out/a", .file(SHA256.digest(of: content), size: content.count, permissions: 0o755)),
      TaskOutput("Core/out/empty", .folder), TaskOutput("Core/out/link", .link(Array("a".utf8))),
    ]
    let kept = KeptTask(
      seconds: 0.25, outputs: outputs, log: Array("it printed this\n".utf8), observation: Self.observation)
    #expect(tasks.keep(kept, under: Self.key))
    let said = Said(seconds: 0.25, outputs: outputs, log: kept.log, observation: Self.observation)
    try GoldenFile("record-task").hold(said, written: file.bytes) { bytes in
      file.put(bytes)
      return tasks.kept(under: Self.key, for: Self.instance).map {
        Said(seconds: $0.seconds, outputs: $0.outputs, log: $0.log, observation: $0.observation)
      }
    }
  }

  @Test func whatATaskLeftHere() throws {
    let cache = try TemporaryFolder()
    let ledger = TaskLedger(of: "/work/shop", cacheFolder: cache.path)
    var entry = TaskLedger.Entry(isUnderway: true, outputs: ["Core/out/a", "Core/out/b"])
    entry.seen = Footprint.Places(
      files: ["x"], folders: ["f"], trees: ["t"], outside: ["/etc/hosts"])
    ledger.update(Self.instance.id) { $0 = entry }
    let name = SHA256.digest(of: Self.instance.id.description.utf8)
    let path = cache.path("tasks-1/\(SHA256.digest(of: "/work/shop".utf8))/\(name)")
    try GoldenFile("tasks-1").hold(entry, written: LocalFiles.read(path)) { bytes in
      LocalFiles.replace(path, with: bytes)
      let found = ledger[Self.instance.id]
      return found == TaskLedger.Entry() ? nil : found
    }
  }
}
