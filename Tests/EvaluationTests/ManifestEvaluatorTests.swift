import Base
import Foundation
import TestSupport
import Testing

@testable import SwiftSources

@Suite("Manifests: evaluation")
struct ManifestEvaluatorTests {
  private static func plain(_ name: String, _ more: String = "", imports: String = "") -> String {
    """
    // swift-tools-version: 5.9
    import PackageDescription\(imports)
    let package = Package(name: "\(name)", targets: [.target(name: "A")])
    \(more)
    """
  }

  private func name(_ result: Result<PackageManifest, ManifestProblem>) -> String? {
    (try? result.get())?.name
  }

  @Test func `no manifest spoils the others`() throws {
    let hostile = [
      "garbage":
        "\nlet handle = FileHandle(fileDescriptor: 3)\nhandle.write(Data(\"garbage\".utf8))\nfor f in Int32(3)..<20 { _ = \"{}\".withCString { write(f, $0, 2) } }",
      "exits": "\n_exit(0)", "kills": "\nkill(getpid(), SIGKILL)",
      "talks": "\nprint(String(repeating: \"0 0\\n\", count: 5000))",
      "closes": "\nfor f in Int32(0)..<20 { close(f) }", "loops": "\nwhile true {}",
    ].sorted { $0.key < $1.key }
    let good = (0..<6).map { ("good\($0)", Self.plain("Good\($0)", imports: "\nimport Foundation")) }
    let fixture = try ManifestFixture(
      good + hostile.map { ($0.key, Self.plain("Bad", $0.value, imports: "\nimport Foundation")) })
    let evaluation = fixture.evaluator(secondsPerManifest: 2).evaluate(fixture.sources)
    #expect(evaluation.results.prefix(6).map(name) == (0..<6).map { "Good\($0)" })
    #expect(evaluation.statistics.batched >= 6)
    let bad = Dictionary(uniqueKeysWithValues: zip(hostile.map(\.key), evaluation.results.dropFirst(6)))
    guard case .failure(let loop)? = bad["loops"] else {
      return #expect(Bool(false), "an endless loop ended")
    }
    #expect(loop.code == .timedOut)
    #expect(bad["talks"].map(name) == "Bad")
    for key in ["exits", "kills"] { #expect(bad[key].map(name) == .some(nil), "\(key)") }
  }

  @Test func `a compile error is told with its place and costs only its own manifest`() throws {
    let fixture = try ManifestFixture([
      ("a", Self.plain("A")), ("b", Self.plain("B", "\n  nowhere()")),
      ("c", Self.plain("C", "let x: Int\nprint(x)")),
      ("d", Self.plain("D")),
    ])
    let evaluation = fixture.evaluator().evaluate(fixture.sources)
    #expect(evaluation.results.map(name) == ["A", nil, nil, "D"])
    guard case .failure(let problem) = evaluation.results[1] else { return }
    #expect(problem.file == "Packages/b/Package.swift" && problem.line == 5 && problem.column == 3)
    #expect(problem.message == "cannot find 'nowhere' in scope")
    #expect(problem.code == .invalidManifest)
    #expect(evaluation.statistics.batched == 2 && evaluation.statistics.fellBack == 2)
    #expect(evaluation.statistics.compilerRuns == 3)
  }

  @Test func `what was evaluated once is remembered`() throws {
    let cache = try TemporaryFolder()
    let fixture = try ManifestFixture([
      ("pure", Self.plain("Pure")), ("asks", Self.plain("\\(Context.environment[\"AMBIT_CORPUS\"] ?? \"\")")),
      ("reads", Self.plain("Reads", imports: "\nimport Foundation")),
    ])
    let first = fixture.evaluator(cacheFolder: cache.path("new")).evaluate(fixture.sources)
    #expect(first.statistics.batched == 3)
    let second = fixture.evaluator(cacheFolder: cache.path("new")).evaluate(fixture.sources)
    #expect(second.statistics.fromCache == 2 && second.statistics.rerun == 1)
    #expect(second.results == first.results)
    let elsewhere = ManifestEvaluator(
      toolchain: fixture.toolchain, cacheFolder: cache.path("new"),
      environment: fixture.environment.merging(["AMBIT_CORPUS": "other"]) { $1 }, jobs: 1)
    let third = elsewhere.evaluate(Array(fixture.sources.prefix(2)))
    #expect(third.statistics.fromCache == 1)
    #expect(third.results.map(name) == ["Pure", "other"])
  }

  @Test func `the same text twice is evaluated once`() throws {
    let text = Self.plain("Same", "package.dependencies = [.package(path: \"../b\")]")
    let fixture = try ManifestFixture([("a", text), ("b", text), ("c", Self.plain("Other"))])
    let evaluation = fixture.evaluator().evaluate(fixture.sources)
    #expect(evaluation.results.map(name) == ["Same", "Same", "Other"])
    #expect(evaluation.statistics.batched == 2 && evaluation.statistics.twins == 1)
  }

  @Test func `a damaged cache is an empty one`() throws {
    let folder = try TemporaryFolder()
    var cache = ManifestCache(folder: folder.path)
    let key = ManifestCache.Key(repeating: 7, count: 32)
    cache.save(adding: [key: PackageManifest(name: "P", toolsVersion: ToolsVersion(5, 9))], used: [key])
    cache = ManifestCache(folder: folder.path)
    #expect(cache[key]?.name == "P")
    let path = folder.path("manifests-\(ManifestCache.formatVersion).pack")
    let whole = try #require(LocalFiles.read(path))
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 1
      LocalFiles.write(bytes, to: path)
      #expect(ManifestCache(folder: folder.path)[key] == nil, "byte \(place)")
    }
    LocalFiles.write(Array(whole.dropLast()), to: path)
    #expect(ManifestCache(folder: folder.path)[key] == nil)
  }

  @Test func `the base's text is evaluated though the disk holds another`() throws {
    let fixture = try ManifestFixture([("a", Self.plain("Head")), ("b", Self.plain("Head"))])
    let base = zip(
      fixture.sources,
      [
        Self.plain(
          "Base", "extension Int { static let x = 1 }\npackage.dependencies = [.package(path: \"../b\")]"),
        Self.plain("Base", "#if canImport(Foundation)\nimport Foundation\n#endif"),
      ]
    ).map { source, text in
      ManifestSource(
        folder: source.folder, absoluteFolder: source.absoluteFolder, fileName: source.fileName,
        contents: Array(text.utf8))
    }
    let evaluation = fixture.evaluator().evaluate(fixture.sources + base)
    #expect(evaluation.results.map(name) == ["Head", "Head", "Base", nil])
    #expect(evaluation.statistics.batched == 1 && evaluation.statistics.fellBack == 2)
    #expect(try evaluation.results[2].get().dependencies.first?.source == .path("../b"))
    guard case .failure(let problem) = evaluation.results[3] else { return }
    #expect(problem.code == .needsItsTree)
  }

  /// SwiftPM calls the package at `..` by the name of its folder, which a copy of the manifest must have around it, too.
  @Test func `a package in the folder above has its name in another revision`() throws {
    let fixture = try ManifestFixture([("a", Self.plain("Head"))])
    let text = Self.plain(
      "Base",
      """
      extension Int { static let x = 1 }
      package.dependencies = [.package(path: "..")]
      package.targets = [.target(name: "T", dependencies: [.product(name: "P", package: "Packages")])]
      """)
    let base = fixture.sources.map { source in
      ManifestSource(
        folder: source.folder, absoluteFolder: source.absoluteFolder, fileName: source.fileName,
        contents: Array(text.utf8))
    }
    let evaluation = fixture.evaluator().evaluate(base)
    #expect(evaluation.results.map(name) == ["Base"])
    #expect(evaluation.statistics.fellBack == 1)
  }

  /// SwiftPM prefers the file for its own version, which another revision may not have.
  @Test func `a manifest for a certain compiler on disk is not taken for the base's`() throws {
    let text = Self.plain("Base", "extension Int { static let x = 1 }")
    let fixture = try ManifestFixture([("a", text)])
    let version = fixture.toolchain.version
    try fixture.root?.write(
      Self.plain("Head"), to: "Packages/a/Package@swift-\(version.major).\(version.minor).swift")
    let evaluation = fixture.evaluator().evaluate(fixture.sources)
    #expect(evaluation.results.map(name) == ["Base"])
    #expect(evaluation.statistics.fellBack == 1)
  }

  @Test func `nothing is written beside a manifest`() throws {
    let fixture = try ManifestFixture([("a", Self.plain("A")), ("b", Self.plain("B", "extension Int {}"))])
    #expect(fixture.evaluator().evaluate(fixture.sources).statistics.fellBack == 1)
    for source in fixture.sources {
      let names = try FileManager.default.contentsOfDirectory(atPath: source.absoluteFolder)
      #expect(names == ["Package.swift"])
    }
  }

  @Test func `without SwiftPM every manifest is a problem`() throws {
    let fixture = try ManifestFixture([("a", Self.plain("A"))])
    let toolchain = Toolchain(
      swift: "/nowhere/swift", swiftCompiler: "/nowhere/swiftc", manifestAPIFolder: "/nowhere",
      identity: "", version: ToolsVersion(6, 3), sdk: nil)
    let evaluator = ManifestEvaluator(toolchain: toolchain, cacheFolder: nil, environment: [:], jobs: 1)
    guard case .failure(let problem) = evaluator.evaluate(fixture.sources).results[0] else {
      return #expect(Bool(false), "evaluated by nothing")
    }
    #expect(problem.code == .toolchainFailed)
  }
}
