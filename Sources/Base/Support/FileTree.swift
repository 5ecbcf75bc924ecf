/// The files of one state of a repository: a commit, or what lies on disk.
///
/// Paths are relative to the tree's root. Symbolic links are reported, never followed.
package protocol FileTree: Sendable {
  /// What stands at `path`, or nil when nothing does.
  func kind(of path: RelativePath) throws -> FileKind?

  /// What a folder holds, sorted by name; empty when `folder` is no folder.
  func entries(of folder: RelativePath) throws -> [FileEntry]

  /// A file's bytes, or a symbolic link's target; nil when nothing stands there.
  func contents(of path: RelativePath) throws -> [UInt8]?

  /// Every file (tracked, or untracked and not ignored) whose last component and kind satisfy
  /// `isWanted`, sorted by path, with those of submodules. One that is not checked out is offered itself.
  func files(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) throws -> [TreeFile]

  /// The same for all that the tree is a part of, where it is one; with `..` at the front of what lies outside.
  func surroundingFiles(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) throws -> [TreeFile]

  /// An id that covers all that lies below `folder`, where one is at hand without looking there: two
  /// folders with the same id hold the same files.
  func folderID(of folder: RelativePath) throws -> ContentID?

  /// Every file below `folder`, or the file at that path itself, sorted by path.
  func files(below folder: RelativePath) throws -> [TreeFile]

  /// The bytes of a file that the tree listed.
  func contents(of file: TreeFile) throws -> [UInt8]?

  /// The submodules that were met so far, and whether their files could be read: a commit does not tell that.
  var metSubmodules: [RelativePath: Bool] { get }
}

extension FileTree {
  package func files(named isWanted: (ArraySlice<UInt8>) -> Bool) throws -> [RelativePath] {
    try files { name, kind in kind != .absentSubmodule && isWanted(name) }.map(\.path)
  }

  package func contents(of file: TreeFile) throws -> [UInt8]? { try contents(of: file.path) }

  package func surroundingFiles(
    where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool
  ) throws -> [TreeFile] { try files(where: isWanted) }

  package var metSubmodules: [RelativePath: Bool] { [:] }
}

/// A file in a listing.
package struct TreeFile: Sendable, Hashable {
  package let path: RelativePath
  package let kind: FileKind
  /// nil when it would have to be computed; the commit pointed at for a submodule that is not checked out.
  package let content: ContentID?

  package init(path: RelativePath, kind: FileKind, content: ContentID?) {
    self.path = path
    self.kind = kind
    self.content = content
  }

  /// The same file of a tree that holds this one at `folder`.
  package func moved(into folder: RelativePath) -> TreeFile {
    TreeFile(path: folder.appending(path), kind: kind, content: content)
  }
}

package enum FileKind: Sendable, Hashable {
  case file, executable, symbolicLink, folder
  /// The pointer of a submodule that is not checked out, so that its files cannot be seen.
  case absentSubmodule
}

package struct FileEntry: Sendable, Hashable {
  package let name: [UInt8]
  package let kind: FileKind

  package init(name: [UInt8], kind: FileKind) {
    self.name = name
    self.kind = kind
  }
}
