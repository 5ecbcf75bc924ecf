import Base
import Store

/// What lies under a key: everything follows from the key's number and a generation, so that whoever reads a
/// record can tell whether it is one that was written.
struct Contents: Equatable {
  static let keys = 0..<48

  let key: Int
  let generation: Int

  init(key: Int, generation: Int) {
    self.key = key
    self.generation = generation
  }

  /// What a record says of itself.
  init?(_ record: ActionResult) {
    let words = String(decoding: record.standardOutput.raw, as: UTF8.self).split(separator: " ").map(
      String.init)
    guard words.count == 2, let key = Int(words[0]), let generation = Int(words[1]) else { return nil }
    self.init(key: key, generation: generation)
  }

  static func name(of key: Int) -> SHA256Digest { SHA256.digest(of: "key \(key)".utf8) }

  /// From a few bytes to a few pages.
  var blob: [UInt8] {
    var state = UInt64(key) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(generation)
    let length = 1 + Int((state >> 20) % 20_000)
    return (0..<length).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
  }

  var record: ActionResult {
    var result = ActionResult()
    result.standardOutput.raw = Array("\(key) \(generation)".utf8)
    result.outputFiles = [
      ActionResult.OutputFile(path: "blob", digest: ContentDigest(of: blob)),
      ActionResult.OutputFile(path: "inline", contents: Array("generation \(generation)".utf8)),
    ]
    return result
  }

  @discardableResult
  func write(to store: LocalStore) -> Bool {
    store.put(blob) != nil && store.setRecord(record, for: Self.name(of: key))
  }

  enum Lookup {
    case miss
    case hit
    case wrong
  }

  static func lookUp(_ key: Int, in store: LocalStore) -> Lookup {
    guard let record = store.record(name(of: key)) else { return .miss }
    guard let contents = Contents(record), contents.key == key, contents.record == record else {
      return .wrong
    }
    guard let blob = store.blob(record.outputFiles[0].digest) else { return .miss }
    return blob == contents.blob ? .hit : .wrong
  }
}
