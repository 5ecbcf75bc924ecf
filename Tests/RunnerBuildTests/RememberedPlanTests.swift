import Base
import Foundation
import RunnerSupport
import SwiftSources
import TestSupport
import Testing

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

  private static func manifest(settings: String, hasExtra: Bool = false) -> String {
    """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Words", products: [.library(name: "Words", targets: ["Words"])],
      targets: [
        \(hasExtra ? ".target(name: \"Extra\")," : "")
        .target(name: "CWords"),
        .target(
          name: "Words", dependencies: ["CWords"\(hasExtra ? ", \"Extra\"" : "")],
          swiftSettings: [\(settings)]),
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
      #if canImport(Extra)
        let extra = "with"
      #else
        let extra = "without"
      #endif
      return "\\(Chooser.chosen(1)) \\(CONSTANT) \\(of_source()) \\(flag) \\(extra)"
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

  private static func packages(hasExtra: Bool) -> [PackageSketch] {
    func module(_ package: RelativePath, _ name: String, _ place: String, needs: [String] = [])
      -> ModuleSketch
    {
      ModuleSketch(
        id: ModuleID(package: package, name: name), kind: place == "Tests" ? .test : .regular,
        folder: RelativePath("\(package)/\(place)/\(name)"),
        needs: needs.map { ModuleID(package: dependency, name: $0) })
    }
    let extra = hasExtra ? ["Extra"] : []
    return [
      PackageSketch(
        folder: dependency, name: "Words",
        modules: (extra + ["CWords"]).map { module(dependency, $0, "Sources") } + [
          module(dependency, "Words", "Sources", needs: extra + ["CWords"])
        ], products: ["Words"]),
      PackageSketch(
        folder: root, name: "App",
        modules: [module(root, "AppTests", "Tests", needs: extra + ["CWords", "Words"])],
        dependencies: [.init(.workspace(dependency))]),
    ]
  }

  /// An edit, as files that are written or (nil) deleted, and what the test sees after it.
  private static let steps: [(files: [String: String?], hasExtra: Bool, wanted: String)] = [
    ([:], false, "generic 10 10 off without"),
    (
      [
        "Packages/Words/Sources/Words/Overload.swift":
          "extension Chooser { public static func chosen(_ value: Int) -> String { \"precise\" } }\n"
      ], false, "precise 10 10 off without"
    ),
    (
      ["Packages/Words/Package.swift": manifest(settings: ".define(\"FLAG\")")], false,
      "precise 10 10 on without"
    ),
    (
      ["Packages/Words/Sources/CWords/include/more.h": "#define MORE 1000\n"], false,
      "precise 1010 1010 on without"
    ),
    (
      [
        "Packages/Words/Package.swift": manifest(settings: ".define(\"FLAG\")", hasExtra: true),
        "Packages/Words/Sources/Extra/Extra.swift": "public let extra = 1\n",
      ], true, "precise 1010 1010 on with"
    ),
    (
      [
        "Packages/Words/Package.swift": manifest(settings: ".define(\"FLAG\")"),
        "Packages/Words/Sources/Extra": nil,
      ], false, "precise 1010 1010 on without"
    ),
    (["Packages/Words/Sources/Words/Overload.swift": nil], false, "generic 1010 1010 on without"),
    (["Packages/Words/Sources/CWords/include/more.h": nil], false, "generic 10 10 on without"),
  ]

  @Test func whatIsNewInADependencyCounts() throws {
    let folder = try TemporaryFolder()
    for (path, text) in Self.manifests.merging(Self.sources, uniquingKeysWith: { $1 }) {
      try folder.write(text, to: path)
    }
    let workspace = try FixtureWorkspace([])
    for (number, step) in Self.steps.enumerated() {
      for (path, text) in step.files {
        if let text {
          try folder.write(text, to: path)
        } else {
          try FileManager.default.removeItem(atPath: folder.path(path))
        }
      }
      try folder.write(step.wanted, to: "wanted")
      let plan = workspace.plan(
        .test, [ModuleID(package: Self.root, name: "AppTests")],
        RunWorkspace(Self.packages(hasExtra: step.hasExtra), root: folder.path))
      let report = try workspace.run(plan)
      #expect(report.outcome == .passed, "step \(number): \(report.modules.flatMap(\.failures))")
      // What was learned is remembered: of nothing new nothing is made.
      guard number.isMultiple(of: 3) else { continue }
      let again = try workspace.run(plan)
      #expect(again.outcome == .passed && again.build.compiled == 0, "step \(number)")
    }
  }
}
