import CPlatform

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// Mounts that only this process and its children see. Only Linux has them. They end with the last of these processes.
package enum OwnMounts {
  /// Returns the reason why such mounts are impossible here, or nil when they work. A separate process finds that out.
  package static func obstacle() -> String? {
    #if os(Linux)
      let code = ambit_try_own_mounts()
      return code == 0 ? nil : reason(DiskError(code: code))
    #else
      return "this system has no mount namespaces"
    #endif
  }

  /// Begins to have mounts of its own. The process must have one thread and no children yet.
  package static func begin() throws(DiskError) {
    #if os(Linux)
      try DiskError.check(ambit_own_mounts())
    #else
      throw DiskError(code: ENOTSUP)
    #endif
  }

  /// Shows a file or a folder, with everything mounted in it, at another place.
  package static func show(_ path: String, at place: String) throws(DiskError) {
    try mount(path, place, nil, bind: true)
  }

  /// Shows an empty folder in memory at a place.
  package static func empty(_ place: String) throws(DiskError) {
    try mount("none", place, "tmpfs", bind: false)
  }

  /// Removes the last mount at a place.
  package static func end(at place: String) {
    #if os(Linux)
      _ = ambit_unmount(place)
    #endif
  }

  /// Returns the message for an error of the kernel.
  package static func reason(_ error: DiskError) -> String {
    let refusal = "the system does not let this user create private mounts"
    // A limit of zero namespaces is reported as a full disk.
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
