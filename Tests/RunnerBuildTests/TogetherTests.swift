import Base
import Foundation
import RunnerSupport
import TestSupport
import Testing

@testable import Runner
@testable import SwiftSources

/// Packages that must not share a build, held against SwiftPM itself. Their tests expect what each package is by
/// itself, so that passing means: the same verdict as alone.
@Suite struct TogetherTests {
  private let sandbox: GitSandbox

  init() throws {
    sandbox = try GitSandbox()
  }

  /// A package with one library of which the tests expect a value.
  private struct Sketch {
    var folder: RelativePath
    var library: String
    /// A function body of the library, and what it is to return.
    var value: (body: String, expected: String)
    var needs: [PackageSketch.Dependency] = []
    /// As the manifest says it.
    var dependencies = ""
    var products = ""
    var uses = ""
    var more = ""
    /// The modules of the workspace that the library imports.
    var imported: [ModuleID] = []
    var isUndeclared = false
    var traits: [TraitDescription] = []

    /// The name of the package and of its tests.
    var tests: String { "\(folder)Tests".replacing("/", with: "") }

    func write(to folder: TemporaryFolder) throws {
      try folder.write(
        """
        // swift-tools-version: 6.1
        import PackageDescription
        let package = Package(
          name: "\(tests)", products: [\(products)], \(more) dependencies: [\(dependencies)],
          targets: [
            .target(name: "\(library)", dependencies: [\(uses)]),
            .testTarget(name: "\(tests)", dependencies: ["\(library)"]),
          ])

        """, to: "\(self.folder)/Package.swift")
      try folder.write(value.body, to: "\(self.folder)/Sources/\(library)/Source.swift")
      try folder.write(
        """
        import \(library)
        import Testing
        @Test func itsValue() { #expect(\(library).value() == \(value.expected)) }

        """, to: "\(self.folder)/Tests/\(tests)/Tests.swift")
    }

    func planned(in workspace: TemporaryFolder) -> PackageSketch {
      let lockfile = FileManager.default.contents(atPath: workspace.path("\(folder)/Package.resolved"))
      return PackageSketch(
        folder: folder, name: tests,
        modules: [
          ModuleSketch(
            id: ModuleID(package: folder, name: library), kind: .regular,
            folder: RelativePath("\(folder)/Sources/\(library)"),
            needs: imported, hasUndeclaredImports: isUndeclared),
          ModuleSketch(
            id: ModuleID(package: folder, name: tests), kind: .test,
            needs: [ModuleID(package: folder, name: library)]),
        ], dependencies: needs, traits: traits, pins: lockfile.map { String(decoding: $0, as: UTF8.self) })
    }
  }

  private static func value(_ expression: String) -> String {
    "public func value() -> Int { \(expression) }\n"
  }

  private func run(_ sketches: [Sketch]) throws -> (plan: FixturePlan, report: RunReport) {
    let folder = sandbox.folder
    for sketch in sketches { try sketch.write(to: folder) }
    let packages = sketches.map { $0.planned(in: folder) }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let swift = try #require(Executables.find("swift", inSearchPath: path))
    let environment = RunEnvironment.fixed(
      from: sandbox.environment, toolchainBin: String(swift.dropLast("/swift".count)))
    let plan = FixturePlan.make(
      .test, affected: Set(packages.flatMap(\.modules).map(\.id)),
      in: RunWorkspace(packages, root: folder.path),
      scratchRoot: folder.path(".build/ambit"), settings: RunSettings(jobs: 2), swift: swift,
      environment: environment)
    return (plan, try plan.run())
  }

  private func outcomes(_ report: RunReport) -> [String] {
    report.modules.map { "\($0.id.name) \($0.outcome.rawValue) \($0.failures.map(\.message))" }
  }

  @Test func namesAndTraitsAndUndeclaredImportsKeepTheirVerdicts() throws {
    let loud = [TraitDescription(name: "loud")]
    let sketches = [
      Sketch(folder: "A/Utils", library: "UtilsA", value: (Self.value("1"), "1")),
      Sketch(
        folder: "App", library: "App", value: ("import Shared\n" + Self.value("Shared.value()"), "2"),
        needs: [.init(.workspace("Shared"), traits: [.init(name: "loud")])],
        dependencies: #".package(path: "../Shared", traits: ["loud"])"#,
        uses: #".product(name: "Shared", package: "Shared")"#),
      // The same folder name, and with that the same identity, as the first.
      Sketch(folder: "B/Utils", library: "UtilsB", value: (Self.value("3"), "3")),
      // Finds the first one's module only where something else has built it.
      Sketch(
        folder: "Peek", library: "Peek",
        value: ("#if canImport(UtilsA)\n\(Self.value("-1"))\n#else\n\(Self.value("4"))\n#endif\n", "4"),
        isUndeclared: true),
      Sketch(
        folder: "Shared", library: "Shared",
        value: ("#if loud\n\(Self.value("2"))\n#else\n\(Self.value("5"))\n#endif\n", "5"),
        products: #".library(name: "Shared", targets: ["Shared"])"#,
        more: #"traits: ["loud"],"#, traits: loud),
      // The same target name as in the first.
      Sketch(folder: "Twin", library: "UtilsA", value: (Self.value("6"), "6")),
    ]
    let (plan, report) = try run(sketches)
    #expect(plan.groups.map(\.name) == ["main", "main-2", "only-Peek"])
    #expect(report.build.invocations == 3)
    #expect(report.outcome == .passed, "\(outcomes(report))")
    #expect(report.modules.count == 6)
  }

  /// A package outside the workspace with the versions 1.0.0 and 2.0.0, and a lockfile that holds the older.
  private func makeRemote() throws -> (location: String, lockfile: String) {
    try sandbox.folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Rem", products: [.library(name: "Rem", targets: ["Rem"])], targets: [.target(name: "Rem")])

      """, to: "remote/Rem/Package.swift")
    try sandbox.makeRepository("remote/Rem")
    var revisions: [String] = []
    for version in 1...2 {
      try sandbox.folder.write(Self.value("\(version)"), to: "remote/Rem/Sources/Rem/Source.swift")
      revisions.append(try sandbox.commitAll("remote/Rem", "version-\(version)"))
      _ = try sandbox.git("remote/Rem", "tag \(version).0.0")
    }
    let location = sandbox.path("remote/Rem")
    let lockfile = """
      {"pins": [{"identity": "rem", "kind": "localSourceControl", "location": "\(location)",
        "state": {"revision": "\(revisions[0])", "version": "1.0.0"}}], "version": 2}
      """
    return (location, lockfile)
  }

  private func user(_ folder: RelativePath, of location: String) -> Sketch {
    Sketch(
      folder: folder, library: "\(folder)", value: ("import Rem\n" + Self.value("Rem.value()"), "1"),
      needs: [.init(.remote("rem"))],
      dependencies: #".package(url: "\#(location)", "1.0.0"..<"9.0.0")"#,
      uses: #".product(name: "Rem", package: "Rem")"#)
  }

  @Test func pinsHoldAndAForkDoesNotWin() throws {
    let (location, lockfile) = try makeRemote()
    let fork = Sketch(
      folder: "Forks/Rem", library: "Rem", value: (Self.value("7"), "7"),
      products: #".library(name: "Rem", targets: ["Rem"])"#)
    for folder in ["One", "Two"] { try sandbox.folder.write(lockfile, to: "\(folder)/Package.resolved") }
    let (plan, report) = try run([fork, user("One", of: location), user("Two", of: location)])
    #expect(plan.groups.map { $0.packages.map(\.folder) } == [["Forks/Rem"], ["One", "Two"]])
    #expect(report.outcome == .passed, "\(outcomes(report)) \(report.packages.flatMap(\.errors))")
    #expect(report.build.invocations == 2)
  }

  /// Its outputs would still be found where it was built.
  @Test func aModuleFromOutsideThatIsNoLongerNeededIsNotThere() throws {
    let (location, lockfile) = try makeRemote()
    try sandbox.folder.write(lockfile, to: "One/Package.resolved")
    let first = try run([user("One", of: location)])
    #expect(first.report.outcome == .passed, "\(outcomes(first.report))")
    let without = Sketch(
      folder: "One", library: "One",
      value: ("#if canImport(Rem)\n\(Self.value("-1"))\n#else\n\(Self.value("4"))\n#endif\n", "4"))
    let second = try run([without])
    #expect(second.plan.groups.map(\.scratchFolder) == first.plan.groups.map(\.scratchFolder))
    #expect(second.report.outcome == .passed, "\(outcomes(second.report))")
    #expect(second.report.build.state == .warm)
  }

  /// One package does not compile, one needs it, one does not.
  @Test func whatIsIndependentOfAnErrorStillRuns() throws {
    let sketches = [
      Sketch(
        folder: "Bad", library: "Bad", value: ("public func value() -> Int { \"\" }\n", "1"),
        products: #".library(name: "Bad", targets: ["Bad"])"#),
      Sketch(folder: "Good", library: "Good", value: (Self.value("1"), "1")),
      Sketch(
        folder: "User", library: "User", value: ("import Bad\n" + Self.value("Bad.value()"), "1"),
        needs: [.init(.workspace("Bad"))], dependencies: #".package(path: "../Bad")"#, uses: #""Bad""#,
        imported: [ModuleID(package: "Bad", name: "Bad")]),
    ]
    let report = try run(sketches).report
    #expect(report.modules.map(\.outcome) == [.buildFailed, .passed, .buildFailed], "\(outcomes(report))")
    #expect(report.build.invocations == 2)
    #expect(report.packages[0].errors.map(\.module) == [ModuleID(package: "Bad", name: "Bad")])
    #expect(report.packages[2].errors.map(\.message) == ["it needs //Bad:Bad, which does not compile"])
  }
}
