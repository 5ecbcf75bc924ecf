#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files that nobody but this user can have written: for what is run, and not only read.
package enum OwnFiles {
  /// The bytes of a file; nil for a link, for another user's file, and for one that others may write, itself or in its
  /// folder.
  package static func read(_ path: String) -> [UInt8]? {
    isOwn(LocalFiles.folder(of: path), S_IFDIR) && isOwn(path, S_IFREG) ? LocalFiles.read(path) : nil
  }

  private static func isOwn(_ path: String, _ type: mode_t) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0 && info.st_mode & S_IFMT == type && info.st_uid == geteuid()
      && info.st_mode & (S_IWGRP | S_IWOTH) == 0
  }
}
