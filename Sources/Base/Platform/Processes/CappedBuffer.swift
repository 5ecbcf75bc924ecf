/// Keeps the beginning and the end of a stream that is too long to keep in full.
package struct CappedBuffer: Sendable {
  private let limit: Int
  private var head: [UInt8] = []
  private var tail: [UInt8] = []
  package private(set) var omitted = 0

  package init(limit: Int) {
    self.limit = max(limit, 0)
  }

  private var headLimit: Int { limit - limit / 2 }

  package mutating func append(_ bytes: [UInt8]) {
    let room = headLimit - head.count
    if room >= bytes.count {
      head += bytes
      return
    }
    head += bytes.prefix(room)
    tail += bytes.dropFirst(room)
    // The tail is trimmed only now and then, so that a long stream is not copied for every chunk.
    if tail.count > limit + 65_536 { trim() }
  }

  private mutating func trim() {
    let excess = tail.count - limit / 2
    guard excess > 0 else { return }
    tail.removeFirst(excess)
    omitted += excess
  }

  /// Returns the kept bytes, with a note at the place of the omitted ones.
  package mutating func finish() -> [UInt8] {
    trim()
    guard omitted > 0 else { return head + tail }
    return head + Array("\n[... \(omitted) bytes omitted ...]\n".utf8) + tail
  }
}
