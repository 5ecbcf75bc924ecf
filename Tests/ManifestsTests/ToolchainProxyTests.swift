import Base
import Foundation
import TestSupport
import Testing

@testable import SwiftSources

/// Proxies choose a toolchain each time they are called: what they chose once is what builds.
@Suite("Manifests: toolchains behind proxies")
struct ToolchainProxyTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for version in ["6.2", "6.3"] {
      let usr = "toolchains/\(version)/usr"
      try folder.write("", to: "\(usr)/lib/swift/pm/ManifestAPI/.keep")
      try program("\(usr)/bin/swift", "echo building with \(version)")
      try program(
        "\(usr)/bin/swiftc",
        """
        case "$1" in
          -version) echo Swift version \(version) ;;
          *) printf '{\\n  "paths": {\\n    "runtimeResourcePath": "%s"\\n  }\\n}\\n' "$(dirname "$0" | sed 's|/bin$||')/lib/swift" ;;
        esac
        """)
    }
  }

  private func program(_ path: String, _ script: String) throws {
    try folder.write("#!/bin/sh\n\(script)\n", to: path)
    chmod(folder.path(path), 0o755)
  }

  /// A shim that chooses by `$TOOLCHAINS`, else by `.swift-version` in the folder it is called from or above, as those of
  /// Apple, swiftly and swiftenv do.
  private func shims() throws {
    for name in ["swift", "swiftc"] {
      try program(
        "shims/\(name)",
        """
        echo "$0 $*" >> "\(folder.path("asked"))"
        here=$PWD
        until [ -f "$here/.swift-version" ] || [ "$here" = / ]; do here=$(dirname "$here"); done
        version=${TOOLCHAINS:-$(cat "$here/.swift-version" 2>/dev/null || echo 6.2)}
        exec "\(folder.path("toolchains"))/$version/usr/bin/\(name)" "$@"
        """)
    }
  }

  private func locate(
    _ environment: [String: String] = [:], in root: String = "", cache: String? = nil
  ) throws -> Toolchain {
    let variables = environment.merging(["PATH": "\(folder.path("shims")):/usr/bin:/bin"]) { own, _ in own }
    return try Toolchain.locate(
      searchPath: folder.path("shims"), environment: variables, folder: folder.path(root),
      cacheFolder: cache, on: "linux")
  }

  @Test(arguments: [([:], "6.2"), (["TOOLCHAINS": "6.3"], "6.3")])
  func `what they stand for is called, not they`(environment: [String: String], version: String) throws {
    try shims()
    let toolchain = try locate(environment)
    #expect(toolchain.swift == folder.path("toolchains/\(version)/usr/bin/swift"))
    #expect(toolchain.swiftCompiler == folder.path("toolchains/\(version)/usr/bin/swiftc"))
    #expect(toolchain.identity == "Swift version \(version)\n")
    // Nothing that is set later chooses another one.
    let command = Command(
      executable: toolchain.swift, environment: ["PATH": "/usr/bin:/bin", "TOOLCHAINS": "6.9"])
    #expect(try command.run().stdoutText == "building with \(version)\n")
  }

  @Test func `a file in the workspace chooses, wherever Ambit was called`() throws {
    try shims()
    try folder.write("6.3\n", to: "shop/.swift-version")
    #expect(try locate(in: "shop").version == ToolsVersion(6, 3))
    #expect(try locate().version == ToolsVersion(6, 2))
  }

  @Test func `swiftly's links lead to one program`() throws {
    try program(
      "swiftly/swiftly",
      #"exec "$(dirname "$0")/../toolchains/6.3/usr/bin/$(basename "$0")" "$@""#)
    for name in ["swift", "swiftc"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("swiftly/\(name)"), withDestinationPath: "swiftly")
    }
    let toolchain = try Toolchain.locate(
      searchPath: folder.path("swiftly"), environment: ["PATH": "/usr/bin:/bin"], on: "linux")
    #expect(toolchain.version == ToolsVersion(6, 3))
    #expect(
      LocalFiles.resolved(toolchain.swift) == LocalFiles.resolved(folder.path("toolchains/6.3/usr/bin/swift"))
    )
  }

  /// It is asked each time; the compiler behind it only when it is another one.
  @Test func `a proxy is asked once`() throws {
    try shims()
    let cache = folder.path("cache")
    let asked = {
      try String(contentsOfFile: folder.path("asked"), encoding: .utf8).split(separator: "\n").count
    }
    for count in 1...3 {
      _ = try locate(cache: cache)
      #expect(try asked() == count)
    }
    #expect(try locate(["TOOLCHAINS": "6.3"], cache: cache).version == ToolsVersion(6, 3))
    #expect(try locate(cache: cache).version == ToolsVersion(6, 2))
  }

  @Test func `one that leads nowhere says where it leads`() throws {
    try shims()
    try FileManager.default.removeItem(atPath: folder.path("toolchains/6.2/usr/bin/swift"))
    let error = #expect(throws: Failure.self) { try locate() }
    #expect(error?.code == Failure.Toolchain.incomplete.rawValue)
    #expect(error?.message.contains(folder.path("toolchains/6.2/usr/bin/swift")) == true)
  }
}

// MARK: macOS

extension ToolchainProxyTests {
  /// Two Xcodes, and an `xcrun` that goes by `DEVELOPER_DIR`.
  private func xcodes() throws {
    try shims()
    for name in ["A", "B"] {
      try folder.write("build \(name)", to: "Xcode-\(name).app/Contents/version.plist")
      try folder.write(
        #"{"Version": "26.0"}"#, to: "Xcode-\(name).app/Contents/\(Self.sdk)/SDKSettings.json")
    }
    try program(
      "shims/xcrun",
      """
      [ "$*" = "--sdk macosx --show-sdk-path" ] || exit 1
      echo "${DEVELOPER_DIR:-\(folder.path("Xcode-A.app/Contents/Developer"))}/Platforms/MacOSX.platform/Developer/SDKs/MacOSX.sdk"
      """)
  }

  private static let sdk = "Developer/Platforms/MacOSX.platform/Developer/SDKs/MacOSX.sdk"

  private func locateOnMac(_ environment: [String: String] = [:]) throws -> Toolchain {
    let variables = environment.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }
    return try Toolchain.locate(
      searchPath: folder.path("shims"), environment: variables, folder: folder.path, on: "macos")
  }

  private func xcode(_ name: String) -> [String: String] {
    ["DEVELOPER_DIR": folder.path("Xcode-\(name).app/Contents/Developer")]
  }

  @Test func `Xcode and SDK are part of the identity, and where they lie is not`() throws {
    try xcodes()
    let first = try locateOnMac()
    #expect(first.sdk?.path == folder.path("Xcode-A.app/Contents/\(Self.sdk)"))
    #expect(try locateOnMac(xcode("A")).identity == first.identity)
    let other = try locateOnMac(xcode("B"))
    #expect(other.identity != first.identity && other.version == first.version)
    // The same Xcode elsewhere.
    try folder.write("build A", to: "Xcode-B.app/Contents/version.plist")
    #expect(try locateOnMac(xcode("B")).identity == first.identity)
    // Another SDK in the same one.
    try folder.write(#"{"Version": "26.1"}"#, to: "Xcode-B.app/Contents/\(Self.sdk)/SDKSettings.json")
    #expect(try locateOnMac(xcode("B")).identity != first.identity)
  }

  @Test func `SDKROOT beats xcrun, and an SDK that says nothing of itself is only itself`() throws {
    try xcodes()
    try folder.write("", to: "Bare.sdk/.keep")
    try folder.write("", to: "Bare2.sdk/.keep")
    let bare = try locateOnMac(["SDKROOT": folder.path("Bare.sdk")])
    #expect(bare.sdk?.path == folder.path("Bare.sdk"))
    #expect(try locateOnMac(["SDKROOT": folder.path("Bare2.sdk")]).identity != bare.identity)
    // A name instead of a path is for xcrun.
    #expect(try locateOnMac(["SDKROOT": "macosx"]).sdk == locateOnMac().sdk)
  }

  @Test func `no SDK is an error that says so`() throws {
    try shims()
    try program("shims/xcrun", "exit 1")
    #expect(throws: Failure.self) { try locateOnMac() }
    try program("shims/xcrun", "echo")
    let error = #expect(throws: Failure.self) { try locateOnMac() }
    #expect(error?.code == Failure.Toolchain.incomplete.rawValue)
  }
}
