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
