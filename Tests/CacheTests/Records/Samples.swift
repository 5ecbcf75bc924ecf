import Base
import TestSupport

@testable import Store

/// Results of every shape, at random.
enum Samples {
  static func result(_ generator: inout SeededGenerator) -> ActionResult {
    var result = ActionResult()
    result.outputFiles = (0..<Int.random(in: 0...4, using: &generator)).map { number in
      let isExecutable = Bool.random(using: &generator)
      if Bool.random(using: &generator) {
        return .init(path: "out/ä\(number)", contents: bytes(&generator), isExecutable: isExecutable)
      }
      return .init(path: "b\(number)", digest: digest(&generator), isExecutable: isExecutable)
    }
    result.exitCode = [0, 1, -1, 255, .max, .min].randomElement(using: &generator) ?? 0
    result.standardOutput = stream(&generator)
    result.standardError = stream(&generator)
    if Bool.random(using: &generator) {
      result.execution.worker = "worker \"1\"\n"
      result.execution.start = time(&generator)
      result.execution.completed = time(&generator)
    }
    return result
  }

  private static func stream(_ generator: inout SeededGenerator) -> ActionResult.Stream {
    let raw = bytes(&generator)
    switch Int.random(in: 0...2, using: &generator) {
    case 0: return .init(raw: raw)
    case 1: return .init(raw: raw, digest: ContentDigest(of: raw))
    default: return .init(digest: digest(&generator))
    }
  }

  static func bytes(_ generator: inout SeededGenerator) -> [UInt8] {
    let length = [0, 1, 5, 130, 300].randomElement(using: &generator) ?? 0
    return (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  private static func digest(_ generator: inout SeededGenerator) -> ContentDigest {
    let size = [0, 1, 127, 128, 1 << 32, Int.max].randomElement(using: &generator) ?? 0
    return ContentDigest(hash: SHA256.digest(of: bytes(&generator)), size: size)
  }

  private static func time(_ generator: inout SeededGenerator) -> ActionResult.Timestamp? {
    guard Bool.random(using: &generator) else { return nil }
    return .init(
      seconds: [0, -62_135_596_800, 1_800_000_000].randomElement(using: &generator) ?? 0,
      nanoseconds: [0, 1, 999_999_999].randomElement(using: &generator) ?? 0)
  }
}
