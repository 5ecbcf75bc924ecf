import Base

/// The SDK of macOS that a toolchain builds with, and the Xcode that it is of.
package struct AppleSDK: Sendable, Hashable {
  package let path: String
  /// The developer folder whose other parts, XCTest among them, are used with it; nil when it is not known.
  package let developerFolder: String?
  /// Tells it from every other, wherever it lies.
  package let identity: String

  /// As SwiftPM finds it: what `SDKROOT` names, else what `xcrun` says, which goes by `DEVELOPER_DIR` or by the choice of
  /// `xcode-select`.
  static func locate(searchPath: String, _ asker: ToolchainAsker) throws(ToolchainError) -> AppleSDK {
    if let named = asker.environment["SDKROOT"], named.hasPrefix("/") {
      return AppleSDK(at: named, asker.environment)
    }
    guard let xcrun = Executables.find("xcrun", inSearchPath: searchPath + ":/usr/bin") else {
      throw ToolchainError(
        code: .incomplete,
        message:
          "no \"xcrun\" in the search path \"\(searchPath)\", to ask where the SDK of macOS lies; \"xcode-select "
          + "--install\" brings it")
    }
    let answer = try asker.ask(xcrun, ["--sdk", "macosx", "--show-sdk-path"])
    let path = answer.prefix { $0 != "\n" }
    guard path.hasPrefix("/") else {
      throw ToolchainError(
        code: .incomplete, message: "\"\(xcrun)\" names no SDK of macOS but \"\(path)\"")
    }
    return AppleSDK(at: String(path), asker.environment)
  }

  init(at path: String, _ environment: [String: String]) {
    self.path = path
    // What `xcrun` finds XCTest by; it goes by SDKROOT for the SDK alone.
    let named = environment["DEVELOPER_DIR"].flatMap { $0.isEmpty ? nil : $0 }
    let parts = path.split(separator: "/Platforms/", maxSplits: 1)
    developerFolder = named ?? (parts.count == 2 ? String(parts[0]) : nil)
    // Two Xcodes may have the same compiler and the same SDK, and other frameworks to test with. It may be named itself
    // instead of its developer folder.
    let places = developerFolder.map { [LocalFiles.folder(of: $0), "\($0)/Contents"] } ?? []
    let xcode = places.lazy.compactMap { LocalFiles.read("\($0)/version.plist") }.first
    guard let settings = Self.settings(of: path) else {
      // Nobody knows which one it is: it is itself alone.
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
