import Base
import Foundation
import TestSupport
import Testing

@testable import Runner

/// Whom two runs of one folder take turns with: SwiftPM itself.
@Suite struct SwiftPMLockTests {
  /// Where SwiftPM's lock lies is not written down anywhere but in SwiftPM.
  @Test func swiftPMsOwnLockLiesWhereItIsLookedFor() throws {
    let folder = try TemporaryFolder()
    let path = try #require(ProcessInfo.processInfo.environment["PATH"])
    let swift = try #require(Executables.find("swift", inSearchPath: path))
    try folder.write("// swift-tools-version: 6.0\nnot a manifest\n", to: "P/Package.swift")
    let status = try Command(
      executable: swift,
      arguments: ["build", "--package-path", folder.path("P"), "--scratch-path", folder.path("main")],
      environment: ["HOME": folder.path, "PATH": path, "TMPDIR": folder.path]
    ).run().status
    #expect(!status.isSuccess)
    let file = ScratchLock.swiftPMLock(on: folder.path("main"), temporary: folder.path)
    #expect(FileManager.default.fileExists(atPath: file))
  }
}
