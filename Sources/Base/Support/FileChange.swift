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
}

extension FileChange {
  /// Makes a change for a path that the user named.
  package init(_ path: RelativePath, _ kind: ChangeKind = .modified) {
    self.init(path: path, kind: kind, origin: .given, old: nil, new: nil)
  }

  /// Makes the change from `old` to `new`, or returns nil when they are the same.
  package init?(path: RelativePath, origin: ChangeOrigin, old: FileVersion?, new: FileVersion?) {
    guard let kind = ChangeKind(from: old, to: new) else { return nil }
    self.init(path: path, kind: kind, origin: origin, old: old, new: new)
  }

  /// True when the change may stand for any path below its own: a submodule whose files cannot be seen, or a path that
  /// the user named.
  package var mayCoverFolder: Bool { isUnseenSubmodule || origin == .given }

  /// True for the pointer of a submodule that is not checked out. Nobody can tell which of its files changed.
  package var isUnseenSubmodule: Bool {
    old?.kind == .absentSubmodule || new?.kind == .absentSubmodule
  }

  package var existedBefore: Bool { kind != .added }
  package var existsNow: Bool { kind != .deleted }

  /// Returns the same change with its path relative to `folder`.
  package func seen(from folder: RelativePath) -> FileChange {
    var change = self
    change.path = path.seen(from: folder)
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
