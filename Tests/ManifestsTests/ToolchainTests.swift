import Base
import Foundation
import TestSupport
import Testing

@testable import SwiftSources

@Suite("Manifests: the toolchain")
struct ToolchainTests {
  private static let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? ""

  @Test func `is found through links`() throws {
    let folder = try TemporaryFolder()
    let environment = ["PATH": Self.searchPath, "HOME": folder.path]
    let direct = try Toolchain.locate(searchPath: Self.searchPath, environment: environment)
    try folder.write("", to: "bin/.keep")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("bin/swiftc"), withDestinationPath: direct.swiftCompiler)
    let linked = try Toolchain.locate(
      searchPath: "relative:\(folder.path("bin"))", environment: environment)
    #expect(linked.identity == direct.identity)
    #expect(linked.version == direct.version)
    #expect(linked.swiftCompiler == direct.swiftCompiler)
  }

  /// A toolchain whose compiler notes when it is asked for its version.
  private static func counting(in folder: TemporaryFolder) throws -> @Sendable () throws -> Int {
    try folder.write("", to: "usr/lib/swift/pm/ManifestAPI/.keep")
    try folder.write("#!/bin/sh\n", to: "usr/bin/swift")
    try folder.write(
      "#!/bin/sh\necho x >> '\(folder.path("calls"))'\necho Swift version 6.1.2\n", to: "usr/bin/swiftc")
    for name in ["swift", "swiftc"] { chmod(folder.path("usr/bin/\(name)"), 0o755) }
    return {
      let toolchain = try Toolchain.locate(
        searchPath: folder.path("usr/bin"), environment: [:], cacheFolder: folder.path("cache"))
      #expect(toolchain.version == ToolsVersion(6, 1, 2))
      return try String(contentsOfFile: folder.path("calls"), encoding: .utf8).count / 2
    }
  }

  @Test func `a version is remembered until the compiler changes`() throws {
    let folder = try TemporaryFolder()
    let calls = try Self.counting(in: folder)
    #expect(try calls() == 1)
    #expect(try calls() == 1)
    try folder.write(
      try String(contentsOfFile: folder.path("usr/bin/swiftc"), encoding: .utf8) + "# new\n",
      to: "usr/bin/swiftc")
    #expect(try calls() == 2)
  }

  @Test func `a damaged memory is asked for anew`() throws {
    let folder = try TemporaryFolder()
    let calls = try Self.counting(in: folder)
    #expect(try calls() == 1)
    let memory = folder.path("cache/toolchain-version")
    let whole = try Data(contentsOf: URL(filePath: memory))
    let damaged = [
      Data(), whole.prefix(whole.count / 2), whole.dropLast(2), whole.dropFirst(),
      whole.replacing(Data("6.1.2".utf8), with: Data("6.1.3".utf8)),
    ]
    for (count, bytes) in damaged.enumerated() {
      try bytes.write(to: URL(filePath: memory))
      #expect(try calls() == count + 2)
    }
    // A pipe that nobody writes to must not be waited for.
    try FileManager.default.removeItem(atPath: memory)
    mkfifo(memory, 0o600)
    #expect(try calls() == damaged.count + 2)
  }

  @Test func `nothing temporary is left behind, and a folder that cannot hold any does not matter`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "temporary/.keep")
    for place in ["temporary", "nowhere", "temporary/.keep"] {
      let environment = ["PATH": Self.searchPath, "HOME": folder.path, "TMPDIR": folder.path(place)]
      _ = try Toolchain.locate(searchPath: Self.searchPath, environment: environment)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("temporary"))
    #expect(left == [".keep"])
  }

  @Test func `a search path without one is an error that shows it`() {
    let error = #expect(throws: Failure.self) {
      try Toolchain.locate(searchPath: "/nowhere:/proc", environment: [:])
    }
    #expect(error?.code == Failure.Toolchain.notFound.rawValue)
    #expect(error?.message.contains("/nowhere:/proc") == true)
  }

  @Test(arguments: [
    ("Apple Swift version 6.3 (swiftlang-6.3)", ToolsVersion(6, 3)),
    ("Swift version 6.3.1 (swift-6.3.1-RELEASE)\nTarget: x", ToolsVersion(6, 3, 1)),
    ("Swift version 6.4-dev (LLVM 1, Swift 2)", ToolsVersion(6, 4)),
  ])
  func `versions`(text: String, version: ToolsVersion) {
    #expect(Toolchain.version(in: text) == version)
  }

  @Test func `a text without a version has none`() {
    #expect(Toolchain.version(in: "clang version 17") == nil)
  }
}
