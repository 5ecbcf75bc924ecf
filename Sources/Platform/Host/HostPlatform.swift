/// The platform that runs happen on.
package enum HostPlatform {
  /// In SwiftPM's words.
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
}
