import Foundation
import ModuleGraph
import Support
import TestSupport
import Testing

@testable import Runner

/// A machine that cannot write gives no verdict on anybody's sources.
@Suite struct DiskTroubleTests {
  @Test(
    arguments: [
      ("error: unable to open output file '/s/x.o': 'No space left on device'", "No space left on device"),
      ("<unknown>:0: error: cannot write '/s/x.swiftmodule': Disk quota exceeded", "Disk quota exceeded"),
      ("LLVM ERROR: IO failure on output stream: Input/output error", "Input/output error"),
      ("/usr/bin/ld.gold: fatal error: x: write: Read-only file system", "Read-only file system"),
      ("/w/A.swift:3:5: error: No space left on device is no type", nil),
      (
        "/w/A.swift:3:5: error: no\n 3 | let a = \"No space left on device\"\n   | ^ Read-only file system",
        nil
      ),
      ("error: fatalError", nil),
    ])
  func whatOutputSaysOfTheDisk(_ output: String, _ reason: String?) {
    #expect(DiskTrouble.reason(in: output) == reason)
  }

  @Test func aFullDiskIsNoFailureOfAPackage() throws {
    let stand = try StandInSwift(
      packages: ["A"],
      build: "echo \"error: unable to write '$scratch/x.o': No space left on device\"; exit 1")
    let error = #expect(throws: RunError.self) { try stand.run(stand.plan()) }
    #expect(error?.code == "scratch-unwritable")
    #expect(error?.message.contains("No space left on device") == true)
    #expect(error?.message.contains("scratch/main") == true)
    #expect(stand.builds.count == 1, "no second build on a full disk")
  }

  /// Nothing is written through a link, not even to a lock.
  @Test(arguments: ["scratch", "scratch/main", "scratch/main.lock", "scratch/.gitignore"])
  func nothingIsWrittenThroughALink(_ path: String) throws {
    let stand = try StandInSwift(packages: ["A"])
    try stand.folder.write("mine", to: "victim/file")
    if path != "scratch" { try stand.folder.write("", to: "scratch/x") }
    let target = path.contains(".") ? "victim/file" : "victim"
    try FileManager.default.createSymbolicLink(
      atPath: stand.folder.path(path), withDestinationPath: stand.folder.path(target))
    let error = #expect(throws: RunError.self) { try stand.run(stand.plan()) }
    #expect(error?.code == "planted-link" && error?.message.contains(path) == true)
    #expect(stand.builds.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: stand.folder.path("victim")) == ["file"])
    #expect(try String(contentsOfFile: stand.folder.path("victim/file"), encoding: .utf8) == "mine")
  }
}
