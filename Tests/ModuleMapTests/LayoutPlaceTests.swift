import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

/// Where files stand that are no plain sources: artifacts, resources, headers, documentation.
@Suite struct LayoutPlaceTests {
  private static let targets = [
    TargetDescription(name: "Kit", kind: .binary, path: "Artifacts/Kit.xcframework"),
    TargetDescription(name: "Tool", kind: .binary, path: "Artifacts/tool.artifactbundle"),
    TargetDescription(name: "Zipped", kind: .binary, path: "Artifacts/Zipped.artifactbundle.zip"),
    TargetDescription(name: "Remote", kind: .binary, url: "https://example.com/r.zip", checksum: "0"),
    TargetDescription(
      name: "App",
      resources: [
        ResourceDescription(rule: "copy", path: "../../Assets"),
        ResourceDescription(rule: "process", path: "Help"),
      ]),
    TargetDescription(name: "CLib", path: "C/src", sources: ["a.c"], publicHeadersPath: "../headers"),
    TargetDescription(name: "Outer", path: "Deep", exclude: ["Inner"]),
    TargetDescription(name: "Inner", path: "Deep/Inner"),
    TargetDescription(name: "Far", path: "Far", sources: ["own", "../Near/x.swift"]),
    TargetDescription(name: "AppTests", kind: .test, exclude: ["Fixtures"]),
  ]

  private static let graph = try? GraphBuilder(
    packages: [
      EvaluatedPackage(
        folder: "P",
        outcome: .known(PackageManifest(name: "P", toolsVersion: ToolsVersion(6, 0), targets: targets)))
    ], tree: MemoryTree(paths: ["P/Sources/App/a.swift", "P/Tests/AppTests/t.swift"]), workspaceName: "w"
  ).build().graph

  @Test(arguments: [
    ("Artifacts/Kit.xcframework/Info.plist", ["Kit"]),
    ("Artifacts/Kit.xcframework/linux/Headers/Kit.h", ["Kit"]),
    ("Artifacts/tool.artifactbundle/info.json", ["Tool"]),
    ("Artifacts/Zipped.artifactbundle.zip", ["Zipped"]),
    ("Artifacts/other.txt", []),
    ("Assets/deep/i.png", ["App"]),
    ("Sources/App/Help/en.md", ["App"]),
    ("Sources/App/App.docc/Start.tutorial", ["App"]),
    ("C/src/a.c", ["CLib"]),
    ("C/headers/a.h", ["CLib"]),
    ("C/src/unlisted.c", []),
    ("Deep/o.swift", ["Outer"]),
    ("Deep/Inner/i.swift", ["Inner"]),
    ("Near/x.swift", ["Far"]),
    ("Near/y.swift", []),
    ("Far/own/f.swift", ["Far"]),
    ("Tests/AppTests/Fixtures/f.json", ["AppTests"]),
  ])
  func aFileHasItsModules(path: String, expected: [String]) throws {
    let graph = try #require(Self.graph)
    let placement = ModuleMap(graph: graph, rules: PathRules()).place(RelativePath("P/" + path))
    #expect(placement.modules.map { graph.modules[$0.module].id.name } == expected)
    // What no module claims may be read by any of the package.
    #expect(placement.scope == (expected.isEmpty ? .packages([0]) : .nothing))
  }

  /// `G` searches its whole package for headers, and links a folder of sources.
  @Test(arguments: [
    ("P/fixtures/x.json", ["G"], Placement.Scope.packages([0])), ("P/input.swift", ["G"], .packages([0])),
    ("P/include/g.h", ["G"], .nothing), ("P/libs/libz.a", ["G"], .nothing), ("P/README.md", ["G"], .nothing),
    ("P/Sources/F/f.swift", ["F", "G"], .nothing), ("P/Sources/F/f.json", ["F", "G"], .nothing),
    ("Shared/s.swift", ["G"], .nothing), ("Shared/s.json", ["G"], .nothing),
    ("Seen/s.json", ["G"], .everything), ("Seen/t.json", [], .everything),
  ])
  func aSearchPathTakesNoFileAway(path: String, expected: [String], scope: Placement.Scope) throws {
    let search = BuildSetting(tool: "c", name: "headerSearchPath", values: ["../.."])
    let targets = [
      TargetDescription(name: "F"), TargetDescription(name: "FTests", kind: .test),
      TargetDescription(name: "G", settings: [search]),
    ]
    var graph = try GraphFromFiles.graph(
      ["P": PackageManifest(name: "P", toolsVersion: ToolsVersion(6, 0), targets: targets)],
      MemoryTree(
        paths: ["P/Package.swift", "P/Sources/F/f.swift", "P/Sources/G/g.c", "P/Tests/FTests/t.swift"],
        links: ["P/Sources/G/Linked": "../../../Shared"]))
    let reader = try #require(graph.index(of: ModuleID(package: "P", name: "G")))
    graph.modules[reader].layout.add(inputs: ["Seen/s.json"])
    let map = ModuleMap(graph: graph, rules: PathRules(harmless: .table))
    let placement = map.place(RelativePath(path))
    #expect(placement.modules.map { graph.modules[$0.module].id.name } == expected)
    #expect(placement.scope == scope)
  }

  /// SwiftPM compiles it into the program that all tests of the package are linked into.
  @Test(arguments: [
    ("Tests/LinuxMain.swift", ["ATests", "BTests"]),
    ("XCTMain.swift", ["ATests", "BTests"]),
    ("Checks/Deep/LinuxMain.swift", ["ATests", "BTests"]),
    ("Sources/LinuxMain.swift", []),
    ("Other/XCTMain.swift", []),
  ])
  func theMainProgramOfTestsBelongsToAllOfThem(path: String, expected: [String]) throws {
    let targets = [
      TargetDescription(name: "A"), TargetDescription(name: "ATests", kind: .test),
      TargetDescription(name: "BTests", kind: .test, path: "Checks/Deep/BTests"),
    ]
    let graph = try GraphBuilder(
      packages: [
        EvaluatedPackage(
          folder: "P",
          outcome: .known(PackageManifest(name: "P", toolsVersion: ToolsVersion(6, 0), targets: targets)))
      ],
      tree: MemoryTree(paths: ["P/Sources/A/a.swift", "P/Tests/ATests/t.swift", "P/" + path]),
      workspaceName: "w"
    ).build().graph
    let placement = ModuleMap(graph: graph, rules: PathRules()).place(RelativePath("P/" + path))
    #expect(placement.modules.map { graph.modules[$0.module].id.name } == expected)
  }
}
