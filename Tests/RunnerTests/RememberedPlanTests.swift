import Foundation
import Support
import TestSupport
import Testing
import Workspace

@testable import Runner

/// SwiftPM watches its roots alone. What is edited in a package they depend on must count all the same.
@Suite struct RememberedPlanTests {
  /// Nothing of the dependency is tested by itself, so it is never a root.
  private static let dependency = RelativePath("Packages/Words")
  private static let root = RelativePath("Packages/App")

  private static let manifests = [
    "Packages/Words/Package.swift": manifest(settings: ""),
    "Packages/App/Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "App", dependencies: [.package(path: "../Words")],
      targets: [.testTarget(name: "AppTests", dependencies: [.product(name: "Words", package: "Words")])])

    """,
  ]

  private static func manifest(settings: String) -> String {
    """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Words", products: [.library(name: "Words", targets: ["Words"])],
      targets: [
        .target(name: "CWords"), .target(name: "Words", dependencies: ["CWords"], swiftSettings: [\(settings)]),
      ])

    """
  }

  private static let sources = [
    "Packages/Words/Sources/CWords/include/words.h": """
    #pragma once
    #if __has_include("more.h")
    #include "more.h"
    #else
    #define MORE 0
    #endif
    static const int CONSTANT = 10 + MORE;
    int of_source(void);

    """,
    "Packages/Words/Sources/CWords/words.c": """
    #include "words.h"
    int of_source(void) { return CONSTANT; }

    """,
    "Packages/Words/Sources/Words/Words.swift": """
    import CWords
    public enum Chooser {
      public static func chosen<Value>(_ value: Value) -> String { "generic" }
    }
    public func words() -> String {
      #if FLAG
        let flag = "on"
      #else
        let flag = "off"
      #endif
      return "\\(Chooser.chosen(1)) \\(CONSTANT) \\(of_source()) \\(flag)"
    }

    """,
    "Packages/App/Tests/AppTests/Tests.swift": """
    import Foundation
    import Testing
    import Words
    @Test func itIsAsWanted() throws {
      let workspace = #filePath.components(separatedBy: "/Packages/")[0]
      #expect(try String(contentsOfFile: workspace + "/wanted", encoding: .utf8) == words())
    }

    """,
  ]

  private static func packages(in folder: TemporaryFolder) -> [PlannedPackage] {
    func module(_ package: RelativePath, _ name: String, _ place: String, needs: [String] = [])
      -> PlannedModule
    {
      PlannedModule(
        id: ModuleID(package: package, name: name), kind: place == "Tests" ? .test : .regular,
        sourceFolder: folder.path("\(package)/\(place)/\(name)"),
        needs: needs.map { ModuleID(package: dependency, name: $0) })
    }
    return [
      PlannedPackage(
        folder: dependency, absoluteFolder: folder.path("Packages/Words"), name: "Words",
        modules: [
          module(dependency, "CWords", "Sources"), module(dependency, "Words", "Sources", needs: ["CWords"]),
        ], products: ["Words"]),
      PlannedPackage(
        folder: root, absoluteFolder: folder.path("Packages/App"), name: "App",
        modules: [module(root, "AppTests", "Tests", needs: ["CWords", "Words"])],
        dependencies: [.init(.workspace(dependency))]),
    ]
  }

  /// An edit, as files that are written or (nil) deleted, and what the test sees after it.
  private static let steps: [(files: [String: String?], wanted: String)] = [
    ([:], "generic 10 10 off"),
    (
      [
        "Packages/Words/Sources/Words/Overload.swift":
          "extension Chooser { public static func chosen(_ value: Int) -> String { \"precise\" } }\n"
      ], "precise 10 10 off"
    ),
    (["Packages/Words/Package.swift": manifest(settings: ".define(\"FLAG\")")], "precise 10 10 on"),
    (["Packages/Words/Sources/CWords/include/more.h": "#define MORE 1000\n"], "precise 1010 1010 on"),
    (["Packages/Words/Sources/Words/Overload.swift": nil], "generic 1010 1010 on"),
    (["Packages/Words/Sources/CWords/include/more.h": nil], "generic 10 10 on"),
  ]

  @Test func whatIsNewInADependencyCounts() throws {
    let folder = try TemporaryFolder()
    for (path, text) in Self.manifests.merging(Self.sources, uniquingKeysWith: { $1 }) {
      try folder.write(text, to: path)
    }
    let workspace = try FixtureWorkspace([])
    let plan = RunPlan.make(
      .test, affected: [ModuleID(package: Self.root, name: "AppTests")],
      packages: Self.packages(in: folder), scratchRoot: folder.path(".build/ambit"))
    for (number, step) in Self.steps.enumerated() {
      for (path, text) in step.files {
        if let text {
          try folder.write(text, to: path)
        } else {
          try FileManager.default.removeItem(atPath: folder.path(path))
        }
      }
      try folder.write(step.wanted, to: "wanted")
      let report = try workspace.run(plan)
      #expect(report.outcome == .passed, "step \(number): \(report.modules.flatMap(\.failures))")
      // What was learned is remembered: of nothing new nothing is made.
      guard number.isMultiple(of: 3) else { continue }
      let again = try workspace.run(plan)
      #expect(again.outcome == .passed && again.build.compiled == 0, "step \(number)")
    }
  }
}
