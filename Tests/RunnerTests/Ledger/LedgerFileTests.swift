import Base
import Foundation
import Graph
import TestSupport
import Testing

@testable import Runner

/// A ledger is read as it was written, or not at all.
@Suite struct LedgerFileTests {
  private static let ledger = Ledger(
    surroundings: SHA256.digest(of: [1]),
    modules: [
      ModuleID(package: "Packages/Core", name: "Core"): Ledger.Entry(
        isSettled: true, asOf: -5, others: SHA256.digest(of: [2]),
        sources: [
          FileMark(TreeFile(path: "Core/A.swift", kind: .executable, content: nil)),
          FileMark(place: .max, kind: 0, content: ContentID(hex: String(repeating: "0f", count: 20))),
        ], headers: []),
      ModuleID(package: RelativePath([0xFF, 0x0A]), name: "ü\n"): Ledger.Entry(
        isSettled: false, asOf: .max, others: SHA256.digest(of: [3]), sources: [], headers: []),
    ])
  private static let shared = SharedLedger(
    isSettled: false, asOf: 7, generations: [ModuleID(package: "A", name: "B"): SHA256.digest(of: [4])],
    manifests: [.root: .init(meaning: SHA256.digest(of: [5]), text: SHA256.digest(of: [6]))])

  @Test func whatIsWrittenIsRead() throws {
    let folder = try TemporaryFolder()
    try Self.ledger.write(folder.path("ledger"))
    try Self.shared.write(folder.path("shared"))
    #expect(Ledger.read(folder.path("ledger")) == Self.ledger)
    #expect(SharedLedger.read(folder.path("shared")) == Self.shared)
    #expect(Ledger.read(folder.path("none")) == nil)
    var reads = CompilerReads.Reads()
    reads.files = ["/a b/c.h"]
    reads.imports = ["Core"]
    let known = KnownReads(files: ["x.d": .init(written: 3, reads)])
    try known.write(folder.path("reads"))
    #expect(KnownReads.read(folder.path("reads")) == known)
  }

  @Test func whatIsDamagedIsNoLedger() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("ledger")
    try Self.ledger.write(path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1 << UInt8(place % 8)
      try damaged.write(to: URL(filePath: path))
      #expect(Ledger.read(path) == nil, "byte \(place)")
      try bytes.prefix(place).write(to: URL(filePath: path))
      #expect(Ledger.read(path) == nil, "cut to \(place)")
    }
  }

  /// The seal of hostile bytes may be right.
  @Test func noBytesCrashTheReader() {
    var random = SeededGenerator(seed: 11)
    let encoded = Self.ledger.encoded
    for _ in 0..<2_000 {
      var bytes = encoded
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      var reader = ByteReader(bytes.prefix(.random(in: 0...bytes.count, using: &random)))
      _ = try? Ledger(from: &reader)
    }
  }
}
