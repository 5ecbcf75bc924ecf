import Base
import Foundation
import Graph
import TestSupport
import Testing

@testable import Runner

/// A record is read as it was written, or not at all.
@Suite struct LedgerFileTests {
  private static let ledger = Ledger(
    surroundings: SHA256.digest(of: [1]),
    modules: [
      ModuleID(package: "Packages/Core", name: "Core"): Ledger.Entry(
        isSettled: true, asOf: -5, others: SHA256.digest(of: [2]), flags: SHA256.digest(of: [10]),
        sources: [
          FileMark(TreeFile(path: "Core/A.swift", kind: .executable, content: nil)),
          FileMark(place: .max, kind: 0, content: ContentID(hex: String(repeating: "0f", count: 20))),
        ], headers: []),
      ModuleID(package: RelativePath([0xFF, 0x0A]), name: "ü\n"): Ledger.Entry(
        isSettled: false, asOf: .max, others: SHA256.digest(of: [3]), sources: [], headers: []),
    ],
    packages: [
      "Packages/Core": LastBuildPackage(
        inputs: SHA256.digest(of: [7]), reads: ["/a": SHA256.digest(of: [8])],
        outputs: SHA256.digest(of: [9]), made: .init(modules: ["Core"], products: [], withoutXCTest: []))
    ])
  private static let shared = SharedLedger(
    isSettled: false, asOf: 7, generations: [ModuleID(package: "A", name: "B"): SHA256.digest(of: [4])],
    manifests: [.root: .init(meaning: SHA256.digest(of: [5]), text: SHA256.digest(of: [6]))])
  private static let record = ScratchRecord(
    ledgers: ["debug": ledger], shared: shared, targets: ["Core", "App"], products: ["App": ["executable"]],
    externals: SHA256.digest(of: [10]), headers: ["Packages/Core": "x"], leftOut: ["Mac"], plan: nil)

  @Test func whatIsWrittenIsRead() throws {
    let folder = try TemporaryFolder()
    try Self.record.write(in: folder.path)
    #expect(ScratchRecord.read(in: folder.path) == Self.record)
    #expect(ScratchRecord.read(in: folder.path("none")) == nil)
    var reads = CompilerReads.Reads()
    reads.files = ["/a b/c.h"]
    reads.imports = ["Core"]
    try folder.write("Core.o: a b/c.h", to: "x.d")
    for value in [reads, CompilerReads.Reads()] {
      var memory = FileMemory<CompilerReads.Reads>(at: folder.path("reads"))
      #expect(memory.value(of: folder.path("x.d")) { _ in value } == reads, "read once")
      #expect(memory.value(of: folder.path("none")) { _ in value } == nil)
      memory.save()
    }
  }

  /// A run that was killed before it could write the record must find none.
  @Test func anEmptiedFolderGetsNoRecord() throws {
    let folder = try TemporaryFolder()
    try ScratchRecord.update(in: folder.path) { $0.leftOut = ["Core"] }
    #expect(ScratchRecord.read(in: folder.path) == nil)
    try Self.record.write(in: folder.path)
    try ScratchRecord.update(in: folder.path) { $0.leftOut = ["Core"] }
    #expect(ScratchRecord.read(in: folder.path)?.leftOut == ["Core"])
  }

  @Test func whatIsDamagedIsNoRecord() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("ambit-record")
    try Self.record.write(in: folder.path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1 << UInt8(place % 8)
      try damaged.write(to: URL(filePath: path))
      #expect(ScratchRecord.read(in: folder.path) == nil, "byte \(place)")
      try bytes.prefix(place).write(to: URL(filePath: path))
      #expect(ScratchRecord.read(in: folder.path) == nil, "cut to \(place)")
    }
  }

  /// The seal of hostile bytes may be right.
  @Test func noBytesCrashTheReader() {
    var random = SeededGenerator(seed: 11)
    let encoded = Self.record.encoded
    for _ in 0..<2_000 {
      var bytes = encoded
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      var reader = ByteReader(bytes.prefix(.random(in: 0...bytes.count, using: &random)))
      _ = try? ScratchRecord(from: &reader)
    }
  }
}
