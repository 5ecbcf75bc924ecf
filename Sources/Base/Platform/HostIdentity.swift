#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system that builds and tests run on, as far as it can decide a result. Machines with the same system are equal.
package struct HostIdentity: Sendable, Hashable {
  /// `debian`, `macos`.
  package let system: String
  package let version: String
  /// The C library that programs are linked with.
  package let libc: String

  package init(system: String, version: String, libc: String) {
    self.system = system
    self.version = version
    self.libc = libc
  }

  package static func ofThisMachine() -> HostIdentity {
    #if canImport(Darwin)
      // The build number counts too: previews and security responses share the version.
      let version = ["kern.osproductversion", "kern.osversion"].map { sysctlText($0) ?? "" }
      return HostIdentity(system: "macos", version: version.joined(separator: " "), libc: "system")
    #else
      let files = ["/etc/os-release", "/usr/lib/os-release"]
      let release = files.lazy.compactMap { LocalFiles.read($0) }.first ?? []
      return HostIdentity(osRelease: String(decoding: release, as: UTF8.self), libc: libcVersion)
    #endif
  }

  /// Parses `os-release`, which has assignments like a shell script.
  init(osRelease text: String, libc: String) {
    var values: [Substring: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      values[parts[0]] = parts[1].filter { $0 != "\"" && $0 != "'" }
    }
    self.init(system: values["ID"] ?? "linux", version: values["VERSION_ID"] ?? "", libc: libc)
  }

  #if canImport(Darwin)
    private static func sysctlText(_ name: String) -> String? {
      var count = 0
      guard sysctlbyname(name, nil, &count, nil, 0) == 0, count > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: count)
      guard sysctlbyname(name, &bytes, &count, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  #elseif canImport(Glibc)
    /// `glibc 2.36`
    private static var libcVersion: String {
      var text = [CChar](repeating: 0, count: 64)
      let count = confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count)
      return count == 0
        ? "" : String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  #else
    private static var libcVersion: String { "musl" }
  #endif
}

/// The platform that runs happen on.
package enum HostPlatform {
  /// The platform's name in SwiftPM.
  package static var name: String {
    #if os(macOS)
      "macos"
    #elseif os(Windows)
      "windows"
    #else
      "linux"
    #endif
  }

  package static var isLinux: Bool { name == "linux" }

  package static func libraryFile(_ name: String) -> String {
    self.name == "macos" ? "lib\(name).dylib" : "lib\(name).so"
  }

  /// The temporary folder that the system gives each user, whatever the environment says. nil where there is none.
  package static var temporaryFolder: String? {
    #if canImport(Darwin)
      var room = [CChar](repeating: 0, count: Int(PATH_MAX))
      guard confstr(_CS_DARWIN_USER_TEMP_DIR, &room, room.count) > 0 else { return nil }
      let path = String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      return path.hasSuffix("/") ? String(path.dropLast()) : path
    #else
      return nil
    #endif
  }
}
