import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

@Suite struct ProductsBesideTestsTests {
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

  /// Tests find it beside their program, and load it by its name.
  @Test(arguments: [(ProductDescription.Linkage.dynamic, true), (.static, false), (.automatic, false)])
  func dynamicLibrariesMayBeLoaded(linkage: ProductDescription.Linkage, isLoaded: Bool) throws {
    let manifest = PackageManifest(
      name: "P", toolsVersion: ToolsVersion(6, 0),
      products: [ProductDescription(name: "Plug", kind: .library(linkage), targets: ["Plugin"])],
      targets: [TargetDescription(name: "Plugin"), TargetDescription(name: "PTests", kind: .test)])
    let files = ["P/Package.swift": "", "P/Sources/Plugin/p.swift": "", "P/Tests/PTests/t.swift": ""]
    let graph = try GraphFromFiles.graph(["P": manifest], MemoryTree(files))
    #expect(graph.modules.flatMap(\.edges).contains { $0.kind == .mayStart } == isLoaded)
  }
}
