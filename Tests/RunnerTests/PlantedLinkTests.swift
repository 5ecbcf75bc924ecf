import Base
import Foundation
import Graph
import TestSupport
import Testing

@testable import Runner

/// A link that is planted where a run writes gives no verdict on anybody's sources.
@Suite struct PlantedLinkTests {
  /// Nothing is written through a link, not even to a lock.
  @Test(arguments: ["scratch", "scratch/main", "scratch/main.lock", "scratch/.gitignore"])
  func nothingIsWrittenThroughALink(_ path: String) throws {
    let stand = try StandInSwift(packages: ["A"])
    try stand.folder.write("mine", to: "victim/file")
    if path != "scratch" { try stand.folder.write("", to: "scratch/x") }
    let target = path.contains(".") ? "victim/file" : "victim"
    try FileManager.default.createSymbolicLink(
      atPath: stand.folder.path(path), withDestinationPath: stand.folder.path(target))
    let error = #expect(throws: Failure.self) { try stand.run(stand.plan()) }
    #expect(error?.code == "planted-link" && error?.message.contains(path) == true)
    #expect(stand.builds.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: stand.folder.path("victim")) == ["file"])
    #expect(try String(contentsOfFile: stand.folder.path("victim/file"), encoding: .utf8) == "mine")
  }
}
