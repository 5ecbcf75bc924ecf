import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension OpenFolder {
  /// Makes a file that is not there yet.
  package func makeFile(_ name: ArraySlice<UInt8>) throws(DiskError) -> OpenedFile {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    return try .opened(ByteName.with(name) { openat(descriptor, $0, flags, 0o600) })
  }

  /// Makes a folder that is not there yet.
  package func makeFolder(_ name: ArraySlice<UInt8>, permissions: UInt16) throws(DiskError) {
    try DiskError.check(ByteName.with(name) { mkdirat(descriptor, $0, mode_t(permissions)) })
  }

  package func makeLink(_ name: ArraySlice<UInt8>, to target: [UInt8]) throws(DiskError) {
    try DiskError.check(
      ByteName.with(target) { target in ByteName.with(name) { symlinkat(target, descriptor, $0) } })
  }

  /// Sets the time of what has this name, of a link itself.
  package func setTime(of name: ArraySlice<UInt8>, to time: FileTime) throws(DiskError) {
    let times = [time.systemTime, time.systemTime]
    try DiskError.check(ByteName.with(name) { utimensat(descriptor, $0, times, AT_SYMLINK_NOFOLLOW) })
  }

  /// Of the folder itself.
  package func set(permissions: UInt16, modified: FileTime) throws(DiskError) {
    try DiskError.check(futimens(descriptor, [modified.systemTime, modified.systemTime]))
    try DiskError.check(fchmod(descriptor, mode_t(permissions)))
  }

  /// Makes earlier renames durable.
  package func sync() throws(DiskError) {
    try DiskError.check(ambit_sync(descriptor))
  }

  /// Gives what is called `name` another name, in place of what may have that name.
  package func rename(_ name: ArraySlice<UInt8>, to other: ArraySlice<UInt8>) throws(DiskError) {
    try DiskError.check(
      ByteName.with(name) { name in ByteName.with(other) { renameat(descriptor, name, descriptor, $0) } })
  }

  /// Gives what is called `name` a name that nothing has; an error that `isPresence` when something has.
  package func rename(_ name: ArraySlice<UInt8>, toFree free: ArraySlice<UInt8>) throws(DiskError) {
    let result = ByteName.with(name) { name in
      ByteName.with(free) { ambit_rename_to_free(descriptor, name, $0) }
    }
    if result == 0 { return }
    guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { throw .last }
    // A file system that cannot do both at once. A lock keeps out whoever might come in between.
    guard try facts(of: free) == nil else { throw DiskError(code: EEXIST) }
    try rename(name, to: free)
  }

  /// Removes a file or link.
  package func remove(_ name: ArraySlice<UInt8>) throws(DiskError) {
    try DiskError.check(ByteName.with(name) { unlinkat(descriptor, $0, 0) })
  }

  /// Removes a folder in which nothing lies.
  package func removeFolder(_ name: ArraySlice<UInt8>) throws(DiskError) {
    try DiskError.check(ByteName.with(name) { unlinkat(descriptor, $0, AT_REMOVEDIR) })
  }

  /// Removes what has this name, a folder with all it holds; links are removed, not followed.
  package func removeTree(_ name: ArraySlice<UInt8>) throws(DiskError) {
    guard let facts = try facts(of: name) else { return }
    guard facts.kind == .folder else { return try remove(name) }
    // What was written may be closed to its own writer.
    _ = ByteName.with(name) { fchmodat(descriptor, $0, 0o700, 0) }
    let folder = try folder(name)
    for inner in try folder.names() { try folder.removeTree(inner[...]) }
    try removeFolder(name)
  }
}
