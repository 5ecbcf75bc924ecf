/// Files that only this user can have written. Ambit runs programs only from such files.
package enum OwnFiles {
  /// The write permissions of the group and of everybody.
  private static let othersMayWrite: UInt16 = 0o022

  /// Returns the bytes of a file. Returns nil for a link, for another user's file, and when others may write to the
  /// file or its folder.
  package static func read(_ path: String) -> [UInt8]? {
    isOwn(LocalFiles.folder(of: path), .folder) && isOwn(path, .file) ? LocalFiles.read(path) : nil
  }

  /// Returns true for a folder, not a link to one, in which nobody else may write.
  package static func isFolder(_ path: String) -> Bool { isOwn(path, .folder) }

  private static func isOwn(_ path: String, _ kind: FileFacts.Kind) -> Bool {
    guard let facts = FileFacts(of: path) else { return false }
    return facts.kind == kind && facts.user == CurrentProcess.user && facts.permissions & othersMayWrite == 0
  }
}
