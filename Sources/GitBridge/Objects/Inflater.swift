import CZlib

/// Decompresses zlib data in memory, piece by piece.
///
/// It never returns more bytes than asked for, and always ends: truncated input counts as damaged.
struct Inflater: ~Copyable {
  /// The stream is allocated separately, since zlib keeps its address.
  private let stream: UnsafeMutablePointer<z_stream>
  private var rest: UnsafeMutableRawBufferPointer
  private var hasEnded = false
  /// zlib counts in 32 bits.
  private static let pieceLimit = 1 << 30

  /// `input` must outlive the inflater. Returns nil when there is no memory.
  init?(_ input: UnsafeRawBufferPointer) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // zlib does not write to its input, but its type does not say so.
    rest = UnsafeMutableRawBufferPointer(mutating: input)
    guard ambit_inflate_init(stream) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Returns the next bytes, fewer than `count` only at the end. Returns nil when the input is damaged.
  mutating func read(_ count: Int) -> [UInt8]? {
    var isIntact = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, produced in
      while isIntact, !hasEnded, produced < count {
        isIntact = step(into: UnsafeMutableBufferPointer(rebasing: buffer[produced..<count]), &produced)
      }
    }
    return isIntact ? bytes : nil
  }

  private mutating func step(into room: UnsafeMutableBufferPointer<UInt8>, _ produced: inout Int) -> Bool {
    if stream.pointee.avail_in == 0 { refill() }
    let limit = min(room.count, Self.pieceLimit)
    stream.pointee.next_out = room.baseAddress
    stream.pointee.avail_out = UInt32(limit)
    let code = inflate(stream, Z_NO_FLUSH)
    produced += limit - Int(stream.pointee.avail_out)
    hasEnded = code == Z_STREAM_END
    // zlib returns `Z_BUF_ERROR` when it makes no progress: the input ended before the stream did.
    return hasEnded || code == Z_OK
  }

  private mutating func refill() {
    let piece = UnsafeMutableRawBufferPointer(rebasing: rest.prefix(Self.pieceLimit))
    stream.pointee.next_in = piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(piece.count)
    rest = UnsafeMutableRawBufferPointer(rebasing: rest.dropFirst(piece.count))
  }

  /// Returns true when there are no more bytes, and no input behind the end of the stream.
  mutating func isAtEnd() -> Bool {
    guard let more = read(1), more.isEmpty else { return false }
    return hasEnded && stream.pointee.avail_in == 0 && rest.isEmpty
  }
}
