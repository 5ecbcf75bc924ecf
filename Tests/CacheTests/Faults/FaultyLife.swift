import Base
import Foundation
import TestSupport

@testable import Store

/// A store that lives through one fault after another, and what was ever written to it.
struct FaultyLife {
  private static let keys = (0..<5).map { SHA256Digest(key: "key \($0)") }

  let fixture: StoreFixture
  private var generator: SeededGenerator
  private var attempts: [Int: [Int: ActionResult]] = [:]
  private var generation = 0
  /// What was found that nobody had written.
  private(set) var wrongHits: [String] = []
  private(set) var hits = 0
  /// Keys that could not be written and read when the fault was over.
  private(set) var stuck: [String] = []

  init(seed: UInt64) throws {
    fixture = try StoreFixture()
    generator = SeededGenerator(seed: seed)
    try work(fixture.open(), steps: 8)
  }

  /// One fault in the middle of work, then the life of the next process. False when the fault found nothing
  /// that it could befall.
  mutating func suffer(_ fault: CallFault) throws -> Bool {
    let faults = Faults()
    faults.arm(
      fault, skips: Int.random(in: 0...6, using: &generator), lasting: Bool.random(using: &generator))
    let fixture = fixture
    // A store that cannot be opened does no harm.
    if let store = try? fixture.openFrozen(limit: 40_000, wrap: { FaultyFolder($0, faults) }) {
      try work(store, steps: 6)
    }
    try recover(after: fault.rawValue)
    return faults.hasFired
  }

  mutating func suffer(_ fault: RestFault) throws -> Bool {
    let struck = try fault.strike(fixture.folder, &generator)
    try recover(after: fault.rawValue)
    return struck
  }

  private mutating func recover(after fault: String) throws {
    let store = try fixture.open()
    for key in Self.keys.indices { lookUp(key, in: store) }
    let key = Int.random(in: Self.keys.indices, using: &generator)
    // Behind a planted link a shard stays out of use.
    let isBlocked = store.problems.contains { $0.code == "cache-unsafe" }
    if !write(key, to: store), !isBlocked, !store.problems.contains(where: { $0.code == "cache-unsafe" }) {
      stuck.append("\(fault): \(store.problems.map(\.message))")
    }
    try unlinkShards()
  }

  private func unlinkShards() throws {
    for kind in ["cas", "ac"] {
      let folder = "\(fixture.folder)/v1/\(kind)"
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let type = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.type]
        if type as? FileAttributeType == .typeSymbolicLink {
          try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
      }
    }
  }

  private mutating func work(_ store: LocalStore, steps: Int) throws {
    for _ in 0..<steps {
      let key = Int.random(in: Self.keys.indices, using: &generator)
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<10: _ = write(key, to: store)
      case 10..<15: lookUp(key, in: store)
      case 15: _ = store.prune(to: Int.random(in: 0...60_000, using: &generator))
      case 16: _ = store.verify(jobs: 1)
      case 17: store.maintain()
      case 18: _ = store.statistics()
      default: if Int.random(in: 0..<4, using: &generator) == 0 { _ = store.clear() }
      }
    }
  }

  /// Whether what was written is found right away.
  private mutating func write(_ key: Int, to store: LocalStore) -> Bool {
    generation += 1
    let blob = Self.blob(key, generation)
    let result = ActionResult("\(key) \(generation)", needs: [ContentDigest(of: blob)])
    attempts[key, default: [:]][generation] = result
    guard store.put(blob) != nil, store.setRecord(result, for: Self.keys[key]) else { return false }
    return lookUp(key, in: store)
  }

  private static func blob(_ key: Int, _ generation: Int) -> [UInt8] {
    Array(repeating: UInt8(truncatingIfNeeded: generation), count: 50 + generation % 300)
      + "\(key) \(generation)".utf8
  }

  @discardableResult
  private mutating func lookUp(_ key: Int, in store: LocalStore) -> Bool {
    guard let record = store.record(Self.keys[key]) else { return false }
    let words = String(decoding: record.standardOutput.raw, as: UTF8.self).split(separator: " ")
    guard words.count == 2, let generation = Int(words[1]), attempts[key]?[generation] == record else {
      wrongHits.append("record of \(key): \(record)")
      return false
    }
    guard let blob = store.blob(record.outputFiles[0].digest) else { return false }
    if blob != Self.blob(key, generation) { wrongHits.append("blob of \(key)") }
    hits += 1
    return true
  }
}
