// swift-tools-version: 6.2
import PackageDescription

// A target never imports one that stands below it in this list. `docs/architecture.md` has the map.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  // Whoever builds with an SDK that nobody here has seen gets its warnings as warnings.
  .treatAllWarnings(as: .error, .when(platforms: [.linux])),
]

// A release build spends most of its time on optimising. These targets run once a command, over little data, and gain
// nothing from it that a bench can show: docs/benchmarks/startup.md.
let unoptimised: Set = ["Arguments", "ExampleWorkspace", "Features", "Reports"]

func part(_ name: String, _ dependencies: [Target.Dependency], embedding files: String...) -> Target {
  let settings: [SwiftSetting] =
    unoptimised.contains(name) ? [.unsafeFlags(["-Onone"], .when(configuration: .release))] : []
  return .target(
    name: name, dependencies: dependencies, resources: files.map { .embedInCode($0) },
    swiftSettings: strict + settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], in folder: String? = nil) -> Target {
  .testTarget(name: name, dependencies: dependencies, path: folder, swiftSettings: strict)
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
    // Libraries in C
    .systemLibrary(name: "CPlatform"),
    .target(name: "CObserve"),
    .target(name: "CCurl"),
    .target(name: "CIndexStore"),
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

    // Values, the system, and what reads and keeps files
    part("Base", ["CCrypto", "CCurl", "CObserve", "CPlatform", "CZstd"]),
    part("Arguments", ["Base"]),
    part("GitBridge", ["Base", "CGit2", "CZlib"]),
    part("SwiftSources", ["Base", "CIndexStore"]),
    part("Xcode", ["Base"]),
    part("Store", ["Base"]),

    // From changed files to a verdict
    part("Graph", ["Base", "SwiftSources", "Xcode"]),
    part("Runner", ["Base", "CSQLite", "Graph", "SwiftSources", "Xcode"]),
    part("Reports", ["Base", "Graph", "Runner"], embedding: "HTML/Web", "Schema"),
    part(
      "Session",
      ["Arguments", "Base", "GitBridge", "Graph", "Reports", "Runner", "Store", "SwiftSources", "Xcode"]),

    // Every command in a folder of its own, and the program
    part(
      "Features",
      [
        "Arguments", "Base", "GitBridge", "Graph", "Reports", "Runner", "Session", "Store",
        "SwiftSources", "Xcode",
      ]),
    .executableTarget(
      name: "ambit", dependencies: ["Arguments", "Base", "Features", "Session"],
      swiftSettings: strict),

    // Example workspaces, for people, benchmarks and the suite
    part("ExampleWorkspace", ["Base"]),
    .executableTarget(
      name: "example-workspace", dependencies: ["ExampleWorkspace", "Base"],
      swiftSettings: strict),

    // What tests share
    support("TestSupport", ["Base", "Graph", "SwiftSources", "Xcode"]),
    support("RunnerSupport", ["Base", "Graph", "Runner", "SwiftSources", "TestSupport"]),
    support("ReportSupport", ["Base", "Features", "Graph", "Reports", "TestSupport"]),
    support(
      "ProgramSupport",
      ["Arguments", "Base", "ExampleWorkspace", "Features", "Session", "TestSupport"]),
    support("ServerSupport", ["TestSupport"]),
    // Writes to a store until it is killed, for the tests that kill it; and measures one, for scripts/bench.
    .executableTarget(
      name: "store-stress", dependencies: ["Base", "Store"],
      path: "Tests/StoreStress",
      swiftSettings: strict),

    // Tests for every change
    tests("AffectedGraphTests", ["Base", "Graph", "SwiftSources", "TestSupport", "Xcode"]),
    tests("ArgumentsTests", ["Arguments", "Base", "Features", "Session", "TestSupport"]),
    tests("BuildStateTests", ["Base", "Store", "TestSupport"]),
    .testTarget(
      name: "CacheTests",
      dependencies: ["Base", "Store", "TestSupport", "store-stress"],
      exclude: ["Records/action_result.proto"],
      swiftSettings: strict),
    tests("ConfigTests", ["Base", "Graph", "TestSupport"]),
    tests("ContentKeysTests", ["Arguments", "Base", "Graph", "Runner", "SwiftSources", "TestSupport"]),
    tests("CoverageTests", ["Base", "SwiftSources"]),
    tests("DigestsTests", ["Base", "TestSupport"]),
    tests(
      "EdgeTests",
      ["Base", "GitBridge", "Graph", "ProgramSupport", "Reports", "Runner", "Session", "TestSupport"]),
    tests("ExampleWorkspaceTests", ["Base", "ExampleWorkspace", "TestSupport"]),
    tests("ExtractionTests", ["Base", "SwiftSources", "TestSupport"]),
    tests(
      "FeaturesTests",
      [
        "Arguments", "Base", "ExampleWorkspace", "Features", "GitBridge", "Graph", "ProgramSupport",
        "ReportSupport",
        "Reports", "Runner", "ServerSupport", "Session", "Store", "SwiftSources", "TestSupport", "Xcode",
      ],
      in: "Tests/Features"),
    tests("GitBridgeTests", ["Base", "CZlib", "GitBridge", "TestSupport"]),
    tests("HTTPTests", ["Base"]),
    tests("HistoryTests", ["Base", "Graph", "Runner", "TestSupport"]),
    tests("ImportsTests", ["SwiftSources", "TestSupport"]),
    tests("IndexStoreTests", ["Base", "Features", "SwiftSources", "TestSupport"]),
    tests("InterfacesTests", ["Base", "SwiftSources", "TestSupport"]),
    tests("ManifestsTests", ["Base", "SwiftSources", "TestSupport"]),
    tests("ModuleGraphTests", ["Base", "Graph", "SwiftSources", "TestSupport", "Xcode"]),
    tests("ModuleMapTests", ["Base", "Graph", "SwiftSources", "TestSupport"]),
    tests("ObservationsTests", ["Base", "Store", "TestSupport"]),
    tests("OwnershipTests", ["Base", "Graph", "TestSupport", "Xcode"]),
    tests("PlatformTests", ["Base", "TestSupport"]),
    tests("QueryTests", ["Base", "Graph", "TestSupport"]),
    tests("RemoteTests", ["Base", "ServerSupport", "Store", "TestSupport"]),
    tests(
      "ReportsTests",
      ["Base", "Features", "Graph", "ReportSupport", "Reports", "Runner", "Store", "TestSupport", "Xcode"]),
    tests("RulesTests", ["Base", "Graph", "SwiftSources", "TestSupport", "Xcode"]),
    tests("RunTests", ["Base", "GitBridge", "Runner", "Session", "Store", "TestSupport"]),
    tests(
      "RunnerTests", ["Base", "Graph", "Runner", "RunnerSupport", "SwiftSources", "TestSupport", "Xcode"]),
    tests("ScenarioTests", ["Base", "ExampleWorkspace", "ProgramSupport", "SwiftSources", "TestSupport"]),
    tests("SupportTests", ["Base", "TestSupport"]),
    tests("TerminalTests", ["Base", "TestSupport"]),
    tests(
      "WorkspacesTests",
      [
        "Arguments", "Base", "GitBridge", "Graph", "ProgramSupport", "Runner", "Session", "Store",
        "SwiftSources", "TestSupport",
      ]),
    // Bytes that releases wrote.
    tests(
      "StoredFormTests",
      ["Base", "Features", "GitBridge", "Graph", "Runner", "Session", "Store", "SwiftSources", "TestSupport"]),
    tests("XcodeTests", ["Base", "ExampleWorkspace", "TestSupport", "Xcode"]),

    // Tests for CI: each builds packages, opens a browser or goes on for minutes. `scripts/test` knows them by name.
    tests("AttackTests", ["Base", "ProgramSupport", "TestSupport"]),
    tests("BrowserTests", ["Base", "Features", "Graph", "ReportSupport", "Reports", "TestSupport"]),
    tests("CanaryTests", ["Base", "Graph", "Runner", "RunnerSupport", "SwiftSources", "TestSupport"]),
    tests("EndToEndTests", ["Base", "ExampleWorkspace", "ProgramSupport", "ServerSupport", "TestSupport"]),
    tests("EvaluationTests", ["Base", "Graph", "SwiftSources", "TestSupport"]),
    tests("ExampleBuildTests", ["Base", "ExampleWorkspace", "TestSupport"]),
    tests("ObservedStepTests", ["Base", "ProgramSupport", "TestSupport"]),
    tests("RemoteServerTests", ["Base", "ServerSupport", "Store", "TestSupport"]),
    tests("RunnerBuildTests", ["Base", "Graph", "Runner", "RunnerSupport", "SwiftSources", "TestSupport"]),
    tests("StateStepTests", ["Base", "ProgramSupport", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
