import Base
import CGit2
import CZlib

/// An object in a file of its own. The file has `type SP size NUL content`, compressed.
struct LooseObject {
  let type: git_object_t
  let content: [UInt8]

  /// The longest header: `commit`, a space, twenty digits and the NUL.
  private static let headerLimit = 32
  /// The most bytes that one byte of zlib's input can expand to.
  private static let expansionLimit = 1032

  /// Returns nil unless the file's bytes are one complete, undamaged object.
  init?(file: [UInt8]) {
    let object = file.withUnsafeBytes { bytes -> LooseObject? in
      guard var inflater = Inflater(bytes) else { return nil }
      return LooseObject(&inflater, sizeLimit: bytes.count * Self.expansionLimit)
    }
    guard let object else { return nil }
    self = object
  }

  private init?(_ inflater: inout Inflater, sizeLimit: Int) {
    guard let start = inflater.read(Self.headerLimit), let end = start.firstIndex(of: 0),
      let (type, size) = Self.header(start[..<end]), size <= sizeLimit
    else { return nil }
    let first = start[(end + 1)...]
    guard first.count <= size, let rest = inflater.read(size - first.count),
      first.count + rest.count == size, inflater.isAtEnd()
    else { return nil }
    self.type = type
    content = first + rest
  }

  private static func header(_ bytes: ArraySlice<UInt8>) -> (git_object_t, size: Int)? {
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let size = Int(words[1])
    else { return nil }
    switch words[0] {
    case "commit": return (GIT_OBJECT_COMMIT, size)
    case "tree": return (GIT_OBJECT_TREE, size)
    case "blob": return (GIT_OBJECT_BLOB, size)
    case "tag": return (GIT_OBJECT_TAG, size)
    default: return nil
    }
  }
}

/// The objects of one `objects` folder that are in files of their own.
struct LooseFolder: Sendable {
  let path: [UInt8]

  enum Answer {
    case object(LooseObject)
    case absent
    /// The file exists, and the text says what is wrong with it.
    case unreadable(String)
  }

  func read(_ id: ObjectID) -> Answer {
    let file = file(of: id)
    let bytes: [UInt8]
    do throws(DiskError) {
      bytes = try ByteFiles.contents(of: file, followingLinks: true)
    } catch {
      return error.isAbsence ? .absent : .unreadable(error.words)
    }
    return LooseObject(file: bytes).map(Answer.object) ?? .unreadable("its file is damaged")
  }

  func has(_ id: ObjectID) -> Bool { ByteFiles.exists(file(of: id)) }

  /// Returns the ids that begin with the first `digits` hexadecimal digits of `id`.
  func ids(startingWith id: ObjectID, digits: Int) -> [ObjectID] {
    let start = id.hex.prefix(digits)
    guard digits >= 2 else { return [] }
    return ByteFiles.names(in: path + Array("/\(start.prefix(2))".utf8)).compactMap { name in
      let hex = start.prefix(2) + String(decoding: name, as: UTF8.self)
      return hex.hasPrefix(start) ? ObjectID(hex: hex) : nil
    }
  }

  private func file(of id: ObjectID) -> [UInt8] {
    let hex = id.hex
    return path + Array("/\(hex.prefix(2))/\(hex.dropFirst(2))".utf8)
  }
}

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
