package enum ChangeKind: String, Sendable, Hashable {
  case added, modified, deleted
  case typeChanged = "type-changed"
  case modeChanged = "mode-changed"
}

/// The last layer that touches a changed path.
package enum ChangeOrigin: String, Sendable, Hashable {
  case committed, staged, unstaged, untracked, submodule
  /// The user named the path; Git did not find it.
  case given
}

/// The file at a path on one side of a comparison.
package struct FileVersion: Hashable, Sendable {
  /// The id is nil when nobody needed it, so the content was not hashed.
  package let contentID: ContentID?
  package let kind: FileKind

  package init(contentID: ContentID?, kind: FileKind) {
    self.contentID = contentID
    self.kind = kind
  }
}

/// One path that differs between two states.
package struct FileChange: Hashable, Sendable {
  package private(set) var path: RelativePath
  package let kind: ChangeKind
  package let origin: ChangeOrigin
  /// Both versions are nil when the user named the path. Ambit then does not know what the path was before.
  package let old: FileVersion?
  package let new: FileVersion?
  /// The submodule that holds the path; nil for a path of the repository itself.
  private(set) var holder: RelativePath?
}

extension FileChange {
  /// Makes a change for a path that the user named.
  package init(_ path: RelativePath, _ kind: ChangeKind = .modified) {
    self.init(path: path, kind: kind, origin: .given, old: nil, new: nil)
  }

  /// Makes the change from `old` to `new`, or returns nil when they are the same.
  package init?(
    path: RelativePath, origin: ChangeOrigin, old: FileVersion?, new: FileVersion?,
    in holder: RelativePath? = nil
  ) {
    guard let kind = ChangeKind(from: old, to: new) else { return nil }
    self.init(path: path, kind: kind, origin: origin, old: old, new: new, holder: holder)
  }

  /// True when the change may stand for any path below its own: a submodule whose files cannot be seen, or a path that
  /// the user named.
  package var mayCoverFolder: Bool { isUnseenSubmodule || origin == .given }

  /// True for the pointer of a submodule that is not checked out. Nobody can tell which of its files changed.
  package var isUnseenSubmodule: Bool {
    old?.kind == .absentSubmodule || new?.kind == .absentSubmodule
  }

  /// The submodule that the change is in, or whose pointer it is. A host shows the change of the pointer alone.
  package var submodule: RelativePath? { holder ?? (isUnseenSubmodule ? path : nil) }

  package var existedBefore: Bool { kind != .added }
  package var existsNow: Bool { kind != .deleted }

  /// Returns the same change with its path relative to `folder`.
  package func seen(from folder: RelativePath) -> FileChange {
    var change = self
    change.path = path.seen(from: folder)
    change.holder = holder?.seen(from: folder)
    return change
  }
}

extension ChangeKind {
  init?(from old: FileVersion?, to new: FileVersion?) {
    switch (old, new) {
    case (nil, nil): return nil
    case (nil, _): self = .added
    case (_, nil): self = .deleted
    case (let old?, let new?):
      if old.kind.isPlain != new.kind.isPlain || (!old.kind.isPlain && old.kind != new.kind) {
        self = .typeChanged
      } else if old.contentID == nil || old.contentID != new.contentID {
        self = .modified
      } else if old.kind != new.kind {
        self = .modeChanged
      } else {
        return nil
      }
    }
  }
}

extension FileKind {
  /// True for a regular file, executable or not.
  package var isPlain: Bool { self == .file || self == .executable }
}

/// An id of what a file or a folder holds: twenty bytes, equal for equal content. Git's object names are such ids, and
/// so are digests cut to their length. The id needs no heap memory, since a run has hundreds of thousands of them.
package struct ContentID: Sendable, Hashable, Comparable {
  package static let length = 20

  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  /// Returns nil when there are not exactly 20 bytes.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    self = Array(bytes).withUnsafeBytes { ContentID(in: $0, at: 0) }
  }

  /// Reads forty hexadecimal digits.
  package init?(hex: some StringProtocol) {
    guard let bytes = Text.bytes(hex: hex.utf8) else { return nil }
    self.init(bytes)
  }

  /// Reads the 20 bytes at `offset`, which must all be there.
  package init(in bytes: UnsafeRawBufferPointer, at offset: Int) {
    high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    middle = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    low = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt32.self))
  }

  /// Ids have the order of their bytes.
  package static func < (left: ContentID, right: ContentID) -> Bool {
    (left.high, left.middle, left.low) < (right.high, right.middle, right.low)
  }

  package func append(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: high.bigEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: middle.bigEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: low.bigEndian) { bytes.append(contentsOf: $0) }
  }

  package var bytes: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(Self.length)
    append(to: &result)
    return result
  }
}

extension ContentID: CustomStringConvertible {
  /// The id as forty hexadecimal digits.
  package var description: String { bytes.map(Text.hex).joined() }
}
