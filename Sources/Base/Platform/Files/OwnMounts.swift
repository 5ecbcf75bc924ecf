import CPlatform

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// Mounts that this process and all that it starts see, and nobody else. Linux has such; they end with the last of these
/// processes.
package enum OwnMounts {
  /// Why there can be none; nil: there can be. Found out by a process that does nothing else.
  package static func obstacle() -> String? {
    #if os(Linux)
      let code = ambit_try_own_mounts()
      return code == 0 ? nil : reason(DiskError(code: code))
    #else
      return "this system has no mount namespaces"
    #endif
  }

  /// For a process with one thread, before it starts another.
  package static func begin() throws(DiskError) {
    #if os(Linux)
      try DiskError.check(ambit_own_mounts())
    #else
      throw DiskError(code: ENOTSUP)
    #endif
  }

  /// Shows a file or a folder, with all that is mounted in it, in the place of another.
  package static func show(_ path: String, at place: String) throws(DiskError) {
    try mount(path, place, nil, bind: true)
  }

  /// An empty folder in memory in the place of another.
  package static func empty(_ place: String) throws(DiskError) {
    try mount("none", place, "tmpfs", bind: false)
  }

  /// Takes away what was put there last.
  package static func end(at place: String) {
    #if os(Linux)
      _ = ambit_unmount(place)
    #endif
  }

  /// Said of what the kernel refuses, in words that name the refusal.
  package static func reason(_ error: DiskError) -> String {
    let refusal = "the system does not let this user have mounts of its own"
    // A limit of nought stands for a full disk.
    return error.kind == .notPermitted || error.kind == .full ? "\(refusal) (\(error.words))" : error.words
  }

  private static func mount(_ what: String, _ place: String, _ kind: String?, bind: Bool) throws(DiskError) {
    #if os(Linux)
      let flags = bind ? ambit_mount_bind | ambit_mount_deep : 0
      try DiskError.check(ambit_mount(what, place, kind, UInt(flags)))
    #else
      throw DiskError(code: ENOTSUP)
    #endif
  }
}
