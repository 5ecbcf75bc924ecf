/// The Swift toolchain that evaluates manifests.
package struct Toolchain: Sendable, Hashable {
  /// The driver `swift`, for `swift package`.
  package let swift: String
  package let swiftCompiler: String
  /// Holds the module and the library `PackageDescription`.
  package let manifestAPIFolder: String
  /// What `swiftc -version` says, and on macOS which SDK and Xcode it builds with: part of the identity of everything built
  /// with it. It names no place, so that machines can tell each other of results.
  package let identity: String
  package let version: ToolsVersion
  /// What it builds with on macOS.
  package let sdk: AppleSDK?
}

/// Why no toolchain could be found or asked.
package struct ToolchainError: Error, Sendable, Hashable {
  package enum Code: String, Sendable, Hashable, CaseIterable {
    case notFound = "toolchain-not-found"
    case incomplete = "toolchain-incomplete"
    case unusable = "toolchain-unusable"
    /// The run is being torn down.
    case stopped
  }

  package let code: Code
  package let message: String
}
