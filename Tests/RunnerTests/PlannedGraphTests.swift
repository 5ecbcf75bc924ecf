import Base
import Graph
import RunnerSupport
import TestSupport
import Testing

@testable import Runner
@testable import SwiftSources

/// From a graph to what planning needs of it.
@Suite struct PlannedGraphTests {
  private static let manifests: [RelativePath: PackageManifest] = [
    "Core": PackageManifest(
      name: "Core", toolsVersion: ToolsVersion(6, 0),
      products: [ProductDescription(name: "Core", kind: .library(.automatic), targets: ["Core"])],
      targets: [
        TargetDescription(name: "Core"),
        TargetDescription(
          name: "CoreTests", kind: .test,
          dependencies: [
            TargetDependency(.target("Core"))
          ]),
      ]),
    "App": PackageManifest(
      name: "TheApp", toolsVersion: ToolsVersion(6, 0),
      dependencies: [
        PackageDependency(source: .path("../Core"), traits: [PackageDependency.Trait(name: "loud")]),
        PackageDependency(source: .path("/shop/Core")),
        PackageDependency(source: .path("../Absent")),
        PackageDependency(
          source: .sourceControl(location: "https://x/Rem.git", requirement: .exact("1.0.0"))),
      ],
      targets: [
        TargetDescription(name: "App", dependencies: [TargetDependency(.product("Core", package: "Core"))])
      ]),
    "Sly": PackageManifest(
      name: "Sly", toolsVersion: ToolsVersion(6, 0), targets: [TargetDescription(name: "Sly")]),
  ]

  private func planned() throws -> RunWorkspace {
    let tree = MemoryTree([
      "App/Package.swift": "", "App/Sources/App/A.swift": "import Core", "Core/Package.swift": "",
      "Core/Sources/Core/C.swift": "", "Core/Tests/CoreTests/C.swift": "import Core",
      "Sly/Package.swift": "", "Sly/Sources/Sly/S.swift": "#if canImport(Core)\n#endif",
    ])
    let graph = try GraphFromFiles.graph(Self.manifests, tree)
    return RunWorkspace(
      graph, root: "/shop",
      read: { path in
        guard path.lastComponent.elementsEqual(PackageFile.lockfile.utf8) else { return nil }
        let pin = #"{"identity": "\#(path.parent)", "kind": "k", "location": "l", "state": {}}"#
        return Array(#"{"pins": [\#(pin)], "version": 2}"#.utf8)
      },
      excuse: { $0.name == "Core" ? "is for macos" : nil })
  }

  @Test func packages() throws {
    let workspace = try planned()
    #expect(workspace.packageFolders == ["App": "/shop/App", "Core": "/shop/Core", "Sly": "/shop/Sly"])
    // The first one is where no package is.
    #expect(workspace.facts.map { $0?.name } == [nil, "TheApp", "Core", "Sly"])
    #expect(workspace.facts.map { $0.map { Array($0.products.keys) } } == [nil, [], ["Core"], []])
    // A lockfile only matters to what needs packages from elsewhere.
    #expect(Array(workspace.pins.keys) == [1])
  }

  /// Such a flag leads from wherever SwiftPM is called, so that only the package's own build has it right.
  @Test(
    arguments: [
      ("-Iconf", true), ("-fmodule-map-file=conf/x.modulemap", true), ("-Xcc -I -Xcc conf", true),
      ("../lib/libfoo.a", true), ("-Wl,-L,lib", true), ("-I/usr/include -L/opt/lib", false),
      ("-DVERSION=1.5 -O2 -D DEEP", false), ("-Xlinker -rpath -Xlinker $ORIGIN/lib", false),
    ])
  func flagsWithRelativePaths(_ flags: String, _ areRelative: Bool) throws {
    func planned(_ name: String) throws -> [Bool] {
      let target = TargetDescription(
        name: "C",
        settings: [
          BuildSetting(tool: "c", name: name, values: flags.split(separator: " ").map(String.init))
        ])
      let manifest = PackageManifest(name: "P", toolsVersion: ToolsVersion(6, 0), targets: [target])
      let graph = try GraphFromFiles.graph(
        ["P": manifest], MemoryTree(["P/Package.swift": "", "P/Sources/C/c.c": ""]))
      let workspace = RunWorkspace(
        graph, root: "/shop", read: { _ in nil }, excuse: { _ in nil })
      return workspace.facts.map { $0?.relativelyFlagged == ["C"] }
    }
    #expect(try planned("unsafeFlags") == [areRelative])
    #expect(try planned("headerSearchPath") == [false], "SwiftPM makes those absolute")
  }

  /// SwiftPM adds a product for an executable target that no declared product is made of.
  @Test func executables() throws {
    let manifest = PackageManifest(
      name: "P", toolsVersion: ToolsVersion(6, 0),
      products: [
        ProductDescription(name: "renamed", kind: .executable, targets: ["One"]),
        ProductDescription(name: "Lib", kind: .library(.automatic), targets: ["Two"]),
      ],
      targets: ["One", "Two"].map { TargetDescription(name: $0, kind: .executable) })
    let graph = try GraphFromFiles.graph(
      ["P": manifest],
      MemoryTree(["P/Package.swift": "", "P/Sources/One/main.swift": "", "P/Sources/Two/main.swift": ""]))
    let workspace = RunWorkspace(
      graph, root: "/shop", read: { _ in nil }, excuse: { _ in nil })
    let id = { ModuleID(package: "P", name: $0) }
    #expect(workspace.products(\.executables) == ["renamed": [id("One")], "Two": [id("Two")]])
  }

  @Test func modules() throws {
    let workspace = try planned()
    let modules = workspace.graph.modules
    #expect(modules.map(\.id.name) == ["?", "App", "Core", "CoreTests", "Sly"])
    let needed = modules.indices.map { workspace.needed(by: [$0]).map { modules[$0].id.name } }
    #expect(needed == [["?"], ["App", "Core"], ["Core"], ["CoreTests", "Core"], ["Sly"]])
    #expect(
      workspace.sourceFolders.values.sorted() == [
        "/shop/App/Sources/App", "/shop/Core/Sources/Core", "/shop/Core/Tests/CoreTests",
        "/shop/Sly/Sources/Sly",
      ])
    #expect(workspace.excuse(among: [1, 2, 3]) == "//Core:Core is for macos")
    #expect(workspace.excuse(among: [1, 3, 4]) == nil)
    #expect(modules.indices.map(workspace.importsUndeclared) == [false, false, false, false, true])
    let core = ModuleID(package: "Core", name: "Core")
    #expect(workspace.users(of: [core]).map(\.name).sorted() == ["App", "Core", "CoreTests"])
    #expect(workspace.reached(from: [core]).map(\.name).sorted() == ["App", "Core", "CoreTests", "Sly"])
  }
}
