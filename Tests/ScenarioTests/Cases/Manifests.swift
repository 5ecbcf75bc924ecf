extension Scenario {
  /// Core with a second library that App uses too.
  private static let wide = WorkspaceSketch.shop.with { sketch in
    sketch["Core"].targets.append(.library("Extra"))
    sketch["App"].dependencies.append("../Core")
    sketch["App"]["App"].dependencies.append("Extra@Core")
  }

  static let manifestEdits: [Scenario] = [
    Scenario(
      "26 a comment", [.change { $0["Core"].comment = "hello" }], selects: "",
      checks: [.change("Core/Package.swift", "modified unstaged manifest")]),
    Scenario("26 a comment, committed", [.change { $0["Core"].comment = "hello" }, .commit], selects: ""),
    Scenario(
      "26 formatting", [.replace("Core/Package.swift", "targets: [", with: "targets:\n\n   [")], selects: ""),
    Scenario(
      "26 an expression of the same value",
      [.replace("Core/Package.swift", #"name: "CoreTests""#, with: #"name: "Core" + "Tests""#)], selects: ""),
    Scenario(
      "27 a target is added", [.change { $0["Core"].targets.append(.library("More")) }], selects: "More"),
    Scenario(
      "27 a test target is added", [.change { $0["Core"].targets.append(.test("MoreTests", ["Core"])) }],
      selects: "MoreTests"),
    Scenario(
      "27 a target is removed", in: wide,
      [
        .change {
          $0["Core"].targets.removeAll { $0.name == "Extra" }
          $0["App"].dependencies.removeAll { $0 == "../Core" }
          $0["App"]["App"].dependencies.removeAll { $0.name == "Extra" }
        }
      ], selects: "App AppTests"),
    Scenario(
      "27 a target is removed, its user still names it", in: wide,
      [.change { $0["Core"].targets.removeAll { $0.name == "Extra" } }], selects: "App AppTests",
      checks: [.reason("App:App", "manifest")]),
    Scenario(
      "27 a target is renamed", in: wide,
      [
        .change {
          $0["Core"]["Extra"] = .library("Other")
          $0["App"]["App"].dependencies.removeAll { $0.name == "Extra" }
          $0["App"]["App"].dependencies.append("Other@Core")
        }
      ], selects: "Other App AppTests"),
    Scenario(
      "27 a dependency is added", [.change { $0["Feed"].use("Pay") }], selects: WorkspaceSketch.feed),
    Scenario(
      "27 a dependency is removed", [.change { $0["Feed"].dropDependency("Core") }],
      selects: WorkspaceSketch.feed),
    Scenario(
      "27 a dependency is removed, and what it led to is edited",
      [.change { $0["Feed"].dropDependency("Core") }, .edit("Core/Sources/Core/Core.swift")],
      selects: WorkspaceSketch.core),
    Scenario(
      "27 only a conditional dependency is removed by the edit of what it led to",
      in: .shop.with { $0["Util"]["UtilTests"].dependencies.append("Core?trait:Off") },
      [.edit("Core/Sources/Core/Core.swift")], selects: WorkspaceSketch.core),
    Scenario(
      "27 a product's name is changed", in: wide,
      [
        .change {
          $0["Core"].products = [SketchProduct("Core", ["Core"]), SketchProduct("ExtraKit", ["Extra"])]
          $0["App"]["App"].dependencies.removeAll { $0.name == "Extra" }
          $0["App"]["App"].dependencies.append("ExtraKit@Core")
        }
      ], selects: "Extra App AppTests"),
    Scenario(
      "28 a flag of one target", in: wide,
      [.change { $0["Core"]["Extra"].swiftSettings = [#".define("FAST")"#] }], selects: "Extra App AppTests"),
    Scenario(
      "28 a flag of a test target",
      [.change { $0["Core"]["CoreTests"].swiftSettings = [#".define("FAST")"#] }],
      selects: "CoreTests", checks: [.reason("Core:CoreTests", "manifest")]),
    Scenario(
      "28 a resource rule", in: wide, prepare: [.write("Core/Sources/Extra/a.json", "{}\n")],
      [.change { $0["Core"]["Extra"].resources = [#".copy("a.json")"#] }], selects: "Extra App AppTests"),
    Scenario(
      "28 an excluded path", in: wide, [.change { $0["Core"]["Extra"].exclude = ["x"] }],
      selects: "Extra App AppTests"),
    Scenario(
      "28 platforms", [.change { $0["Feed"].platforms = [".macOS(.v13)"] }], selects: WorkspaceSketch.feed,
      checks: [.reason("Feed:FeedTests", "manifest")]),
    Scenario(
      "28 tools version", [.change { $0["Feed"].toolsVersion = "6.1" }], selects: WorkspaceSketch.feed),
    Scenario(
      "30 a manifest that does not compile",
      [.change { $0["Core"].verbatimManifest = broken }], selects: "Feed FeedTests Pay PayTests App AppTests",
      checks: [.fallback("unknown-manifest", hint: "dump-package"), .warning("unknown-manifest"), .exit(0)]),
    Scenario(
      "30 a broken manifest that the change did not touch",
      in: .shop.with { $0["Feed"].verbatimManifest = broken }, selects: "App AppTests",
      checks: [.fallback("unknown-manifest")]),
    Scenario(
      "30 a manifest that was broken and is mended",
      in: .shop.with { $0["Feed"].verbatimManifest = broken },
      [.change { $0["Feed"].verbatimManifest = nil }], selects: WorkspaceSketch.feed),
  ]

  private static let broken =
    "// swift-tools-version: 6.0\nimport PackageDescription\nlet \(WarmManifests.broken)\n"

  static let packageEdits: [Scenario] = [
    Scenario(
      "29 a package is added", [.change { $0.packages.append(.library("New", on: ["Core"])) }],
      selects: "New NewTests"),
    Scenario(
      "29 a package is deleted",
      [
        .change {
          $0.remove("Pay")
          $0["App"].dropDependency("Pay")
        }, .commit,
      ], selects: "App AppTests"),
    Scenario(
      "29 a package is deleted that nobody used", in: .shop.with { $0.packages.append(.library("Lone")) },
      [.change { $0.remove("Lone") }, .commit], selects: ""),
    Scenario(
      "29 a package is deleted that is still used", [.change { $0.remove("Pay") }],
      selects: "App AppTests", checks: [.warning("missing-package"), .exit(0)]),
    Scenario(
      "29 a package moves",
      [
        .change {
          $0["Feed"].folder = "Features/Feed"
          $0["Features/Feed"].dependencies = ["../../Core"]
          $0["App"].dependencies = ["../Features/Feed", "../Pay"]
        }
      ], selects: WorkspaceSketch.feed),
  ]

  private static func versioned(_ name: String, _ flag: String) -> [Step] {
    var feed = SketchPackage.library("Feed", on: ["Core"])
    feed.toolsVersion = name.contains("6.1") ? "6.1" : name.contains("5.9") ? "5.9" : "6.0"
    feed["Feed"].swiftSettings = [".define(\"\(flag)\")"]
    return [.write("Feed/\(name)", feed.manifestText)]
  }

  static let versionedManifests: [Scenario] = [
    Scenario(
      "29 the versioned manifest in force", prepare: versioned("Package@swift-6.1.swift", "A"),
      versioned("Package@swift-6.1.swift", "B"), selects: WorkspaceSketch.feed),
    Scenario(
      "29 a versioned manifest that is not in force",
      prepare: versioned("Package@swift-6.1.swift", "A") + versioned("Package@swift-5.9.swift", "A"),
      versioned("Package@swift-5.9.swift", "B"), selects: ""),
    Scenario(
      "29 the plain manifest is not in force", prepare: versioned("Package@swift-6.1.swift", "A"),
      [.change { $0["Feed"]["Feed"].swiftSettings = [#".define("B")"#] }], selects: ""),
    Scenario(
      "29 a versioned manifest of a later compiler", prepare: versioned("Package@swift-99.0.swift", "A"),
      versioned("Package@swift-99.0.swift", "B"), selects: ""),
    Scenario(
      "29 a versioned manifest comes into force", versioned("Package@swift-6.1.swift", "A"),
      selects: WorkspaceSketch.feed),
  ]
}

extension SketchPackage {
  fileprivate mutating func use(_ other: String) {
    dependencies.append("../\(other)")
    targets[0].dependencies.append(SketchDependency("\(other)@\(other)"))
  }

  fileprivate mutating func dropDependency(_ other: String) {
    dependencies.removeAll { $0 == "../\(other)" }
    for index in targets.indices { targets[index].dependencies.removeAll { $0.name == other } }
  }
}
