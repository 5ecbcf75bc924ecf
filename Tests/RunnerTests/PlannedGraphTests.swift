import Support
import TestSupport
import Testing
import Workspace

@testable import Runner

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
        PackageDependency(source: .path("../../elsewhere")),
        PackageDependency(
          source: .sourceControl(location: "https://x/Rem.git", requirement: .exact("1.0.0"))),
      ],
      targets: [
        TargetDescription(name: "App", dependencies: [TargetDependency(.product("Core", package: "Core"))])
      ]),
    "Sly": PackageManifest(
      name: "Sly", toolsVersion: ToolsVersion(6, 0), targets: [TargetDescription(name: "Sly")]),
  ]

  private func planned() throws -> [PlannedPackage] {
    let tree = MemoryTree([
      "App/Package.swift": "", "App/Sources/App/A.swift": "import Core", "Core/Package.swift": "",
      "Core/Sources/Core/C.swift": "", "Core/Tests/CoreTests/C.swift": "import Core",
      "Sly/Package.swift": "", "Sly/Sources/Sly/S.swift": "#if canImport(Core)\n#endif",
    ])
    let graph = try GraphFromFiles.graph(Self.manifests, tree)
    return PlannedPackage.all(
      of: graph, root: "/shop",
      readLockfile: { folder in
        Array(
          #"{"pins": [{"identity": "\#(folder)", "kind": "k", "location": "l", "state": {}}], "version": 2}"#
            .utf8)
      },
      excuse: { $0.name == "Core" ? "is for macos" : nil })
  }

  @Test func packages() throws {
    let packages = try planned()
    #expect(packages.map(\.folder) == ["App", "Core", "Sly"])
    #expect(packages.map(\.name) == ["TheApp", "Core", "Sly"])
    #expect(packages.map(\.identity) == ["app", "core", "sly"])
    #expect(packages.map(\.products) == [[], ["Core"], []])
    #expect(
      packages[0].dependencies.map(\.target) == [
        .workspace("Core"), .workspace("Core"), .unknown, .external("rem"),
      ])
    #expect(packages[0].dependencies[0].traits.map(\.name) == ["loud"])
    // A lockfile only matters to what needs packages from elsewhere.
    #expect(packages.map { $0.pins != nil } == [true, false, false])
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
      let packages = PlannedPackage.all(
        of: graph, root: "/shop", readLockfile: { _ in nil }, excuse: { _ in nil })
      return packages.flatMap(\.modules).map(\.hasRelativeFlags)
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
    let packages = PlannedPackage.all(
      of: graph, root: "/shop", readLockfile: { _ in nil }, excuse: { _ in nil })
    let id = { ModuleID(package: "P", name: $0) }
    #expect(packages.first?.executables == ["renamed": [id("One")], "Two": [id("Two")]])
  }

  @Test func modules() throws {
    let packages = try planned()
    let core = ModuleID(package: "Core", name: "Core")
    #expect(packages[0].modules.map(\.needs) == [[core]])
    #expect(packages[1].modules.map(\.needs) == [[], [core]])
    #expect(
      packages[1].modules.map(\.sourceFolder) == ["/shop/Core/Sources/Core", "/shop/Core/Tests/CoreTests"])
    #expect(packages[1].modules.map(\.excuse) == ["is for macos", nil])
    #expect(packages[2].modules.map(\.hasUndeclaredImports) == [true])
    #expect(packages[2].modules.map(\.needs) == [[]])
  }
}
