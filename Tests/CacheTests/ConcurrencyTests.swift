import Base
import TestSupport
import Testing

@testable import Store

@Suite("A store that many use at once")
struct ConcurrencyTests {
  @Test("writers, readers and a pruner of the same few keys")
  func together() throws {
    let fixture = try StoreFixture()
    let stores = try (0..<4).map { _ in try fixture.open() }
    let wrong = concurrentMap(Array(0..<400), jobs: 8) { step -> String? in
      let store = stores[step % stores.count]
      let key = step % 5
      if step % 37 == 0 { _ = store.prune(to: 3 * 4096) }
      let blob = Array("blob \(key) \(step % 3)".utf8)
      let result = ActionResult("\(key) \(step % 3)", needs: [ContentDigest(of: blob)])
      if step % 2 == 0, store.put(blob) != nil { store.setRecord(result, for: .init(key: "\(key)")) }
      guard let found = store.record(.init(key: "\(key)")) else { return nil }
      guard let bytes = store.blob(found.outputFiles[0].digest) else { return nil }
      return bytes == Array("blob ".utf8) + found.standardOutput.raw ? nil : "\(found)"
    }
    #expect(wrong.compactMap(\.self).isEmpty)
    #expect(stores.flatMap(\.problems).isEmpty)
    #expect(try fixture.open().verify(jobs: 2).damaged.isEmpty)
    #expect(try fixture.open().statistics().temporaries.count == 0)
  }
}
