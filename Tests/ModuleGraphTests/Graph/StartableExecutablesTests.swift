import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

@Suite struct StartableExecutablesTests {
  /// SwiftPM makes an executable of a plain target with such a file, whatever the tools version.
  @Test(arguments: [
    ("Main.swift", true), ("main.c", true), ("deep/main.swift", true), ("main.h", false),
    ("a.main.swift", false), ("main", false),
  ])
  func aMainFileMakesAnExecutable(file: String, isStarted: Bool) throws {
    let manifest = PackageManifest(
      name: "P", toolsVersion: ToolsVersion(5, 3),
      targets: [TargetDescription(name: "tool"), TargetDescription(name: "PTests", kind: .test)])
    let files = ["P/Package.swift": "", "P/Sources/tool/\(file)": "", "P/Tests/PTests/t.swift": ""]
    let graph = try GraphFromFiles.graph(["P": manifest], MemoryTree(files))
    #expect(graph.modules.flatMap(\.edges).contains { $0.kind == .mayStart } == isStarted)
  }
}
