import Base

/// Parses Git's index file, versions 2 to 4.
///
/// Git's `gitformat-index` documents the format. Every read is checked against the file's end.
struct IndexParser {
  private let bytes: UnsafeRawBufferPointer
  private let file: String
  private var at = 0
  private var version: UInt32 = 0
  private var entries: [IndexEntry] = []
  private var paths: [UInt8] = []
  private var cacheTree: CacheTree?

  private init(_ bytes: UnsafeRawBufferPointer, file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// Parses an index. Errors mention `file`.
  static func parse(_ bytes: [UInt8], file: String, timestamp: FileTime) throws(GitError) -> GitIndex {
    let result: Result<GitIndex, GitError> = bytes.withUnsafeBytes { bytes in
      var parser = IndexParser(bytes, file: file)
      do throws(GitError) {
        try parser.run()
        return .success(
          GitIndex(
            entries: parser.entries, paths: parser.paths, cacheTree: parser.cacheTree, timestamp: timestamp))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private mutating func run() throws(GitError) {
    guard bytes.count >= 12 + ObjectID.byteCount, word(at: 0) == 0x4449_5243 else { throw corrupt }
    version = word(at: 4)
    guard (2...4).contains(version) else {
      throw GitError(.unsupportedRepository, "the index '\(file)' has the unknown version \(version)")
    }
    let count = Int(word(at: 8))
    // The smallest entry takes 62 bytes. The check keeps a bad count from reserving gigabytes.
    guard count <= bytes.count / 62 else { throw corrupt }
    entries.reserveCapacity(count)
    paths.reserveCapacity(bytes.count)
    at = 12
    for _ in 0..<count { try entry() }
    while at + 8 <= end { try fileExtension() }
    // The order is checked last, since entries of a split index have no names. Its extension is refused before.
    try checkOrder()
  }

  /// Checks the order of the entries. Every search in the index relies on it.
  private func checkOrder() throws(GitError) {
    var previous: ArraySlice<UInt8> = []
    for entry in entries {
      let path = paths[Int(entry.pathStart)..<Int(entry.pathStart + entry.pathCount)]
      let isNext = previous.lexicographicallyPrecedes(path)
      guard isNext || (entry.isUnmerged && previous == path && !path.isEmpty) else { throw corrupt }
      previous = path
    }
  }

  /// The offset of the checksum.
  private var end: Int { bytes.count - ObjectID.byteCount }

  private var corrupt: GitError { GitError(.corruptRepository, "the index '\(file)' is damaged") }

  private func word(at offset: Int) -> UInt32 {
    UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  private func half(at offset: Int) -> UInt16 {
    UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }
}

// MARK: Entries

extension IndexParser {
  private mutating func entry() throws(GitError) {
    let start = at
    guard start + 64 <= end else { throw corrupt }
    let flags = half(at: start + 60)
    let isExtended = flags & 0x4000 != 0
    guard !isExtended || version >= 3 else { throw corrupt }
    at = start + (isExtended ? 64 : 62)
    let pathStart = paths.count
    try version == 4 ? compressedPath() : plainPath(from: start)
    entries.append(
      IndexEntry(
        changeSeconds: word(at: start), changeNanoseconds: word(at: start + 4),
        modifySeconds: word(at: start + 8), modifyNanoseconds: word(at: start + 12),
        inode: word(at: start + 20), mode: word(at: start + 24), user: word(at: start + 28),
        group: word(at: start + 32), size: word(at: start + 36), id: ObjectID(bytes, at: start + 40),
        flags: flags, extendedFlags: isExtended ? half(at: start + 62) : 0,
        pathStart: UInt32(truncatingIfNeeded: pathStart),
        pathCount: UInt32(truncatingIfNeeded: paths.count - pathStart)))
  }

  /// Reads a path that is padded with one to eight NULs to a multiple of eight bytes from `start`.
  private mutating func plainPath(from start: Int) throws(GitError) {
    let nul = try terminator(from: at)
    paths.append(contentsOf: bytes[at..<nul])
    at = start + ((nul - start + 8) & ~7)
    guard at <= end else { throw corrupt }
  }

  /// Reads the number of bytes to drop from the previous path, and the bytes to add.
  private mutating func compressedPath() throws(GitError) {
    var drop = 0
    var byte: UInt8 = 0
    repeat {
      guard at < end, drop < 1 << 40 else { throw corrupt }
      byte = bytes[at]
      drop = (drop << 7) + Int(byte & 127)
      // Each continued byte adds one, so that no number has two encodings.
      if byte & 128 != 0 { drop += 1 }
      at += 1
    } while byte & 128 != 0
    let previous = entries.last.map { Int($0.pathStart)..<Int($0.pathStart + $0.pathCount) } ?? 0..<0
    guard drop <= previous.count else { throw corrupt }
    let nul = try terminator(from: at)
    // A slice would share the buffer, and appending to it would copy all of the paths.
    for position in previous.dropLast(drop) { paths.append(paths[position]) }
    paths.append(contentsOf: bytes[at..<nul])
    at = nul + 1
  }

  private func terminator(from offset: Int) throws(GitError) -> Int {
    guard offset < end, let nul = bytes[offset..<end].firstIndex(of: 0) else { throw corrupt }
    return nul
  }
}

// MARK: Extensions

extension IndexParser {
  private mutating func fileExtension() throws(GitError) {
    let name = String(decoding: bytes[at..<(at + 4)], as: UTF8.self)
    let size = Int(word(at: at + 4))
    let start = at + 8
    guard size <= end - start else { throw corrupt }
    at = start + size
    switch name {
    case "TREE": cacheTree = CacheTree(UnsafeRawBufferPointer(rebasing: bytes[start..<at]))
    case "link": throw GitError(.splitIndex, "the index '\(file)' is split")
    case "sdir": throw GitError(.sparseIndex, "the index '\(file)' is a sparse index")
    case _ where name.first?.isUppercase == true:
      // Readers may skip extensions whose names begin with a capital letter.
      return
    default:
      throw GitError(.unsupportedRepository, "the index '\(file)' uses the unknown extension '\(name)'")
    }
  }
}
