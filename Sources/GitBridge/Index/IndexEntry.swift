import Support

/// One file as Git's index knows it.
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
  /// Left out of the work tree by a sparse checkout.
  var isSkipped: Bool { extendedFlags & 0x4000 != 0 }
  /// Announced by `git add --intent-to-add`, without content so far.
  var isIntent: Bool { extendedFlags & 0x2000 != 0 }
}
