import Base
import Foundation
import TestSupport
import Testing

@testable import SwiftSources

/// A manifest that reads the world is compiled once and run every time.
@Suite("Manifests: kept programs")
struct KeptProgramTests {
  private let cache: TemporaryFolder
  private let fixture: ManifestFixture

  init() throws {
    cache = try TemporaryFolder()
    fixture = try ManifestFixture([
      (
        "reads",
        Self.reader("let name = try! String(contentsOfFile: Context.packageDirectory + \"/name.txt\")")
      ),
      ("again", Self.reader("let name = \"Again\"")),
    ])
    try write("First")
  }

  private static func reader(_ name: String) -> String {
    """
    // swift-tools-version: 5.9
    import Foundation
    import PackageDescription
    \(name)
    let package = Package(name: name, targets: [.target(name: "A")])
    """
  }

  private func write(_ name: String) throws {
    try name.write(
      toFile: "\(fixture.sources[0].absoluteFolder)/name.txt", atomically: true, encoding: .utf8)
  }

  private func evaluate(_ sources: [ManifestSource]? = nil) -> (names: [String?], EvaluationStatistics) {
    let evaluation = fixture.evaluator(cacheFolder: cache.path("cache")).evaluate(sources ?? fixture.sources)
    return (evaluation.results.map { (try? $0.get())?.name }, evaluation.statistics)
  }

  private var shelf: String { cache.path("cache/programs") }

  private func files(_ suffix: String) -> [String] {
    LocalFiles.names(in: shelf).filter { $0.hasSuffix(suffix) }.sorted().map { "\(shelf)/\($0)" }
  }

  @Test func `its value is that of now, whatever happens to what was kept`() throws {
    var (names, statistics) = evaluate()
    #expect(names == ["First", "Again"] && statistics.batched == 2 && statistics.compilerRuns == 1)

    try write("Second")
    (names, statistics) = evaluate()
    #expect(names == ["Second", "Again"] && statistics.rerun == 2 && statistics.compilerRuns == 0)

    // The same text in another package's folder reads another file.
    let moved = ManifestSource(
      folder: "Packages/again", absoluteFolder: fixture.sources[1].absoluteFolder, fileName: "Package.swift",
      contents: fixture.sources[0].contents)
    try "Moved".write(toFile: "\(moved.absoluteFolder)/name.txt", atomically: true, encoding: .utf8)
    (names, statistics) = evaluate([fixture.sources[0], moved])
    #expect(names == ["Second", "Moved"] && statistics.rerun == 2)

    // Each of these is as if there was nothing.
    let spoilings: [(String, (_ program: String) throws -> Void)] = [
      ("another program", { LocalFiles.replace($0, with: Array("#!/bin/sh\n".utf8), permissions: 0o700) }),
      ("a program that others may write", { chmod($0, 0o722) }),
      ("a folder that others may write", { _ in chmod(shelf, 0o777) }),
      (
        "a link to a program",
        { program in
          #expect(LocalFiles.move(program, to: cache.path("elsewhere")))
          LocalFiles.linkSymbolically(program, to: cache.path("elsewhere"))
        }
      ),
      ("a program that cannot be run", { chmod($0, 0o600) }),
      ("no program", { LocalFiles.remove($0) }),
      ("damaged places", { _ in try damagePlaces() }),
    ]
    for (what, spoil) in spoilings {
      // A program that was compiled elsewhere has other bytes, and so another name.
      try files(".program").forEach(spoil)
      (names, statistics) = evaluate()
      #expect(names == ["Second", "Again"] && statistics.compilerRuns == 1, "\(what)")
      chmod(shelf, 0o700)
      (names, statistics) = evaluate()
      #expect(names == ["Second", "Again"] && statistics.compilerRuns == 0, "kept again after \(what)")
    }
  }

  /// A manifest that takes one class of Foundation is run anew from a kept program, as if it took all of it.
  @Test func `the import of one class needs SwiftPM no more than that of a module`() throws {
    let fixture = try ManifestFixture([
      (
        "class",
        """
        // swift-tools-version: 5.7
        import PackageDescription
        import class Foundation.ProcessInfo
        let name = ProcessInfo.processInfo.environment["AMBIT_CORPUS"] ?? "absent"
        let package = Package(name: name, targets: [.target(name: "A")])
        """
      )
    ])
    for run in ["first", "second"] {
      let evaluation = fixture.evaluator(cacheFolder: cache.path("cache")).evaluate(fixture.sources)
      #expect(try evaluation.results.map { try $0.get().name } == ["present"])
      #expect(evaluation.origins == [run == "first" ? .batch : .keptProgram])
    }
  }

  /// SwiftPM has to judge the form of this manifest. Its flags are only named, so the value is kept.
  @Test func `what SwiftPM said of unsafe flags is remembered`() throws {
    let fixture = try ManifestFixture([
      (
        "flags",
        """
        // swift-tools-version: 6.0
        import PackageDescription
        struct Macro { var setting: SwiftSetting { let name = "F"; return .define(name) } }
        let name = "Flags"
        let flags: [SwiftSetting] = [Macro().setting, .unsafeFlags(["-DX"])]
        let package = Package(name: name, targets: [.target(name: "A", swiftSettings: flags)])
        """
      )
    ])
    for run in ["first", "second"] {
      let evaluation = fixture.evaluator(cacheFolder: cache.path("cache")).evaluate(fixture.sources)
      #expect(try evaluation.results.map { try $0.get().name } == ["Flags"])
      #expect(evaluation.origins == [run == "first" ? .swiftPM : .cache])
    }
  }

  private func damagePlaces() throws {
    for place in files(".place") {
      LocalFiles.write(Array(try #require(LocalFiles.read(place)).dropLast()), to: place)
    }
  }

  @Test func `what is kept has an end`() throws {
    let shelf = ProgramShelf(cacheFolder: cache.path("cache"))
    let file = cache.path("program")
    for number in 0..<40 {
      LocalFiles.write(Array("\(number)".utf8), to: file)
      shelf.keep(file, [(SHA256.digest(of: [UInt8(number)]), number)])
    }
    #expect(files(".program").count == 32)
    LocalFiles.write([UInt8](repeating: 0, count: 9 << 20), to: file)
    shelf.keep(file, [(SHA256.digest(of: [99]), 0)])
    #expect(files(".program").compactMap(LocalFiles.size).reduce(0, +) <= 8 << 20)
    for number in 0..<600 { shelf.keep(file, [(SHA256.digest(of: Array("\(number)".utf8)), 0)]) }
    #expect(files(".place").count <= 512)
  }

  @Test func `a run begins with what the last one had to run`() throws {
    _ = evaluate()
    let fixture = fixture
    let folder = cache.path("cache")
    func ahead() -> ManifestsAhead {
      ManifestsAhead(cacheFolder: folder, place: ["here"]) { words in
        words == ["fixed"] ? fixture.evaluator(cacheFolder: folder) : nil
      }
    }
    ahead().remember(fixture.sources, words: ["fixed"])
    try write("Third")
    let begun = ahead()
    let known = begun.values(in: fixture.evaluator().surroundings)
    #expect(known[fixture.sources[0]]?.name == "Third")
    let other = ManifestEvaluator(toolchain: fixture.toolchain, cacheFolder: nil, environment: [:], jobs: 1)
    #expect(begun.values(in: other.surroundings).isEmpty, "what another environment gives is another matter")

    // What lies on disk now was never compiled: nothing is begun, and the value is found as ever.
    try fixture.root?.write(Self.reader("let name = \"New\""), to: "Packages/reads/Package.swift")
    #expect(ahead().values(in: fixture.evaluator().surroundings).keys.map(\.folder) == ["Packages/again"])
    ahead().remember([], words: ["fixed"])
    #expect(ahead().values(in: fixture.evaluator().surroundings).isEmpty)
  }
}
