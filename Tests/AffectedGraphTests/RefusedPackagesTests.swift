import Base
import Graph
import TestSupport
import Testing

@testable import SwiftSources

/// SwiftPM refuses `User` because of manifests below it, whatever modules `User` needs of those packages.
@Suite struct RefusedPackagesTests {
  private static func package(
    _ name: String, needs dependencies: [PackageDependency] = [], traits: [String] = [],
    _ targets: [TargetDescription]
  ) -> PackageManifest {
    var manifest = PackageManifest(
      name: name, toolsVersion: ToolsVersion(6, 1), products: [], dependencies: dependencies, targets: targets
    )
    manifest.traits = traits.map { TraitDescription(name: $0) }
    return manifest
  }

  private static func path(_ folder: String, _ traits: [String] = ["default"]) -> PackageDependency {
    PackageDependency(source: .path("../\(folder)"), traits: traits.map { PackageDependency.Trait(name: $0) })
  }

  private static let core = package(
    "Core", [TargetDescription(name: "Core"), TargetDescription(name: "Same")])
  private static let user = package(
    "User", needs: [path("Core"), path("Lib", ["Fast"])],
    [TargetDescription(name: "User"), TargetDescription(name: "Twin", kind: .test)])
  private static let app = package("App", needs: [path("User")], [TargetDescription(name: "App")])
  private static let lib = package("Lib", traits: ["Fast"], [TargetDescription(name: "Lib")])

  private static func graph(_ lib: PackageManifest) throws -> WorkspaceGraph {
    try GraphFromFiles.graph(
      ["Core": core, "User": user, "App": app, "Lib": lib],
      MemoryTree(paths: ["Core", "User", "App", "Lib"].map { "\($0)/Package.swift" }))
  }

  @Test(arguments: [
    (
      "a library of the same name",
      package("Lib", traits: ["Fast"], [.init(name: "Lib"), .init(name: "Same")]), ["App", "Twin", "User"]
    ),
    (
      "tests of that name",
      package("Lib", traits: ["Fast"], [.init(name: "Lib"), .init(name: "Same", kind: .test)]), []
    ),
    (
      "a library named like the user's tests",
      package("Lib", traits: ["Fast"], [.init(name: "Lib"), .init(name: "Twin")]), ["Twin", "User"]
    ),
    ("another library", package("Lib", traits: ["Fast"], [.init(name: "Lib"), .init(name: "More")]), []),
    ("no trait", package("Lib", [.init(name: "Lib")]), ["App", "Twin", "User"]),
    ("one trait more", package("Lib", traits: ["Fast", "Slow"], [.init(name: "Lib")]), []),
  ])
  func everyModuleIsAffected(change: String, lib: PackageManifest, expected: [String]) throws {
    let (before, after) = (try Self.graph(Self.lib), try Self.graph(lib))
    for (base, head) in [(before, after), (after, before)] {
      let seeds = RefusedPackages.seeds(base: base, head: head, changed: ["Lib/Package.swift"])
      #expect(seeds.keys.map(\.name).sorted() == expected, "\(change)")
    }
    #expect(RefusedPackages.seeds(base: after, head: after, changed: ["Lib/Package.swift"]).isEmpty)
    #expect(RefusedPackages.seeds(base: before, head: after, changed: []).isEmpty)
  }

  /// A name that two packages below share already may not be one for SwiftPM, which does not load all of them.
  @Test func aThirdPackageOfTheNameCountsToo() throws {
    let twice = Self.package("Lib", traits: ["Fast"], [.init(name: "Lib"), .init(name: "Same")])
    func graph(_ app: PackageManifest) throws -> WorkspaceGraph {
      try GraphFromFiles.graph(
        ["Core": Self.core, "User": Self.user, "App": app, "Lib": twice],
        MemoryTree(paths: ["Core", "User", "App", "Lib"].map { "\($0)/Package.swift" }))
    }
    let app = Self.package("App", needs: [Self.path("User")], [.init(name: "App"), .init(name: "Same")])
    let seeds = RefusedPackages.seeds(
      base: try graph(Self.app), head: try graph(app), changed: ["App/Package.swift"])
    #expect(seeds.keys.map(\.name).sorted() == ["App", "Same"])
  }

  @Test func defaultTraitsThatAreSwitchedOffMustBeDeclared() throws {
    let user = Self.package("User", needs: [Self.path("Lib", [])], [.init(name: "User")])
    func graph(_ traits: [String]) throws -> WorkspaceGraph {
      try GraphFromFiles.graph(
        ["User": user, "Lib": Self.package("Lib", traits: traits, [.init(name: "Lib")])],
        MemoryTree(paths: ["User/Package.swift", "Lib/Package.swift"]))
    }
    let seeds = RefusedPackages.seeds(
      base: try graph(["Fast"]), head: try graph([]), changed: ["Lib/Package.swift"])
    #expect(seeds.keys.map(\.name) == ["User"])
  }

  /// `Lib` asks for `ext` from another version or place, for a target that `User` does not need.
  @Test(arguments: [
    (
      "another version",
      PackageDependency.Source.sourceControl(location: "https://x/ext", requirement: .exact("2.0.0")), true
    ),
    ("the same version", .sourceControl(location: "https://x/ext", requirement: .exact("1.0.0")), false),
    ("another place", .sourceControl(location: "https://y/ext", requirement: .exact("1.0.0")), true),
    ("a folder", .path("../vendored/ext"), true),
    ("something else", .sourceControl(location: "https://x/more", requirement: .exact("2.0.0")), false),
  ])
  func packagesThatAreAskedForInSeveralWays(
    change: String, source: PackageDependency.Source, isAffected: Bool
  ) throws {
    let ext = PackageDependency(
      source: .sourceControl(location: "https://x/ext", requirement: .exact("1.0.0")))
    let user = Self.package("User", needs: [Self.path("Lib"), ext], [.init(name: "User")])
    func graph(_ needs: [PackageDependency]) throws -> WorkspaceGraph {
      try GraphFromFiles.graph(
        [
          "User": user, "Lib": Self.package("Lib", needs: needs, [.init(name: "Lib")]),
          "Free": Self.package("Free", []),
        ],
        MemoryTree(paths: ["User/Package.swift", "Lib/Package.swift", "Free/Package.swift"]))
    }
    let (before, after) = (try graph([]), try graph([PackageDependency(source: source)]))
    for (base, head) in [(before, after), (after, before)] {
      let seeds = RefusedPackages.seeds(base: base, head: head, changed: ["Lib/Package.swift"])
      #expect(seeds.keys.map(\.name) == (isAffected ? ["User"] : []), "\(change)")
    }
  }

  /// SwiftPM looks for the product on every platform.
  @Test func aProductThatIsNamedForAnotherPlatformMustExist() throws {
    var target = TargetDescription(name: "User")
    target.dependencies = [
      TargetDependency(.product("Extra", package: "Lib"), condition: BuildCondition(platforms: ["macos"]))
    ]
    let user = Self.package("User", needs: [Self.path("Lib")], [target, .init(name: "Other")])
    func graph(_ products: [String]) throws -> WorkspaceGraph {
      var lib = Self.package("Lib", [.init(name: "Lib"), .init(name: "More")])
      lib.products = products.map {
        ProductDescription(name: $0, kind: .library(.automatic), targets: ["More"])
      }
      return try GraphFromFiles.graph(
        ["User": user, "App": Self.app, "Lib": lib],
        MemoryTree(paths: ["User/Package.swift", "App/Package.swift", "Lib/Package.swift"]))
    }
    let (with, without) = (try graph(["Extra", "More"]), try graph(["More"]))
    for (base, head) in [(with, without), (without, with)] {
      let seeds = RefusedPackages.seeds(base: base, head: head, changed: ["Lib/Package.swift"])
      #expect(seeds.keys.map(\.name).sorted() == ["App", "Other", "User"])
    }
    let unused = RefusedPackages.seeds(base: with, head: try graph(["Extra"]), changed: ["Lib/Package.swift"])
    #expect(unused.isEmpty)
  }

  /// SwiftPM takes no two products of one name, whatever targets use of them.
  @Test(arguments: [
    ("a product like that of a package above", "UserKit", ["App", "Other", "User"]),
    ("a product like that of a package beside it", "Core", ["App", "Other", "User"]),
    ("a product of a package that nothing here reaches", "Far", []),
    ("a product of another name", "More", []),
  ])
  func productsOfOneName(change: String, name: String, expected: [String]) throws {
    func package(
      _ name: String, needs: [String] = [], _ targets: [String], products: [String]
    ) -> PackageManifest {
      var manifest = Self.package(
        name, needs: needs.map { Self.path($0) }, targets.map { TargetDescription(name: $0) })
      manifest.products = products.map {
        ProductDescription(name: $0, kind: .library(.automatic), targets: [targets[0]])
      }
      return manifest
    }
    func graph(_ products: [String]) throws -> WorkspaceGraph {
      try GraphFromFiles.graph(
        [
          "App": package("App", needs: ["User"], ["App"], products: []),
          "User": package("User", needs: ["Core", "Lib"], ["User", "Other"], products: ["UserKit"]),
          "Core": package("Core", ["Core"], products: ["Core"]),
          "Far": package("Far", ["Far"], products: ["Far"]),
          "Lib": package("Lib", ["Lib"], products: products),
        ],
        MemoryTree(paths: ["App", "User", "Core", "Far", "Lib"].map { "\($0)/Package.swift" }))
    }
    let (before, after) = (try graph(["Lib"]), try graph(["Lib", name]))
    for (base, head) in [(before, after), (after, before)] {
      let seeds = RefusedPackages.seeds(base: base, head: head, changed: ["Lib/Package.swift"])
      #expect(seeds.keys.map(\.name).sorted() == expected, "\(change)")
    }
  }
}
