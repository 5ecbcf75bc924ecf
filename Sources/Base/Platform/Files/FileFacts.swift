#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The facts that `stat` gives about a file. Equal facts say that nobody wrote to the file in between.
package struct FileFacts: Hashable, Sendable {
  package enum Kind: Sendable {
    case file, folder, link
    /// A pipe, a socket, a device.
    case other
  }

  /// The kind and the permissions as the system encodes them.
  package let mode: UInt32
  package let size: Int
  package let modified: FileTime
  /// The time when anything about the file changed. Nobody can set this time back.
  package let changed: FileTime
  package let inode: UInt64
  package let device: UInt64
  package let user: UInt32
  package let group: UInt32

  package var kind: Kind { Self.kind(ofMode: mode) }

  package static func kind(ofMode mode: UInt32) -> Kind {
    switch mode_t(truncatingIfNeeded: mode) & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// The permissions without the set-user-ID, set-group-ID and sticky bits.
  package var permissions: UInt16 { UInt16(mode & 0o777) }

  /// True when its owner may run it.
  package var isExecutable: Bool { Self.isExecutable(mode) }

  package static func isExecutable(_ mode: UInt32) -> Bool { mode & UInt32(S_IXUSR) != 0 }

  init(_ info: stat) {
    mode = UInt32(info.st_mode)
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
    user = info.st_uid
    group = info.st_gid
  }
}

extension FileFacts {
  /// Reads the facts of the file at a path. Returns nil when nothing is there.
  package init?(of path: [UInt8], followingLinks: Bool = false) {
    guard let facts = ByteName.with(path, { FileFacts(at: $0, followingLinks) }) else { return nil }
    self = facts
  }

  package init?(of path: String, followingLinks: Bool = false) {
    guard let facts = path.withCString({ FileFacts(at: $0, followingLinks) }) else { return nil }
    self = facts
  }

  private init?(at path: UnsafePointer<CChar>, _ followingLinks: Bool) {
    var info = stat()
    guard (followingLinks ? stat(path, &info) : lstat(path, &info)) == 0 else { return nil }
    self.init(info)
  }
}
