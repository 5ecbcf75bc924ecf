package import Support

package enum ChangeKind: String, Sendable, Hashable {
  case added
  case modified
  case deleted
  case typeChanged = "type-changed"
  case modeChanged = "mode-changed"
}

/// The last layer that touches a changed path.
package enum ChangeOrigin: String, Sendable, Hashable {
  case committed
  case staged
  case unstaged
  case untracked
  case submodule
  /// Named by the user instead of found by Git.
  case given
}

/// What stood at a path on one side of a comparison.
package struct FileVersion: Hashable, Sendable {
  /// nil when nobody needed the content's id, so that it was not hashed.
  package let contentID: ContentID?
  package let kind: FileKind

  package init(contentID: ContentID?, kind: FileKind) {
    self.contentID = contentID
    self.kind = kind
  }
}

/// One path that differs between two states.
package struct FileChange: Hashable, Sendable {
  package let path: RelativePath
  package let kind: ChangeKind
  package let origin: ChangeOrigin
  package let old: FileVersion?
  package let new: FileVersion?

  package init(
    path: RelativePath, kind: ChangeKind, origin: ChangeOrigin, old: FileVersion?, new: FileVersion?
  ) {
    self.path = path
    self.kind = kind
    self.origin = origin
    self.old = old
    self.new = new
  }

  /// The change from `old` to `new`, or nil when they are the same.
  init?(path: RelativePath, origin: ChangeOrigin, old: FileVersion?, new: FileVersion?) {
    guard let kind = ChangeKind(from: old, to: new) else { return nil }
    self.init(path: path, kind: kind, origin: origin, old: old, new: new)
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
  /// A regular file, executable or not.
  var isPlain: Bool { self == .file || self == .executable }

  /// The kind that a mode in a tree or in the index stands for.
  init(gitMode mode: UInt32) {
    switch mode & 0o170000 {
    case 0o040000: self = .folder
    case 0o120000: self = .symbolicLink
    case 0o160000: self = .absentSubmodule
    default: self = mode & 0o100 == 0 ? .file : .executable
    }
  }
}
