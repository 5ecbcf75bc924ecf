/// The files of one state of a repository: a commit, or the working folder.
///
/// Paths are relative to the tree's root. Symbolic links are reported, never followed.
package protocol FileTree: Sendable {
  /// Returns the kind of the file or folder at `path`, or nil when nothing is there.
  func kind(of path: RelativePath) throws(Failure) -> FileKind?

  /// Returns the entries of a folder, sorted by name. The list is empty when `folder` is no folder.
  func entries(of folder: RelativePath) throws(Failure) -> [FileEntry]

  /// Returns a file's bytes, or a symbolic link's target. Returns nil when nothing is there.
  func contents(of path: RelativePath) throws(Failure) -> [UInt8]?

  /// Returns every file whose last component and kind satisfy `isWanted`, sorted by path, with the files of submodules.
  /// The tree offers tracked files, and untracked ones that are not ignored. A submodule that is not checked out is
  /// offered itself.
  func files(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) throws(Failure) -> [TreeFile]

  /// Returns the same for the whole repository that this tree is a part of. Paths outside the tree begin with `..`.
  func surroundingFiles(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) throws(Failure) -> [TreeFile]

  /// Returns an id that covers everything below `folder`, when the tree knows one without looking there. Two folders
  /// with the same id hold the same files.
  func folderID(of folder: RelativePath) throws(Failure) -> ContentID?

  /// Returns every file below `folder`, or the file at that path itself, sorted by path.
  func files(below folder: RelativePath) throws(Failure) -> [TreeFile]

  /// Returns the bytes of a file that the tree listed.
  func contents(of file: TreeFile) throws(Failure) -> [UInt8]?

  /// The submodules met so far, and whether their files could be read. A commit does not say that.
  var metSubmodules: [RelativePath: Bool] { get }
}

extension FileTree {
  package func files(named isWanted: (ArraySlice<UInt8>) -> Bool) throws(Failure) -> [RelativePath] {
    try files { name, kind in kind != .absentSubmodule && isWanted(name) }.map(\.path)
  }

  package func contents(of file: TreeFile) throws(Failure) -> [UInt8]? { try contents(of: file.path) }

  package func surroundingFiles(
    where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool
  ) throws(Failure) -> [TreeFile] { try files(where: isWanted) }

  package var metSubmodules: [RelativePath: Bool] { [:] }
}

/// A file in a listing.
package struct TreeFile: Sendable, Hashable {
  package let path: RelativePath
  package let kind: FileKind
  /// The id of the content, or nil when it would have to be computed. For a submodule that is not checked out it is the
  /// commit that the pointer names.
  package let content: ContentID?

  package init(path: RelativePath, kind: FileKind, content: ContentID?) {
    self.path = path
    self.kind = kind
    self.content = content
  }

  /// Returns the same file as seen from a tree that holds this file's tree at `folder`.
  package func moved(into folder: RelativePath) -> TreeFile {
    TreeFile(path: folder.appending(path), kind: kind, content: content)
  }
}

package enum FileKind: Sendable, Hashable {
  case file, executable, symbolicLink, folder
  /// The pointer of a submodule that is not checked out, so its files cannot be seen.
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
