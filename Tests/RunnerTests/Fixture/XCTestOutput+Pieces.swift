@testable import Runner

extension XCTestOutput {
  /// What comes of a text that arrives in pieces.
  mutating func results(of text: String, inPiecesOf size: Int) -> CaseResults {
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      append(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    finish()
    return results
  }
}
