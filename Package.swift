// swift-tools-version: 6.2
import PackageDescription

// One target per stage of the pipeline; a target never imports one that stands below it in this
// list. `docs/architecture.md` has the map.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  // Whoever builds with an SDK that nobody here has seen gets its warnings as warnings.
  .treatAllWarnings(as: .error, .when(platforms: [.linux])),
]

func stage(_ name: String, _ dependencies: [Target.Dependency], embedding files: String...) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: files.map { .embedInCode($0) }, swiftSettings: strict)
}

func tests(of name: String, _ more: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.target(name: name), "TestSupport"] + more,
    swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestSupport"], swiftSettings: strict)
}

func support(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: strict)
}

let package = Package(
  name: "ambit",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "ambit", targets: ["ambit"]),
    .executable(name: "example-workspace", targets: ["example-workspace"]),
  ],
  targets: [
    // Ground
    stage("Support", []),
    .systemLibrary(name: "CPlatform"),
    .target(name: "CObserve"),
    .target(name: "CCurl"),
    .target(name: "CIndexStore"),
    stage("Platform", ["Support", "CPlatform", "CObserve"]),
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
    stage("Digests", ["Support", "CCrypto"]),
    stage("Compression", ["CZstd"]),
    stage("HTTP", ["Support", "Platform", "CCurl"]),
    stage("Names", ["Support"]),
    stage("Imports", []),
    stage("Coverage", ["Support"]),
    stage("Interfaces", ["Support"]),
    stage("IndexStore", ["Support", "Platform", "CIndexStore"]),
    stage("Observations", ["Support", "Platform", "Digests"]),
    stage("Cache", ["Support", "Platform", "Digests"]),
    stage("BuildState", ["Support", "Platform", "Digests", "Cache", "Compression"]),
    stage("Remote", ["Support", "Platform", "Digests", "Cache", "Compression", "HTTP"]),

    // The world's edges
    stage("Terminal", ["Support", "Platform"]),
    stage("Arguments", ["Support"]),
    stage("GitBridge", ["Support", "Platform", "Digests", "CGit2", "CZlib"]),
    stage("Config", ["Support", "Names"]),
    stage("Manifests", ["Support", "Platform", "Digests", "Names", "Imports"]),

    // Values in, values out
    stage("Xcode", ["Support", "Digests", "Names"]),
    stage(
      "ModuleGraph",
      ["Support", "Platform", "Digests", "Names", "Config", "Imports", "Manifests", "Xcode"]),
    stage("ModuleMap", ["Support", "Names", "Config", "Imports", "Xcode", "ModuleGraph"]),
    stage("AffectedGraph", ["Support", "Names", "Manifests", "Xcode", "ModuleGraph", "ModuleMap"]),
    stage(
      "ContentKeys",
      [
        "Support", "Platform", "Digests", "Names", "Config", "Imports", "Manifests", "ModuleGraph",
        "ModuleMap",
      ]),
    stage(
      "Runner",
      [
        "Support", "Platform", "Digests", "Names", "Coverage", "Config", "Manifests", "Xcode", "ModuleGraph",
        "ContentKeys",
      ]),
    stage("Tasks", ["Support", "Platform", "Digests", "Names", "Config", "ModuleGraph"]),
    stage("History", ["Support", "Platform", "Names", "Runner", "CSQLite"]),
    stage("Ownership", ["Support", "Names", "Config", "ModuleGraph"]),
    stage("Metrics", ["Support", "Names", "Imports", "Coverage", "ModuleGraph"]),
    stage("Forecast", ["Support", "Names", "ModuleGraph"]),
    stage(
      "Rules",
      [
        "Support", "Digests", "Names", "Config", "Imports", "Interfaces", "Manifests", "Xcode", "ModuleGraph",
      ]),
    stage("Query", ["Support", "Names", "Config", "ModuleGraph"]),
    stage("Extraction", ["Support", "Names", "Imports", "IndexStore"]),
    stage("Release", ["Support", "Config", "Manifests"]),
    stage(
      "Reports",
      [
        "Support", "Platform", "Digests", "Terminal", "Names", "Config", "Manifests", "Xcode", "ModuleGraph",
        "ModuleMap", "AffectedGraph", "Ownership", "Coverage", "Metrics", "Forecast", "Rules", "Runner",
        "History",
        "Cache", "Interfaces", "Extraction", "Release",
        "BuildState", "ContentKeys",
      ], embedding: "Change/Web", "Init/Schema", "HTML/Web"),
    stage("GraphPage", ["Support", "Terminal", "Names", "ModuleGraph", "Reports"], embedding: "Web"),

    // Rooms in which stages are joined: the world, the workspace, what is done with it
    stage(
      "Edge",
      [
        "Support", "Platform", "Digests", "Terminal", "Arguments", "GitBridge", "Names", "Config",
        "IndexStore", "Extraction", "Manifests", "Cache", "BuildState", "Runner", "History", "Query",
        "Tasks", "Reports",
      ]),
    stage(
      "Workspaces",
      [
        "Support", "Platform", "Digests", "Terminal", "Arguments", "GitBridge", "Names", "Config",
        "Manifests", "Xcode", "ModuleGraph", "ModuleMap", "AffectedGraph", "ContentKeys", "Observations",
        "Runner",
        "Ownership", "Rules", "Query", "Reports", "Edge",
      ]),
    stage(
      "Run",
      [
        "Support", "Platform", "Digests", "Terminal", "Arguments", "GitBridge", "Names", "Coverage",
        "Config", "Manifests", "Xcode", "ModuleGraph", "ModuleMap", "AffectedGraph", "ContentKeys",
        "Observations",
        "Cache", "BuildState", "HTTP", "Remote", "Runner", "History", "Ownership", "Reports", "Edge",
        "Workspaces",
      ]),
    stage(
      "TaskRuns",
      [
        "Support", "Platform", "Digests", "Terminal", "Arguments", "GitBridge", "Names", "Config",
        "Manifests", "ModuleGraph", "AffectedGraph", "ContentKeys", "Observations", "Cache",
        "Remote", "Runner", "Tasks", "Reports", "Edge", "Workspaces", "Run",
      ]),
    stage(
      "Watch",
      [
        "Support", "Platform", "Digests", "Terminal", "Arguments", "GitBridge", "Reports", "Edge",
      ]),
    stage(
      "Desk",
      [
        "Support", "Platform", "Digests", "Terminal", "Arguments", "GitBridge", "Names", "Imports",
        "Coverage", "Config", "Interfaces", "IndexStore", "Extraction", "Manifests", "Xcode", "ModuleGraph",
        "ModuleMap", "AffectedGraph", "ContentKeys", "Cache", "Runner", "History", "Ownership", "Metrics",
        "Forecast", "Rules", "Query", "Release", "Reports", "Edge", "Workspaces", "Run",
      ]),

    // Every command by its name, and the program
    stage(
      "AmbitKit",
      [
        "Support", "Platform", "Digests", "Terminal", "Arguments", "GitBridge", "Names", "Config",
        "Manifests", "Xcode", "ModuleGraph", "ModuleMap", "AffectedGraph", "ContentKeys", "Cache",
        "BuildState",
        "HTTP", "Remote", "Runner", "History", "Ownership", "Rules", "Query", "Reports",
        "GraphPage", "Edge", "Workspaces", "Run", "TaskRuns", "Watch", "Desk",
      ]),
    .executableTarget(
      name: "ambit", dependencies: ["AmbitKit", "Edge", "Arguments", "Platform", "Support", "Terminal"],
      swiftSettings: strict),

    // Example workspaces, for people, benchmarks and the suite
    stage("ExampleWorkspace", ["Platform"]),
    .executableTarget(
      name: "example-workspace", dependencies: ["ExampleWorkspace", "Platform"],
      swiftSettings: strict),

    // What tests share
    support(
      "TestSupport",
      ["Support", "Platform", "Digests", "Names", "Config", "Manifests", "Xcode", "ModuleGraph"]),
    support(
      "RunnerSupport",
      ["Support", "Platform", "Names", "Manifests", "ModuleGraph", "ContentKeys", "Runner", "TestSupport"]),
    support(
      "ReportSupport",
      ["Support", "Names", "ModuleGraph", "ModuleMap", "AffectedGraph", "Reports", "TestSupport"]),
    support(
      "ProgramSupport",
      ["Support", "Platform", "Terminal", "Arguments", "Edge", "AmbitKit", "ExampleWorkspace", "TestSupport"]),
    support("ServerSupport", ["TestSupport"]),
    // Writes to a store until it is killed, for the tests that kill it; and measures one, for scripts/bench.
    .executableTarget(
      name: "store-stress", dependencies: ["Cache", "Digests", "Platform", "Support"],
      path: "Tests/StoreStress",
      swiftSettings: strict),

    // Tests for every change
    tests(of: "Support"),
    tests(of: "Digests", ["Support"]),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP"], swiftSettings: strict),
    tests(of: "Remote", ["Support", "Digests", "Platform", "Cache", "HTTP", "ServerSupport"]),
    .testTarget(
      name: "CacheTests",
      dependencies: ["Cache", "Digests", "Platform", "Support", "TestSupport", "store-stress"],
      exclude: ["Records/action_result.proto"],
      swiftSettings: strict),
    tests(of: "BuildState", ["Support", "Digests", "Platform", "Cache", "Compression"]),
    tests(of: "Platform", ["Support"]),
    tests(of: "Observations", ["Support", "Digests", "Platform"]),
    tests(of: "Terminal", ["Support", "Platform"]),
    tests(of: "Arguments", ["Support"]),
    tests(of: "GitBridge", ["Support", "Platform", "CZlib"]),
    tests(of: "Config", ["Support", "Names"]),
    tests(of: "Imports", []),
    tests(of: "Interfaces", ["Support"]),
    tests(of: "IndexStore", ["Platform", "Manifests", "Runner"]),
    tests(of: "Release", ["Support", "Config", "Manifests"]),
    tests(of: "Manifests", ["Platform", "Support"]),
    tests(
      of: "ModuleGraph", ["Support", "Platform", "Names", "Config", "Imports", "Manifests", "ModuleMap"]),
    tests(of: "Xcode", ["Support", "Digests", "Names", "ExampleWorkspace"]),
    tests(of: "ModuleMap", ["Support", "Names", "Config", "Manifests", "ModuleGraph"]),
    tests(
      of: "AffectedGraph",
      ["Support", "Digests", "Names", "Config", "Manifests", "Xcode", "ModuleGraph", "ModuleMap"]),
    tests(
      of: "ContentKeys",
      [
        "Support", "Digests", "Names", "Config", "Manifests", "ModuleGraph", "ModuleMap", "Runner",
        "Arguments", "Platform",
      ]),
    tests(
      of: "Runner",
      [
        "Support", "Platform", "Names", "Config", "Manifests", "ModuleGraph", "ContentKeys", "Digests",
        "RunnerSupport",
      ]),
    tests(of: "Tasks", ["Support", "Digests", "Platform", "Names", "Config", "ModuleGraph"]),
    tests(of: "History", ["Support", "Platform", "Names", "Config", "ModuleGraph", "Runner", "CSQLite"]),
    tests(of: "Ownership", ["Support", "Names", "Config", "Xcode", "ModuleGraph"]),
    tests(
      of: "Rules",
      ["Support", "Names", "Config", "Interfaces", "Manifests", "Xcode", "ModuleGraph", "Ownership"]),
    tests(of: "Query", ["Support", "Names", "Config", "ModuleGraph"]),
    .testTarget(
      name: "ForecastTests", dependencies: ["Forecast", "Support", "Names", "ModuleGraph"],
      swiftSettings: strict),
    tests(of: "Extraction", ["Support", "Names", "IndexStore"]),
    tests(of: "Metrics", ["Support", "Names", "Imports", "Coverage", "ModuleGraph"]),
    .testTarget(name: "CoverageTests", dependencies: ["Coverage", "Support"], swiftSettings: strict),
    tests(of: "ExampleWorkspace", ["Platform"]),
    tests(
      of: "Reports",
      [
        "Support", "Platform", "Digests", "Terminal", "Names", "Config", "Xcode", "ModuleGraph", "ModuleMap",
        "AffectedGraph", "Ownership", "Rules", "Runner", "History", "Forecast", "BuildState", "ReportSupport",
      ]),
    tests(of: "GraphPage", ["Support", "Digests", "Reports", "ReportSupport"]),
    tests(
      of: "Edge",
      [
        "Support", "Platform", "Terminal", "GitBridge", "Names", "ModuleGraph", "Runner", "Reports",
        "ProgramSupport",
      ]),
    tests(
      of: "Workspaces",
      [
        "Support", "Platform", "Arguments", "GitBridge", "Names", "Config", "Manifests", "ModuleGraph",
        "ModuleMap", "Digests", "Observations",
        "ContentKeys", "Runner", "Edge", "ProgramSupport",
      ]),
    tests(
      of: "Run",
      [
        "Support", "Platform", "Digests", "GitBridge", "Names", "Observations", "BuildState", "Cache",
        "Remote", "Runner", "Workspaces",
      ]),
    tests(of: "Watch", ["Support", "Platform", "Arguments", "GitBridge", "ProgramSupport"]),
    tests(
      of: "AmbitKit",
      [
        "Support", "Platform", "Digests", "Names", "Observations", "Arguments", "Config", "Manifests",
        "ModuleGraph",
        "ContentKeys", "Cache", "BuildState", "Runner", "History", "Reports", "Workspaces",
        "ExampleWorkspace", "ProgramSupport",
        "ServerSupport",
      ]),
    // What the last release left on disk.
    tests(
      "StoredFormTests",
      [
        "Support", "Platform", "Digests", "Names", "Coverage", "Config", "GitBridge", "Observations", "Cache",
        "ContentKeys", "Runner", "Tasks", "Workspaces", "Run", "TaskRuns",
      ]),
    tests("ScenarioTests", ["Support", "Platform", "Manifests", "ExampleWorkspace", "ProgramSupport"]),

    // Tests for CI: each builds packages, opens a browser or goes on for minutes. `scripts/test` knows them by name.
    tests("EvaluationTests", ["Support", "Digests", "Platform", "Manifests", "ModuleGraph"]),
    tests(
      "RunnerBuildTests",
      ["Support", "Platform", "Names", "Manifests", "ModuleGraph", "ContentKeys", "Runner", "RunnerSupport"]),
    tests(
      "CanaryTests",
      ["Support", "Platform", "Names", "Manifests", "ModuleGraph", "ContentKeys", "Runner", "RunnerSupport"]),
    tests("ExampleBuildTests", ["ExampleWorkspace", "Platform"]),
    tests("EndToEndTests", ["Support", "Platform", "ExampleWorkspace", "ProgramSupport", "ServerSupport"]),
    tests("ObservedStepTests", ["Support", "Platform", "ProgramSupport"]),
    tests("AttackTests", ["Support", "Platform", "ProgramSupport"]),
    tests("StateStepTests", ["Support", "Platform", "ProgramSupport"]),
    tests(
      "RemoteServerTests",
      ["Support", "Digests", "Platform", "Cache", "HTTP", "Remote", "ServerSupport"]),
    tests(
      "BrowserTests",
      ["Support", "Names", "AffectedGraph", "Reports", "GraphPage", "ReportSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
