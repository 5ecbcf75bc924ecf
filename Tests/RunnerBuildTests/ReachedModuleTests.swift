import Base
import Graph
import RunnerSupport
import SwiftSources
import TestSupport
import Testing

@testable import Runner

/// `App` names `Kit` alone, and uses types that `Kit` gets from others. What changes there counts for `App` too, even
/// when the compiled `Kit` stays the same.
@Suite struct ReachedModuleTests {
  private static let package = RelativePath("P")

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "P",
      targets: [
        .target(name: "CBase"), .target(name: "Base"), .target(name: "Kit", dependencies: ["Base", "CBase"]),
        .target(name: "App", dependencies: ["Kit"]), .testTarget(name: "AppTests", dependencies: ["App"]),
      ])

    """

  private static func base(_ members: String, count: String = "Int { 1 }") -> String {
    "public struct Pair { public init() {}; \(members) }\npublic func count() -> \(count)\n"
  }

  /// `App` names neither what `Box` holds nor the type of `number`, and holds the body of `lucky()`.
  private static func kit(lucky: Int) -> String {
    """
    import Base
    import CBase
    public func pair() -> Pair { Pair() }
    public func cPair() -> CPair { var pair = CPair(); pair.value = 5; return pair }
    public func size(_ pair: CPair) -> Int { MemoryLayout<CPair>.size }
    public struct Box { public init() {}; var pair = Pair(); public var last = 3 }
    @MainActor public var number = count()
    @_transparent public func lucky() -> Int { \(lucky) }

    """
  }

  private static let sources = [
    "P/Package.swift": manifest,
    "P/Sources/CBase/base.c": "#include \"base.h\"\n",
    "P/Sources/CBase/include/base.h": "typedef struct { long value; } CPair;\n",
    "P/Sources/Base/Base.swift": base("public var value = 7"),
    "P/Sources/Kit/Kit.swift": kit(lucky: 7),
    "P/Sources/App/App.swift": """
    import Kit
    func seen() -> String {
      let pairs = [pair(), pair()], cPairs = [cPair(), cPair()]
      let size = pairs.withUnsafeBytes { $0.count }, cSize = cPairs.withUnsafeBytes { $0.count }
      return "\\(pairs[1].value) of \\(size), \\(cPairs[1].value) of \\(cSize)"
    }

    """,
    "P/Sources/App/Box.swift": """
    import Kit
    func last() -> Int { [Box(), Box()][1].last }

    """,
    "P/Sources/App/Number.swift": """
    import Kit
    @MainActor func told() -> String { "\\(number) \\(lucky())" }

    """,
    "P/Tests/AppTests/Tests.swift": """
    @testable import App
    import Foundation
    import Testing
    @MainActor @Test func itIsAsWanted() throws {
      let workspace = #filePath.components(separatedBy: "/P/")[0]
      let wanted = try String(contentsOfFile: workspace + "/wanted", encoding: .utf8)
      #expect(wanted == seen() + ", \\(last()), " + told())
    }

    """,
  ]

  private static func module(_ name: String, _ kind: TargetDescription.Kind = .regular, needs: [String] = [])
    -> ModuleSketch
  {
    ModuleSketch(
      id: ModuleID(package: package, name: name), kind: kind,
      folder: RelativePath("P/\(kind == .test ? "Tests" : "Sources")/\(name)"),
      needs: needs.map { ModuleID(package: package, name: $0) })
  }

  private static let sketch = PackageSketch(
    folder: package, name: "P",
    modules: [
      module("CBase"), module("Base"), module("Kit", needs: ["Base", "CBase"]), module("App", needs: ["Kit"]),
      module("AppTests", .test, needs: ["App"]),
    ])

  /// Files that are written, and what the test sees then; nil when `App` no longer compiles.
  private static let steps: [(files: [String: String], wanted: String?)] = [
    ([:], "7 of 16, 5 of 16, 3, 1 7"),
    (
      ["P/Sources/Base/Base.swift": base("public var first = 1, value = 8")],
      "8 of 32, 5 of 16, 3, 1 7"
    ),
    (
      ["P/Sources/CBase/include/base.h": "typedef struct { long first[2]; long value; } CPair;\n"],
      "8 of 32, 5 of 48, 3, 1 7"
    ),
    (["P/Sources/Base/Base.swift": base("public var first = 1, other = 8")], nil),
    (["P/Sources/Base/Base.swift": base("public var value = 9")], "9 of 16, 5 of 48, 3, 1 7"),
    (
      ["P/Sources/Base/Base.swift": base("public var value = 9", count: "Double { 1.5 }")],
      "9 of 16, 5 of 48, 3, 1.5 7"
    ),
    (["P/Sources/Kit/Kit.swift": kit(lucky: 8)], "9 of 16, 5 of 48, 3, 1.5 8"),
  ]

  @Test(arguments: ["debug", "release"]) func aTypeOfAModuleFurtherAwayCounts(_ configuration: String) throws
  {
    let folder = try TemporaryFolder()
    for (path, text) in Self.sources { try folder.write(text, to: path) }
    let workspace = try FixtureWorkspace([])
    var settings = RunSettings()
    settings.build.configuration = configuration
    for (number, step) in Self.steps.enumerated() {
      for (path, text) in step.files { try folder.write(text, to: path) }
      try folder.write(step.wanted ?? "", to: "wanted")
      let plan = workspace.plan(
        .test, [Self.module("AppTests", .test).id], RunWorkspace([Self.sketch], root: folder.path), settings)
      let report = try workspace.run(plan)
      #expect(
        report.outcome == (step.wanted == nil ? .failed : .passed),
        "step \(number): \(report.modules.flatMap(\.failures))")
      #expect(
        report.packages.first?.outcome == (step.wanted == nil ? .buildFailed : .built), "step \(number)")
      guard step.wanted != nil else { continue }
      let again = try workspace.run(plan)
      #expect(again.outcome == .passed && again.build.invocations == 1, "step \(number)")
    }
  }
}
