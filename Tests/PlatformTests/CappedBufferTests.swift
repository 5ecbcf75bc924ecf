import Testing

@testable import Base

@Suite struct CappedBufferTests {
  @Test(arguments: [0, 1, 2, 7, 10, 100], [1, 3, 64, 1000])
  func keepsBothEndsWhateverThePieces(limit: Int, piece: Int) {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    var buffer = CappedBuffer(limit: limit)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      buffer.append(Array(bytes[start..<min(start + piece, bytes.count)]))
    }
    let note = Array("\n[... \(1000 - limit) bytes omitted ...]\n".utf8)
    #expect(buffer.finish() == bytes.prefix(limit - limit / 2) + note + bytes.suffix(limit / 2))
    #expect(buffer.omitted == 1000 - limit)
  }

  @Test func whatFitsIsUntouched() {
    var buffer = CappedBuffer(limit: 4)
    buffer.append([1, 2])
    buffer.append([3, 4])
    #expect(buffer.finish() == [1, 2, 3, 4])
    #expect(buffer.omitted == 0)
  }
}
