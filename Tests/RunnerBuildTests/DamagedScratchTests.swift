import Base
import Foundation
import Graph
import RunnerSupport
import SwiftSources
import TestSupport
import Testing

@testable import Runner

/// Older outputs that SwiftPM takes for good ones and that are not.
@Suite struct DamagedScratchTests {
  private static func package(_ name: String) -> FixturePackage {
    FixturePackage(
      folder: RelativePath("Packages/\(name)"), name: name,
      modules: [
        FixturePackage.Module(
          name: "\(name)Core", kind: .regular, source: "public func number() -> Int { 7 }\n"),
        FixturePackage.Module(name: "\(name)Tests", source: tests(of: name, expecting: 7)),
      ])
  }

  private static func tests(of name: String, expecting number: Int) -> String {
    """
    import Testing
    import \(name)Core
    @Test func itsNumber() { #expect(number() == \(number)) }

    """
  }

  /// Zeros in place of what a file holds; its size, its mode and its times stay.
  private func damage(_ path: String) throws {
    var info = stat()
    try #require(stat(path, &info) == 0)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: Data(count: Int(info.st_size)))
    try handle.close()
    #if canImport(Darwin)
      let times = [info.st_atimespec, info.st_mtimespec]
    #else
      let times = [info.st_atim, info.st_mtim]
    #endif
    try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
  }

  /// What importers of a module read, of every engine.
  private func modules(_ name: String, in scratch: String) -> [String] {
    ["debug/Modules", "out/Products"].flatMap { folder -> [String] in
      let paths =
        FileManager.default.enumerator(atPath: "\(scratch)/\(folder)")?.compactMap { $0 as? String } ?? []
      return paths.filter { $0.contains("\(name).swiftmodule") && $0.hasSuffix(".swiftmodule") }
        .map { "\(scratch)/\(folder)/\($0)" }
    }.filter { (try? FileManager.default.contentsOfDirectory(atPath: $0)) == nil }
  }

  @Test(arguments: Engine.allCases) func aDamagedModuleIsNoVerdictOnItsUsers(engine: Engine) throws {
    let workspace = try FixtureWorkspace([Self.package("A"), Self.package("B")])
    let plan = workspace.plan(.test, settings: RunSettings(BuildSettings(engine: engine)))
    let first = try workspace.run(plan)
    #expect(first.outcome == .passed && first.build.state == .fresh)
    let scratch = try #require(plan.groups.first).scratchFolder
    let files = modules("ACore", in: scratch)
    #expect(!files.isEmpty)
    for file in files { try damage(file) }
    try workspace.folder.write(
      Self.tests(of: "A", expecting: 3 + 4) + "// edited\n", to: "Packages/A/Tests/ATests/Source.swift")
    let observer = RecordingObserver()
    let second = try workspace.run(plan, observer: observer)
    #expect(second.outcome == .passed && second.build.state == .warm)
    #expect(second.modules.map(\.cases) == first.modules.map(\.cases))
    #expect(observer.events.contains(.startedOver("main")))
    #expect(second.warnings.map(\.code) == ["stale-scratch"])

    // An error of its own is one in any folder.
    try workspace.folder.write(
      "import ACore\nlet x: Int = \"\"\n", to: "Packages/A/Tests/ATests/Source.swift")
    let third = try workspace.run(plan)
    #expect(third.modules.map(\.outcome) == [.buildFailed, .passed])
    #expect(third.warnings.isEmpty)
    #expect(third.modules.first?.failures.first?.line == 2)
    #expect(engine == .swiftbuild || third.build.invocations == 3)

    // A bracket that is missing is seen without a build from nothing.
    try workspace.folder.write(
      "import ACore\nlet x = number(\n", to: "Packages/A/Tests/ATests/Source.swift")
    let fourth = try workspace.run(plan, observer: observer)
    #expect(fourth.modules.map(\.outcome) == [.buildFailed, .passed])
    #expect(fourth.modules.first?.failures.first?.line == 3)
    #expect(third.build.invocations == fourth.build.invocations + 1)
  }
}
