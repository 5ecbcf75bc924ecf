import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension OpenFolder {
  /// Makes a file. It is an error when there is one already.
  package func makeFile(_ name: ArraySlice<UInt8>) throws(DiskError) -> OpenedFile {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    return try .opened(ByteName.with(name) { openat(descriptor, $0, flags, 0o600) })
  }

  /// Makes a folder. It is an error when there is one already.
  package func makeFolder(_ name: ArraySlice<UInt8>, permissions: UInt16) throws(DiskError) {
    try DiskError.check(ByteName.with(name) { mkdirat(descriptor, $0, mode_t(permissions)) })
  }

  package func makeLink(_ name: ArraySlice<UInt8>, to target: [UInt8]) throws(DiskError) {
    try DiskError.check(
      ByteName.with(target) { target in ByteName.with(name) { symlinkat(target, descriptor, $0) } })
  }

  /// Sets the time of a file. For a link the link's own time is set.
  package func setTime(of name: ArraySlice<UInt8>, to time: FileTime) throws(DiskError) {
    let times = [time.systemTime, time.systemTime]
    try DiskError.check(ByteName.with(name) { utimensat(descriptor, $0, times, AT_SYMLINK_NOFOLLOW) })
  }

  /// Sets the permissions and the time of the folder itself.
  package func set(permissions: UInt16, modified: FileTime) throws(DiskError) {
    try DiskError.check(futimens(descriptor, [modified.systemTime, modified.systemTime]))
    try DiskError.check(fchmod(descriptor, mode_t(permissions)))
  }

  /// Makes earlier renames durable.
  package func sync() throws(DiskError) {
    try DiskError.check(ambit_sync(descriptor))
  }

  /// Renames a file, and replaces the file that had the other name.
  package func rename(_ name: ArraySlice<UInt8>, to other: ArraySlice<UInt8>) throws(DiskError) {
    try DiskError.check(
      ByteName.with(name) { name in ByteName.with(other) { renameat(descriptor, name, descriptor, $0) } })
  }

  /// Renames a file to a name that must be free. Otherwise the error has `isPresence`.
  package func rename(_ name: ArraySlice<UInt8>, toFree free: ArraySlice<UInt8>) throws(DiskError) {
    let result = ByteName.with(name) { name in
      ByteName.with(free) { ambit_rename_to_free(descriptor, name, $0) }
    }
    if result == 0 { return }
    guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { throw .last }
    // This file system cannot check and rename in one step. The caller's lock keeps others out in between.
    guard try facts(of: free) == nil else { throw DiskError(code: EEXIST) }
    try rename(name, to: free)
  }

  /// Removes a file or link.
  package func remove(_ name: ArraySlice<UInt8>) throws(DiskError) {
    try DiskError.check(ByteName.with(name) { unlinkat(descriptor, $0, 0) })
  }

  /// Removes an empty folder.
  package func removeFolder(_ name: ArraySlice<UInt8>) throws(DiskError) {
    try DiskError.check(ByteName.with(name) { unlinkat(descriptor, $0, AT_REMOVEDIR) })
  }

  /// Removes a file, a link, or a folder with its contents. Links are not followed.
  package func removeTree(_ name: ArraySlice<UInt8>) throws(DiskError) {
    guard let facts = try facts(of: name) else { return }
    guard facts.kind == .folder else { return try remove(name) }
    // A folder without write permission cannot be emptied, not even by its owner.
    _ = ByteName.with(name) { fchmodat(descriptor, $0, 0o700, 0) }
    let folder = try folder(name)
    for inner in try folder.names() { try folder.removeTree(inner[...]) }
    try removeFolder(name)
  }
}
