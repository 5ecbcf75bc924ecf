/// Files that nobody but this user can have written: for what is run, and not only read.
package enum OwnFiles {
  /// Write access of the group or of everybody.
  private static let othersMayWrite: UInt16 = 0o022

  /// The bytes of a file; nil for a link, for another user's file, and for one that others may write, itself or in its
  /// folder.
  package static func read(_ path: String) -> [UInt8]? {
    isOwn(LocalFiles.folder(of: path), .folder) && isOwn(path, .file) ? LocalFiles.read(path) : nil
  }

  /// Whether it is a folder, and no link to one, in which nobody else may write.
  package static func isFolder(_ path: String) -> Bool { isOwn(path, .folder) }

  private static func isOwn(_ path: String, _ kind: FileFacts.Kind) -> Bool {
    guard let facts = FileFacts(of: path) else { return false }
    return facts.kind == kind && facts.user == CurrentProcess.user && facts.permissions & othersMayWrite == 0
  }
}
