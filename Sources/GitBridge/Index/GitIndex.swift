import Base

/// Git's index, read once: the tracked files in Git's order, and the trees that the index remembers.
///
/// Our own parser reads it. The library does not offer the remembered trees and the racy-clean time stamp, and it
/// spends most of its reading time on a checksum.
struct GitIndex: Sendable {
  let entries: [IndexEntry]
  /// The bytes of every path, one after another.
  let paths: [UInt8]
  let cacheTree: CacheTree?
  /// The time when the index was last written. Files at least this young may have changed unnoticed.
  let timestamp: FileTime

  static let empty = GitIndex(entries: [], paths: [], cacheTree: nil, timestamp: FileTime(nanoseconds: 0))

  func path(of entry: IndexEntry) -> ArraySlice<UInt8> {
    paths[Int(entry.pathStart)..<Int(entry.pathStart + entry.pathCount)]
  }

  func path(at index: Int) -> ArraySlice<UInt8> { path(of: entries[index]) }

  /// Returns the first entry of `range` that does not sort before `name`. All of `range` must be in one folder, whose
  /// path with its slash has `prefix` bytes.
  func lowerBound(of name: some Collection<UInt8>, in range: Range<Int>, after prefix: Int) -> Int {
    let found: Int? = name.withContiguousStorageIfAvailable { name in
      paths.withUnsafeBufferPointer { paths in
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
          let middle = (low + high) / 2
          let entry = entries[middle]
          let start = Int(entry.pathStart) + prefix
          let end = Int(entry.pathStart + entry.pathCount)
          if UnsafeBufferPointer(rebasing: paths[start..<end]).sortsBefore(name) {
            low = middle + 1
          } else {
            high = middle
          }
        }
        return low
      }
    }
    return found ?? lowerBound(of: Array(name), in: range, after: prefix)
  }

  /// Returns the entries of `range` below the folder `name`.
  func folderRange(of name: [UInt8], in range: Range<Int>, after prefix: Int) -> Range<Int> {
    // In byte order, everything that starts with `name/` is before `name0`.
    let start = lowerBound(of: name + [UInt8(ascii: "/")], in: range, after: prefix)
    let end = lowerBound(
      of: name + [UInt8(ascii: "/") + 1], in: start..<range.upperBound, after: prefix)
    return start..<end
  }

  /// Returns the position of the entry `name` itself.
  func position(of name: some Collection<UInt8>, in range: Range<Int>, after prefix: Int) -> Int? {
    let at = lowerBound(of: name, in: range, after: prefix)
    guard at < range.upperBound, path(at: at).dropFirst(prefix).elementsEqual(name) else { return nil }
    return at
  }

  /// Returns the position of the entry at a path from the root.
  func position(of path: RelativePath) -> Int? {
    position(of: path.bytes, in: entries.indices, after: 0)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Compares by bytes, a shorter text first.
  fileprivate func sortsBefore(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    let common = Swift.min(count, other.count)
    for offset in 0..<common where self[offset] != other[offset] { return self[offset] < other[offset] }
    return count < other.count
  }
}

/// One file in Git's index.
struct IndexEntry: Sendable {
  let changeSeconds: UInt32
  let changeNanoseconds: UInt32
  let modifySeconds: UInt32
  let modifyNanoseconds: UInt32
  let inode: UInt32
  let mode: UInt32
  let user: UInt32
  let group: UInt32
  /// The file's size modulo 2^32.
  let size: UInt32
  let id: ObjectID
  let flags: UInt16
  let extendedFlags: UInt16
  let pathStart: UInt32
  let pathCount: UInt32

  var kind: FileKind { FileKind(gitMode: mode) }
  var version: FileVersion { FileVersion(contentID: id, kind: kind) }
  var isUnmerged: Bool { flags & 0x3000 != 0 }
  /// True when a sparse checkout left the file out of the work tree.
  var isSkipped: Bool { extendedFlags & 0x4000 != 0 }
  /// True after `git add --intent-to-add`, when the entry has no content yet.
  var isIntent: Bool { extendedFlags & 0x2000 != 0 }
}

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
  static func parse(_ bytes: [UInt8], file: String, timestamp: FileTime) throws(Failure) -> GitIndex {
    let result: Result<GitIndex, Failure> = bytes.withUnsafeBytes { bytes in
      var parser = IndexParser(bytes, file: file)
      do throws(Failure) {
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

  private mutating func run() throws(Failure) {
    guard bytes.count >= 12 + ObjectID.byteCount, word(at: 0) == 0x4449_5243 else { throw corrupt }
    version = word(at: 4)
    guard (2...4).contains(version) else {
      throw Failure.git(.unsupportedRepository, "the index '\(file)' has the unknown version \(version)")
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
  private func checkOrder() throws(Failure) {
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

  private var corrupt: Failure { Failure.git(.corruptRepository, "the index '\(file)' is damaged") }

  private func word(at offset: Int) -> UInt32 {
    UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  private func half(at offset: Int) -> UInt16 {
    UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }
}

// MARK: Entries

extension IndexParser {
  private mutating func entry() throws(Failure) {
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
  private mutating func plainPath(from start: Int) throws(Failure) {
    let nul = try terminator(from: at)
    paths.append(contentsOf: bytes[at..<nul])
    at = start + ((nul - start + 8) & ~7)
    guard at <= end else { throw corrupt }
  }

  /// Reads the number of bytes to drop from the previous path, and the bytes to add.
  private mutating func compressedPath() throws(Failure) {
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

  private func terminator(from offset: Int) throws(Failure) -> Int {
    guard offset < end, let nul = bytes[offset..<end].firstIndex(of: 0) else { throw corrupt }
    return nul
  }
}

// MARK: Extensions

extension IndexParser {
  private mutating func fileExtension() throws(Failure) {
    let name = String(decoding: bytes[at..<(at + 4)], as: UTF8.self)
    let size = Int(word(at: at + 4))
    let start = at + 8
    guard size <= end - start else { throw corrupt }
    at = start + size
    switch name {
    case "TREE": cacheTree = CacheTree(UnsafeRawBufferPointer(rebasing: bytes[start..<at]))
    case "link": throw Failure.git(.splitIndex, "the index '\(file)' is split")
    case "sdir": throw Failure.git(.sparseIndex, "the index '\(file)' is a sparse index")
    case _ where name.first?.isUppercase == true:
      // Readers may skip extensions whose names begin with a capital letter.
      return
    default:
      throw Failure.git(.unsupportedRepository, "the index '\(file)' uses the unknown extension '\(name)'")
    }
  }
}
