#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What lies under a name, links not followed. Two that are equal say that nobody wrote in between.
struct DiskStatus: Equatable, Sendable {
  enum Kind: Sendable {
    case file
    case folder
    case link
    /// A pipe, a socket, a device.
    case other
  }

  let kind: Kind
  /// Without the bits that lend a user's or a group's rights.
  let permissions: UInt16
  let size: Int
  let modified: FileTime
  /// When anything about it changed: nobody can set this time back.
  private let changed: FileTime
  private let inode: UInt64
  private let device: UInt64

  init(_ info: stat) {
    kind =
      switch info.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    permissions = UInt16(info.st_mode & 0o777)
    size = Int(info.st_size)
    #if canImport(Darwin)
      modified = FileTime(info.st_mtimespec)
      changed = FileTime(info.st_ctimespec)
    #else
      modified = FileTime(info.st_mtim)
      changed = FileTime(info.st_ctim)
    #endif
    inode = UInt64(info.st_ino)
    device = UInt64(truncatingIfNeeded: info.st_dev)
  }
}
