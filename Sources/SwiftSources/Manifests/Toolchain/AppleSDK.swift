import Base

/// The macOS SDK that a toolchain builds with, and its Xcode.
package struct AppleSDK: Sendable, Hashable {
  package let path: String
  /// The developer folder, whose other parts such as XCTest are used too; nil when it is not known.
  package let developerFolder: String?
  /// A text that differs for every SDK, and is the same wherever the SDK lies.
  package let identity: String

  /// Finds the SDK as SwiftPM does. `SDKROOT` comes first, then the answer of `xcrun`, which uses `DEVELOPER_DIR` or
  /// the choice of `xcode-select`.
  static func locate(searchPath: String, _ asker: ToolchainAsker) throws(ToolchainError) -> AppleSDK {
    if let named = asker.environment["SDKROOT"], named.hasPrefix("/") {
      return AppleSDK(at: named, asker.environment)
    }
    guard let xcrun = Executables.find("xcrun", inSearchPath: searchPath + ":/usr/bin") else {
      throw ToolchainError(
        code: .incomplete,
        message:
          "no \"xcrun\" in the search path \"\(searchPath)\"; install it with "
          + "\"xcode-select --install\"")
    }
    let answer = try asker.ask(xcrun, ["--sdk", "macosx", "--show-sdk-path"])
    let path = answer.prefix { $0 != "\n" }
    guard path.hasPrefix("/") else {
      throw ToolchainError(
        code: .incomplete, message: "\"\(xcrun)\" gives no macOS SDK but \"\(path)\"")
    }
    return AppleSDK(at: String(path), asker.environment)
  }

  init(at path: String, _ environment: [String: String]) {
    self.path = path
    // `xcrun` finds XCTest by `DEVELOPER_DIR`, and uses SDKROOT for the SDK alone.
    let named = environment["DEVELOPER_DIR"].flatMap { $0.isEmpty ? nil : $0 }
    let parts = path.split(separator: "/Platforms/", maxSplits: 1)
    developerFolder = named ?? (parts.count == 2 ? String(parts[0]) : nil)
    // Two Xcodes may have the same compiler and SDK, and different frameworks for tests. `DEVELOPER_DIR` may name the
    // Xcode itself instead of its developer folder.
    let places = developerFolder.map { [LocalFiles.folder(of: $0), "\($0)/Contents"] } ?? []
    let xcode = places.lazy.compactMap { LocalFiles.read("\($0)/version.plist") }.first
    guard let settings = Self.settings(of: path) else {
      // The SDK is unknown, so its path and time identify it.
      identity = "SDK \(path) \(LocalFiles.stamp(of: path) ?? "")"
      return
    }
    identity =
      "SDK \(SHA256.digest(of: settings).description)"
      + (xcode.map { ", Xcode \(SHA256.digest(of: $0).description)" } ?? "")
  }

  private static func settings(of sdk: String) -> [UInt8]? {
    ["SDKSettings.json", "SDKSettings.plist"].lazy.compactMap { LocalFiles.read("\(sdk)/\($0)") }.first
  }
}
