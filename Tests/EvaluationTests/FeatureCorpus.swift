/// Manifests that between them use every part of PackageDescription.
let featureCorpus: [ManifestCase] =
  productCases + dependencyCases + targetCases + settingCases + pluginCases + packageCases

private let productCases = [
  ManifestCase(
    "products", "5.9",
    """
    let package = Package(
      name: "P",
      products: [
        .library(name: "Automatic", targets: ["A"]), .library(name: "Static", type: .static, targets: ["A", "B"]),
        .library(name: "Dynamic", type: .dynamic, targets: ["B"]), .executable(name: "tool", targets: ["Tool"]),
        .plugin(name: "Plug", targets: ["Plug"]),
      ],
      targets: [
        .target(name: "A"), .target(name: "B"), .executableTarget(name: "Tool"),
        .plugin(name: "Plug", capability: .buildTool()),
      ])
    """),
  ManifestCase(
    "product of an unknown target", "5.9", .refused,
    """
    let package = Package(name: "P", products: [.library(name: "A", targets: ["Nowhere"])], targets: [.target(name: "A")])
    """),
  ManifestCase(
    "product without targets", "5.9", .refused,
    """
    let package = Package(name: "P", products: [.library(name: "A", targets: [])], targets: [.target(name: "A")])
    """),
]

private let dependencyCases = [
  ManifestCase(
    "every requirement", "5.9",
    """
    let package = Package(
      name: "P",
      dependencies: [
        .package(url: "https://example.com/a/from.git", from: "1.2.3"),
        .package(url: "https://example.com/a/beta", from: "2.0.0-beta.1"),
        .package(url: "https://example.com/a/exact", exact: "1.0.0-rc.2+build.5"),
        .package(url: "https://example.com/a/minor", .upToNextMinor(from: "0.3.1")),
        .package(url: "https://example.com/a/major", .upToNextMajor(from: "0.3.1")),
        .package(url: "https://example.com/a/half", "1.0.0"..<"3.0.0"),
        .package(url: "https://example.com/a/closed", "1.0.0"..."1.4.2"),
        .package(url: "https://example.com/a/branch", branch: "feature/x"),
        .package(url: "git@example.com:a/revision.git", revision: "0123456789abcdef0123456789abcdef01234567"),
        .package(url: "ssh://git@example.com/a/Ssh.git", branch: "main"),
        .package(id: "mona.LinkedList", from: "1.0.0"), .package(id: "mona.exact", exact: "1.0.1"),
        .package(id: "mona.range", "1.0.0"..<"1.5.0"),
      ],
      targets: [
        .target(name: "A", dependencies: [
          .product(name: "X", package: "from"), .product(name: "Y", package: "Ssh"),
          .product(name: "Z", package: "mona.LinkedList"), "revision",
        ])
      ])
    """),
  ManifestCase(
    "old forms of requirements", "5.5",
    """
    let package = Package(
      name: "P",
      dependencies: [
        .package(name: "Named", url: "https://example.com/a/other-name.git", from: "1.0.0"),
        .package(name: "Exact", url: "https://example.com/a/exact", .exact("1.0.0")),
        .package(url: "https://example.com/a/branch", .branch("main")),
        .package(url: "https://example.com/a/revision", .revision("abc")),
        .package(name: "Local", path: "../local-folder"),
      ],
      targets: [.target(name: "A", dependencies: [.product(name: "N", package: "Named"), .product(name: "L", package: "Local")])])
    """),
  ManifestCase(
    "names beside 5.2's rules", "5.1",
    """
    let package = Package(
      name: "P",
      dependencies: [.package(url: "https://example.com/a/b.git", from: "1.0.0"), .package(path: "../c")],
      targets: [.target(name: "A", dependencies: ["b", .product(name: "C"), .byName(name: "D")])])
    """),
  ManifestCase(
    "paths", "5.9",
    """
    let package = Package(
      name: "P",
      dependencies: [
        .package(path: "../Sibling"), .package(path: "../../Apps/./App/"), .package(path: "Nested"),
        .package(path: "a/../b"), .package(path: "/opt/elsewhere"), .package(path: "~/at-home"),
        .package(path: "../../../outside"), .package(path: "../spa ce/ü"), .package(name: "Named", path: "../N"),
      ],
      targets: [.target(name: "A", dependencies: [.product(name: "X", package: "Sibling"), .product(name: "Y", package: "named")])])
    """),
  ManifestCase(
    "a package in the folder above", "5.9",
    """
    let package = Package(
      name: "P", dependencies: [.package(path: "..")],
      targets: [.target(name: "A", dependencies: [.product(name: "X", package: "Packages")])])
    """),
  ManifestCase(
    "a path made from the package's folder", "5.9",
    """
    let package = Package(
      name: "P", dependencies: [.package(path: "\\(Context.packageDirectory)/../Sibling")], targets: [.target(name: "A")])
    """),
  ManifestCase(
    "a folder as source control", "5.9", .swiftPM,
    """
    let package = Package(name: "P", dependencies: [.package(url: "../git", from: "1.0.0")], targets: [.target(name: "A")])
    """),
  ManifestCase(
    "a file URL", "5.9", .swiftPM,
    """
    let package = Package(name: "P", dependencies: [.package(url: "file:///opt/git", from: "1.0.0")], targets: [.target(name: "A")])
    """),
  ManifestCase(
    "an unknown package", "5.9", .refused,
    """
    let package = Package(name: "P", targets: [.target(name: "A", dependencies: [.product(name: "X", package: "nowhere")])])
    """),
  ManifestCase(
    "traits of dependencies", "6.1",
    """
    let package = Package(
      name: "P",
      traits: ["One", .trait(name: "Two", description: "second", enabledTraits: ["One"]), .default(enabledTraits: ["Two"])],
      dependencies: [
        .package(url: "https://example.com/a/none", from: "1.0.0", traits: []),
        .package(url: "https://example.com/a/some", from: "1.0.0", traits: ["Z", "Y", .defaults]),
        .package(url: "https://example.com/a/when", from: "1.0.0", traits: [.trait(name: "X", condition: .when(traits: ["Two", "One"]))]),
        .package(path: "../p", traits: ["Q"]),
      ],
      targets: [.target(name: "A", dependencies: [.product(name: "N", package: "none", condition: .when(traits: ["One", "Two"]))])])
    """),
  ManifestCase(
    "an unknown trait", "6.1", .refused,
    """
    let package = Package(name: "P", traits: [.trait(name: "One", enabledTraits: ["Nowhere"])], targets: [.target(name: "A")])
    """),
]

private let targetCases = [
  ManifestCase(
    "kinds and folders of targets", "5.9",
    """
    let package = Package(
      name: "P",
      targets: [
        .target(name: "A", path: "Code/A", exclude: ["x", "./y/z"], sources: ["s", "t/u.swift"], publicHeadersPath: "inc", packageAccess: false),
        .target(name: "Empty", sources: []), .executableTarget(name: "Tool", dependencies: ["A"], path: "."),
        .testTarget(name: "ATests", dependencies: ["A"], exclude: ["Fixtures"]),
        .systemLibrary(name: "CSystem", path: "Sys", pkgConfig: "sys", providers: [.apt(["x", "y"]), .brew(["z"]), .yum(["w"])]),
        .systemLibrary(name: "CPlain"),
      ])
    """),
  ManifestCase(
    "resources", "5.9",
    """
    let package = Package(
      name: "P", defaultLocalization: "en",
      targets: [
        .target(name: "A", resources: [
          .process("Res"), .process("a//b/./c", localization: .base), .process("d", localization: .default),
          .copy("data/"), .embedInCode("e.txt"),
        ])
      ])
    """),
  ManifestCase(
    "conditional dependencies", "6.0",
    """
    let package = Package(
      name: "P", dependencies: [.package(path: "../Other")],
      targets: [
        .target(name: "A", dependencies: [
          .target(name: "B", condition: .when(platforms: [.linux, .macOS, .iOS, .custom("Weird")])),
          .product(name: "X", package: "Other", moduleAliases: ["M": "N", "K": "L"], condition: .when(platforms: [.windows, .android, .wasi])),
          .byName(name: "Other", condition: .when(platforms: [.visionOS, .macCatalyst, .driverKit, .openbsd, .tvOS, .watchOS])),
        ]),
        .target(name: "B"),
      ])
    """),
  ManifestCase(
    "two targets of one name", "5.9", .refused,
    "let package = Package(name: \"P\", targets: [.target(name: \"A\"), .target(name: \"A\")])"),
  ManifestCase(
    "an absolute exclude", "5.9", .refused,
    "let package = Package(name: \"P\", targets: [.target(name: \"A\", exclude: [\"/abs\"])])"),
  ManifestCase(
    "binary targets", "5.9", .swiftPM,
    """
    let package = Package(
      name: "P",
      targets: [
        .binaryTarget(name: "Far", url: "https://example.com/far.zip", checksum: "\(String(repeating: "ab", count: 32))"),
        .binaryTarget(name: "Near", path: "near.xcframework"),
      ])
    """),
  ManifestCase(
    "a binary target over http", "5.9", .refused,
    """
    let package = Package(name: "P", targets: [.binaryTarget(name: "Far", url: "http://example.com/far.zip", checksum: "ab")])
    """),
  ManifestCase(
    "macros", "5.9", imports: ["CompilerPluginSupport"],
    """
    let package = Package(
      name: "P", dependencies: [.package(url: "https://example.com/swift-syntax.git", from: "509.0.0")],
      targets: [
        .macro(name: "M", dependencies: [.product(name: "SwiftSyntaxMacros", package: "swift-syntax")], path: "Macro"),
        .target(name: "A", dependencies: ["M"]),
      ])
    """),
]

private let settingCases = [
  ManifestCase(
    "settings", "6.2",
    """
    let package = Package(
      name: "P",
      targets: [
        .target(
          name: "A",
          cSettings: [
            .headerSearchPath("../Other/include"), .define("X", to: "1", .when(configuration: .debug)), .define("Y"),
            .unsafeFlags(["-a", "-b"], .when(platforms: [.linux])), .enableWarning("w"), .disableWarning("z"),
            .treatAllWarnings(as: .error), .treatWarning("v", as: .warning),
          ],
          cxxSettings: [.define("CX", .when(platforms: [.linux, .macOS], configuration: .release)), .headerSearchPath("h")],
          swiftSettings: [
            .define("S"), .define("T", .when(traits: ["Tr"])), .enableUpcomingFeature("U"), .enableExperimentalFeature("E"),
            .interoperabilityMode(.Cxx), .interoperabilityMode(.C), .swiftLanguageMode(.v5),
            .treatAllWarnings(as: .error), .treatWarning("g", as: .warning), .strictMemorySafety(),
            .defaultIsolation(MainActor.self), .defaultIsolation(nil), .unsafeFlags([]),
          ],
          linkerSettings: [.linkedLibrary("z", .when(platforms: [.linux])), .linkedFramework("F"), .unsafeFlags(["-l"])])
      ])
    """),
  ManifestCase(
    "a macro in a setting", "5.9", .refused,
    """
    let package = Package(name: "P", targets: [.target(name: "A", swiftSettings: [.define("$(X)")])])
    """),
  ManifestCase(
    "a newer setting than the tools version", "5.9", .refused,
    """
    let package = Package(name: "P", targets: [.target(name: "A", swiftSettings: [.strictMemorySafety()])])
    """),
]

private let pluginCases = [
  ManifestCase(
    "plugins", "5.9",
    """
    let package = Package(
      name: "P", dependencies: [.package(path: "../Other")],
      targets: [
        .target(name: "A", plugins: ["Tool", .plugin(name: "Far", package: "Other")]), .executableTarget(name: "Helper"),
        .plugin(name: "Tool", capability: .buildTool(), dependencies: ["Helper"], path: "Plug"),
        .plugin(name: "Plain", capability: .command(intent: .documentationGeneration())),
        .plugin(name: "Format", capability: .command(
          intent: .sourceCodeFormatting(), permissions: [.writeToPackageDirectory(reason: "writes \\"all\\"")])),
        .plugin(name: "Custom", capability: .command(
          intent: .custom(verb: "do-it", description: "does it"),
          permissions: [
            .allowNetworkConnections(scope: .all(ports: [80, 443]), reason: "n"),
            .allowNetworkConnections(scope: .local(ports: [8080]), reason: "l"),
            .allowNetworkConnections(scope: .docker, reason: "d"),
            .allowNetworkConnections(scope: .unixDomainSocket, reason: "u"),
            .allowNetworkConnections(scope: .none, reason: "no"),
          ])),
      ])
    """)
]

private let packageCases = [
  ManifestCase(
    "package-wide fields", "6.0",
    """
    let package = Package(
      name: "Päckage \\u{1F600}", defaultLocalization: "de",
      platforms: [.macOS(.v14), .iOS("17.2"), .tvOS(.v16), .watchOS("9.0.1"), .visionOS(.v1), .macCatalyst(.v17), .custom("wasi", versionString: "1.0")],
      pkgConfig: "pc", providers: [.apt(["a"]), .brew(["b"])],
      targets: [.target(name: "A")], swiftLanguageModes: [.v5, .v6, .version("4.2")], cLanguageStandard: .gnu11,
      cxxLanguageStandard: .cxx20)
    """),
  ManifestCase(
    "language versions of old", "5.5",
    """
    let package = Package(name: "P", targets: [.target(name: "A")], swiftLanguageVersions: [.v4, .v4_2, .v5])
    """),
  ManifestCase(
    "no language versions", "5.5",
    "let package = Package(name: \"P\", targets: [.target(name: \"A\")], swiftLanguageVersions: [])"),
  ManifestCase(
    "platforms twice", "5.5", .refused,
    "let package = Package(name: \"P\", platforms: [.macOS(.v11), .macOS(.v12)], targets: [.target(name: \"A\")])"
  ),
  ManifestCase("nothing but a name", "6.3", "let package = Package(name: \"P\")"),
  ManifestCase("older tools", "5.0", "let package = Package(name: \"P\", targets: [.target(name: \"A\")])"),
  ManifestCase(
    "tools with a patch", "5.7.1", "let package = Package(name: \"P\", targets: [.target(name: \"A\")])"),
]
