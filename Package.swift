// swift-tools-version: 6.2
import PackageDescription

// One target per stage of the pipeline; a target never imports one that stands below it in this
// list. `docs/architecture.md` has the map.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

func stage(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(of name: String, _ more: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.target(name: name), "TestSupport"] + more,
    swiftSettings: strict)
}

let package = Package(
  name: "ambit",
  platforms: [.macOS(.v14)],
  products: [
    .executable(name: "ambit", targets: ["ambit"]),
    .executable(name: "example-workspace", targets: ["example-workspace"]),
  ],
  targets: [
    // Ground
    stage("Support", []),
    .systemLibrary(
      name: "CGit2", pkgConfig: "libgit2",
      providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd",
      providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    stage("Digests", ["CCrypto"]),
    stage("Files", []),
    stage("Cache", ["Support", "Digests", "Files"]),
    stage("BuildState", ["Support", "Digests", "Files", "Cache", "CZstd", "CProcess"]),
    .systemLibrary(name: "CProcess"),

    // The world's edges
    stage("Processes", ["Support", "CProcess"]),
    stage("Terminal", ["Support"]),
    stage("Arguments", ["Support"]),
    stage("GitBridge", ["Support", "Digests", "CGit2", "CZlib"]),
    stage("Workspace", ["Support", "Digests", "Files", "Processes"]),

    // Values in, values out
    stage("ModuleMap", ["Support", "Workspace"]),
    stage("AffectedGraph", ["Support", "Workspace", "ModuleMap"]),
    stage("ContentKeys", ["Support", "Digests", "Workspace", "ModuleMap", "AffectedGraph"]),
    stage("Runner", ["Support", "Files", "Digests", "Processes", "Workspace", "ContentKeys"]),
    stage("History", ["Support", "Files", "Workspace", "Runner", "CSQLite"]),
    stage("Ownership", ["Support", "Workspace"]),
    stage("Rules", ["Support", "Digests", "Workspace", "AffectedGraph"]),
    stage(
      "Reports",
      [
        "Support", "Digests", "Terminal", "GitBridge", "Workspace", "ModuleMap", "AffectedGraph",
        "Ownership", "Rules", "Runner", "History", "Cache", "BuildState", "ContentKeys",
      ]),

    // The one place that joins the stages, and the program
    stage(
      "AmbitKit",
      [
        "Support", "Digests", "Files", "Processes", "Terminal", "Arguments", "GitBridge", "Workspace",
        "ModuleMap", "AffectedGraph", "Runner", "History", "Ownership", "Rules", "Reports", "Cache",
        "BuildState",
        "ContentKeys",
      ]),
    .executableTarget(name: "ambit", dependencies: ["AmbitKit"], swiftSettings: strict),

    // Example workspaces, for people, benchmarks and the suite
    stage("ExampleWorkspace", ["Support", "Processes"]),
    .executableTarget(
      name: "example-workspace", dependencies: ["ExampleWorkspace", "Support"],
      swiftSettings: strict),

    // Tests
    .target(
      name: "TestSupport", dependencies: ["Support", "Processes", "Workspace"], path: "Tests/TestSupport",
      swiftSettings: strict),
    tests(of: "Support"),
    tests(of: "Digests", ["Support"]),
    .testTarget(
      name: "CacheTests",
      dependencies: ["Cache", "Digests", "Support", "TestSupport", "store-stress"],
      exclude: ["Records/action_result.proto"],
      swiftSettings: strict),
    // Writes to a store until it is killed, for the tests that kill it; and measures one, for scripts/bench.
    .executableTarget(
      name: "store-stress", dependencies: ["Cache", "Digests", "Support"], path: "Tests/StoreStress",
      swiftSettings: strict),
    tests(of: "BuildState", ["Support", "Digests", "Files", "Cache"]),
    tests(of: "Processes", ["Support"]),
    tests(of: "Terminal", ["Support"]),
    tests(of: "Arguments", ["Support"]),
    tests(of: "GitBridge", ["Support", "CZlib"]),
    tests(of: "Workspace", ["Support", "Files", "Processes"]),
    tests(of: "ModuleMap", ["Support", "Workspace"]),
    tests(of: "AffectedGraph", ["Support", "Workspace", "ModuleMap"]),
    tests(
      of: "ContentKeys",
      ["Support", "Digests", "Workspace", "ModuleMap", "Runner", "Arguments", "Processes"]),
    tests(of: "Runner", ["Support", "Processes", "Workspace", "ContentKeys", "Digests", "Files"]),
    tests(of: "History", ["Support", "Files", "Workspace", "Runner", "CSQLite"]),
    tests(of: "Ownership", ["Support", "Workspace"]),
    tests(of: "Rules", ["Support", "Workspace", "Ownership"]),
    tests(of: "ExampleWorkspace", ["Support", "Processes"]),
    tests(
      of: "Reports",
      [
        "Support", "Digests", "Terminal", "Workspace", "GitBridge", "ModuleMap", "AffectedGraph",
        "Ownership", "Rules", "Runner", "History", "BuildState", "Cache",
      ]),
    tests(
      of: "AmbitKit",
      [
        "Support", "Processes", "Workspace", "GitBridge", "AffectedGraph", "ModuleMap",
        "ExampleWorkspace", "Arguments", "Terminal", "Reports", "Ownership", "Rules", "Files", "Runner",
        "History", "Cache", "BuildState", "Digests", "ContentKeys",
      ]),
    .testTarget(
      name: "ScenarioTests",
      dependencies: [
        "AmbitKit", "Arguments", "Processes", "Support", "Terminal", "TestSupport", "Workspace",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
