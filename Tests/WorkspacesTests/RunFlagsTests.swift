import Base
import Graph
import TestSupport
import Testing

@testable import Session
@testable import SwiftSources

struct RunFlagsTests {
  private let folder: TemporaryFolder
  private let location: WorkspaceLocation

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("int outside;\n", to: "outside/deep/o.h")
    try folder.write("int unseen;\n", to: "repo/ws/Core/unseen.h")
    location = WorkspaceLocation(
      root: folder.path("repo/ws"), folderInRepository: "ws", configuration: "workspace.json")
  }

  private func places(_ arguments: String...) throws -> RunFlags.Places {
    let tree = MemoryTree([
      "Core/Package.swift": "", "Core/conf/c.h": "", "flags.resp": "-include \"named.h\" @more.resp",
      "more.resp": "-Ideep\n",
      "tools/a.json": """
      {"rootPath": "bin", "swiftCompiler": {"path": "swiftc", "extraCLIOptions": ["-Ifrom-tools"]}}
      """,
      "tools/bin": "", "plain": "",
    ])
    let graph = try GraphFromFiles.graph(
      ["Core": PackageManifest(name: "Core", toolsVersion: ToolsVersion(6, 0), targets: [])], tree)
    return try RunFlags(arguments: arguments, location: location, tree: tree).places(in: graph)
  }

  @Test func whatSwiftPMHandsOnNamesPlacesFromEveryPackage() throws {
    #expect(try places("-Xcc", "-Iconf").inside == ["conf", "Core/conf"])
    #expect(try places("-Xswiftc", "-import-objc-header", "-Xswiftc", "../b.h").inside == ["../b.h", "b.h"])
    #expect(try places("-Xlinker", "plain", "-Xswiftc", "none", "-Xcc", "Core").inside == ["plain"])
    #expect(try places("-c", "plain", "--traits", "plain", "-Xswiftc", "-DX").inside.isEmpty)
  }

  /// SwiftPM compiles the file into the tests of every package.
  @Test func theFileOfATestEntryPointCounts() throws {
    let option = "--experimental-test-entry-point-path"
    #expect(try places(option, folder.path("repo/ws/plain")).inside == ["plain"])
    #expect(try places("\(option)=\(folder.path("repo/ws/plain"))").inside == ["plain"])
    #expect(try places(option, "unseen.h").unseen == ["Core/unseen.h"])
    #expect(try places(option, folder.path("outside/deep/o.h")).outside == [folder.path("outside/deep/o.h")])
  }

  @Test func filesOfFlagsAreReadInTurn() throws {
    let found = try places("-Xswiftc", "@flags.resp").inside
    #expect(found.isSuperset(of: ["flags.resp", "named.h", "more.resp", "deep"]))
    let tools = try places("--toolset", "tools/a.json").inside
    #expect(tools.isSuperset(of: ["tools/a.json", "tools/bin", "from-tools"]))
  }

  @Test func pathsOfAToolsetOutsideCountFromItsFolder() throws {
    try folder.write(#"{"rootPath": "bin", "linker": {"path": "../ld/ld"}}"#, to: "kit/tools/a.json")
    try folder.write("", to: "kit/tools/bin/swiftc")
    try folder.write("", to: "kit/ld/ld")
    let found = try places("--toolset", folder.path("kit/tools/a.json")).outside
    #expect(
      found == [folder.path("kit/tools/a.json"), folder.path("kit/tools/bin"), folder.path("kit/ld/ld")])
  }

  @Test func aFolderWithTooManyFilesIsNamed() throws {
    try folder.write("", to: "outside/second.h")
    let found = try places("-Xcc", "-I\(folder.path("outside"))")
    #expect(FlagFiles.read(found, location, atMost: 2).crowded == nil)
    #expect(FlagFiles.read(found, location, atMost: 1, stamping: 0).crowded == folder.path("outside"))
  }

  @Test func filesBeyondTheLimitCountBySizeAndTime() throws {
    try folder.write("", to: "outside/second.h")
    let found = try places("-Xcc", "-I\(folder.path("outside"))")
    let before = FlagFiles.read(found, location, atMost: 1)
    #expect(before.crowded == nil && before.files.count == 2)
    #expect(FlagFiles.read(found, location, atMost: 1).files == before.files)
    try folder.write("int x;", to: "outside/second.h")
    #expect(FlagFiles.read(found, location, atMost: 1).files != before.files)
  }

  @Test func whatGitDoesNotKnowCountsByItsContent() throws {
    let found = try places(
      "-Xcc", "-I\(folder.path("outside"))", "-Xcc", "-includeunseen.h", "-Xcc", "-I/usr/include")
    #expect(found.outside == [folder.path("outside"), "/usr/include"])
    let unseen = try places("-Xcc", "-include", "-Xcc", "unseen.h")
    #expect(unseen.unseen == ["Core/unseen.h"])
    let before = FlagFiles.read(found, location).files + FlagFiles.read(unseen, location).files
    #expect(before.map(\.name) == [folder.path("outside/deep/o.h"), "Core/unseen.h"])
    try folder.write("int changed;\n", to: "outside/deep/o.h")
    try folder.write("int changed;\n", to: "repo/ws/Core/unseen.h")
    let after = FlagFiles.read(found, location).files + FlagFiles.read(unseen, location).files
    #expect(zip(before, after).allSatisfy { $0.name == $1.name && $0.digest != $1.digest })
  }
}
