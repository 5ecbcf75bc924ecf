import Base
import Foundation
import ServerSupport
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("Machines that share a real server", .timeLimit(.minutes(10)))
struct SharedRecordTests {
  @Test("what one keeps another has, whole", arguments: LiveStore.Kind.expected)
  func sharing(_ kind: LiveStore.Kind) throws {
    let live = try LiveStore(kind)
    let writer = try LiveMachine(try live.store)
    let results = try writer.send(0..<30)
    #expect(writer.cache.problems == [] && writer.cache.sent == 30)
    let reader = try LiveMachine(try live.store)
    #expect(reader.bring(0..<31) == 30)
    #expect(reader.cache.problems == [])
    for number in 0..<30 {
      let found = try #require(reader.local.record(LiveMachine.key(number)))
      // A server may put into a record what lies beside it.
      #expect(found.outputFiles.map(\.digest) == results[number].outputFiles.map(\.digest))
      for file in found.outputFiles where file.contents.isEmpty {
        #expect(reader.local.blob(file.digest) != nil)
      }
    }
    #expect(try LiveMachine(try live.store, own: "pr-1").bring(0..<30) == 30)
    _ = try LiveMachine(try live.store, own: "pr-1").send(100..<103)
    #expect(try LiveMachine(try live.store).bring(100..<103) == 0)
  }

  @Test(
    "signed records are believed where signatures are required, others are not",
    arguments: LiveStore.Kind.expected)
  func signatures(_ kind: LiveStore.Kind) throws {
    let live = try LiveStore(kind)
    let (key, _) = try #require(SigningKey.generate())
    let trust = RecordTrust(keys: [.init(key.publicKey, for: nil)], requiresSignature: true)
    _ = try LiveMachine(try live.store, signer: key).send(0..<3)
    _ = try LiveMachine(try live.store).send(3..<6)
    let reader = try LiveMachine(try live.store, trust: trust)
    #expect(reader.bring(0..<6) == 3)
    #expect(reader.cache.problems.map(\.code) == ["remote-unsigned"])
  }

  @Test("many write the same at once", arguments: LiveStore.Kind.expected)
  func contention(_ kind: LiveStore.Kind) throws {
    let live = try LiveStore(kind)
    let machines = try (0..<4).map { _ in try LiveMachine(try live.store) }
    for machine in machines {
      for number in 0..<10 { _ = try machine.keep(number) }
      machine.cache.send((0..<10).map(LiveMachine.key))
    }
    for machine in machines {
      machine.cache.finish(within: .seconds(60))
      #expect(machine.cache.problems == [])
    }
    #expect(try LiveMachine(try live.store).bring(0..<10) == 10)
  }

  /// What happens to bytes on the way back from a good server.
  enum Accident: String, CaseIterable {
    case flipped, cut, reset, stalled
  }

  @Test(
    "accidents on the way change no result",
    arguments: LiveStore.Kind.expected.flatMap { kind in Accident.allCases.map { (kind, $0) } })
  func accidents(_ kind: LiveStore.Kind, _ accident: Accident) throws {
    let live = try LiveStore(kind)
    let results = try LiveMachine(try live.store).send(0..<12)
    for seed in 0..<4 {
      let link = try FaultyLink(to: live.port) { count in
        var random = SeededGenerator(seed: UInt64(seed * 1000 + count))
        return .init(after: Int.random(in: 0..<60_000, using: &random), accident, seed: random.next())
      }
      let reader = try LiveMachine(live.store(through: link.port))
      _ = reader.bring(0..<12)
      for number in 0..<12 {
        guard let found = reader.local.record(LiveMachine.key(number)) else { continue }
        #expect(found.outputFiles.map(\.digest) == results[number].outputFiles.map(\.digest))
        for file in found.outputFiles where file.contents.isEmpty {
          #expect(reader.local.blob(file.digest) != nil)
        }
      }
    }
  }
}
