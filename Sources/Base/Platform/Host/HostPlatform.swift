#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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

  /// Returns the file name of a dynamic library.
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
