import Base
import TestSupport

@testable import Graph
@testable import SwiftSources

/// A small workspace in memory whose every part can be changed: an app with a test on top of a library that
/// wraps a system library, and a remote package.
struct KeyScene {
  var app = PackageManifest(name: "App", toolsVersion: ToolsVersion(6, 0))
  var core = PackageManifest(name: "Core", toolsVersion: ToolsVersion(6, 0))
  /// One more package, of which no module is needed.
  var side: PackageManifest?
  var sideFolder: RelativePath = "Side"
  /// Of `Core`; the module that variations are about.
  var library = TargetDescription(name: "Core", dependencies: [TargetDependency(.target("CZ"))])
  var test = TargetDescription(
    name: "AppTests", kind: .test, dependencies: [TargetDependency(.target("App"))])
  var files: [String: String] = [
    "App/Sources/App/App.swift": "app", "App/Tests/AppTests/T.swift": "test",
    "Core/Sources/Core/Core.swift": "core", "Core/Sources/CZ/module.modulemap": "module CZ {}",
  ]
  var links: [String: String] = [:]
  var config = WorkspaceConfig()
  var surroundings = KeySurroundings(
    toolchain: "Swift 6", host: HostIdentity(system: "debian", version: "12", libc: "glibc 2.36"))
  var pins = ["remote": "1.0.0"]
  var systemLibrary = SystemLibrary(
    version: "1.2", flags: ["-lz"], headerCount: 1, headers: SHA256.digest(of: Array("z".utf8)))
  var flagFiles = [FlagFile(name: "/a", digest: SHA256.digest(of: []))]
  var crowdedFlagFolder: String?
  var manifestRoots: [String] = []
  /// What Git does not track of the library's folder.
  var ignored: [String] = []

  static let tests = ModuleID(package: "App", name: "AppTests")
  static let library = ModuleID(package: "Core", name: "Core")

  init() {
    app.dependencies = [
      PackageDependency(source: .path("../Core")),
      PackageDependency(
        source: .sourceControl(
          location: "https://example.com/remote.git", requirement: .range("1.0.0", "2.0.0"))),
    ]
    core.products = [ProductDescription(name: "Core", kind: .library(.automatic), targets: ["Core"])]
  }

  private var manifests: [RelativePath: PackageManifest] {
    var app = app
    var core = core
    let needed = [
      TargetDependency(.product("Core", package: "Core")),
      TargetDependency(.product("Remote", package: "remote")),
    ]
    app.targets += [TargetDescription(name: "App", dependencies: needed), test]
    core.targets += [library, TargetDescription(name: "CZ", kind: .system)]
    return ["App": app, "Core": core].merging(side.map { [sideFolder: $0] } ?? [:]) { $1 }
  }

  var graph: WorkspaceGraph {
    get throws {
      let tree = MemoryTree(
        files.merging(manifests.map { ("\($0.key)/Package.swift", "") }) { $1 }, links: links)
      var imports = ImportScan(cacheFolder: nil, jobs: 1)
      return try GraphFromFiles.loader(manifests, config: config).load(
        head: .init(tree: tree, commit: nil), base: nil,
        memory: GraphMemory(cacheFolder: nil, surroundings: []),
        imports: &imports
      ).head
    }
  }

  /// nil: of all modules.
  func keys(of modules: [ModuleID]? = nil) throws -> ModuleKeys {
    let graph = try graph
    let wanted = modules?.compactMap { graph.index(of: $0) }
    let scope = KeyScope(wanted, in: graph, platforms: surroundings.platforms)
    let index = graph.index(of: Self.library)
    let ignored = ignored.map { TreeFile(path: RelativePath($0), kind: .file, content: Self.content($0)) }
    let placed = PlacedFiles(
      listing, ignored: index.map { [$0: ignored] } ?? [:], graph: graph,
      map: ModuleMap(graph: graph, rules: rules), scope: scope)
    let system = graph.index(of: ModuleID(package: "Core", name: "CZ"))
    let lockfile = KeyedLockfile(pins: Lockfile(pins: pins), bytes: [])
    var inputs = KeyInputs(
      graph: graph, config: config, surroundings: surroundings, files: placed,
      lockfiles: ["App/Package.resolved": lockfile],
      systemLibraries: system.map { [$0: systemLibrary] } ?? [:])
    inputs.flagFiles = flagFiles
    inputs.crowdedFlagFolder = crowdedFlagFolder
    inputs.manifestRoots = manifestRoots
    return ModuleKeys(inputs, scope)
  }

  /// The key of the test module, which everything else is below of.
  func key() throws -> ModuleKey? { try keys().key(of: Self.tests) }

  private var listing: [TreeFile] {
    let plain = files.map { path, text in
      TreeFile(
        path: RelativePath(path), kind: text.hasPrefix("#!") ? .executable : .file,
        content: Self.content(text))
    }
    let linked = links.map {
      TreeFile(path: RelativePath($0), kind: .symbolicLink, content: Self.content($1))
    }
    return (plain + linked).sorted { $0.path < $1.path }
  }

  private static func content(_ text: String) -> ContentID? {
    ContentID(SHA256.digest(of: Array(text.utf8)).bytes.prefix(ContentID.length))
  }

  private var rules: PathRules {
    PathRules(
      ignored: config.inputs.ignore, harmless: config.inputs.harmless, global: config.inputs.global,
      unowned: config.inputs.unowned)
  }
}
