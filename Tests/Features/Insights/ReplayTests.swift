import Base
import ProgramSupport
import TestSupport
import Testing

/// `ambit insights replay`, held against `ambit affected` of every commit that it walks.
@Suite struct ReplayTests {
  private let sandbox: CommandSandbox
  private let cache: TemporaryFolder

  init() throws {
    sandbox = try CommandSandbox()
    cache = try SharedCache.own()
  }

  private func run(_ line: String, in folder: String? = nil) -> CommandSandbox.Result {
    sandbox.run(line, in: folder, environment: ["XDG_CACHE_HOME": cache.path])
  }

  private func replay(_ words: String = "") throws -> JSONNode {
    let result = run("insights replay --json \(words)")
    #expect(result.exitCode == 0, "\(result.errors)")
    return try result.json
  }

  private func write(_ name: String, needing needed: [String], more: String = "") throws {
    let packages = needed.map { ".package(path: \"../\($0)\")" }.joined(separator: ", ")
    let products = needed.map { ".product(name: \"\($0)\", package: \"\($0)\")" }.joined(separator: ", ")
    try sandbox.edit(
      "Packages/\(name)/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])],
        dependencies: [\(packages)],
        targets: [
          .target(name: "\(name)", dependencies: [\(products)]),
          .testTarget(name: "\(name)Tests", dependencies: ["\(name)"]),
        ])
      \(more)
      """)
    try sandbox.edit("Packages/\(name)/Sources/\(name)/\(name).swift", "public let x = 1\n")
  }

  /// What a part of a report says, to be held against another.
  private func text(_ node: JSONNode?) -> String { "\(node as Any)" }

  private static let names = ["A", "B", "C", "D", "E", "F"]

  /// Every test module has twice the lines of the one before, so that a sum tells which it is of.
  private func writeTests() throws {
    for (index, name) in Self.names.enumerated() {
      try sandbox.edit(
        "Packages/\(name)/Tests/\(name)Tests/Tests.swift",
        String(repeating: "let x = 1\n", count: 1 << index))
    }
  }

  private func needed(by index: Int, _ random: inout SeededGenerator) -> [String] {
    Self.names.prefix(index).filter { _ in Bool.random(using: &random) }
  }

  @Test("what a commit reached is what `ambit affected` says of it", arguments: [1, 2, 3])
  func oracle(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for index in Self.names.indices { try write(Self.names[index], needing: needed(by: index, &random)) }
    try writeTests()
    try sandbox.git.commitAll("shop", "packages")
    for step in 0..<12 {
      let index = Int.random(in: Self.names.indices, using: &random)
      let name = Self.names[index]
      switch Int.random(in: 0..<8, using: &random) {
      case 0: try write(name, needing: needed(by: index, &random))
      case 1: try sandbox.edit("Packages/\(name)/README.md", "\(step)\n")
      case 2: try sandbox.edit("notes.txt", "\(step)\n")
      case 3:
        try sandbox.edit(
          "workspace.json",
          "{\"version\": 1, \"inputs\": {\"ignore\": [\"notes\(step).txt\"], \"unowned\": \"ignore\"}}")
      case 4: try sandbox.edit("Packages/\(name)/Sources/\(name)/More\(step).swift", "import A\n")
      default: try sandbox.edit("Packages/\(name)/Sources/\(name)/\(name).swift", "let x = \(step)\n")
      }
      try sandbox.git.commitAll("shop", "step\(step)")
    }
    let commits = try #require(try replay("--last 30")["commits"]?.arrayValue)
    #expect(commits.count == 13, "seed \(seed)")
    var selected: Set<Int> = []
    for commit in commits {
      let (id, parent) = (commit["commit"]?.stringValue ?? "", commit["parent"]?.stringValue ?? "")
      let affected = try run("affected --base \(parent) --head \(id) --allow-empty --json").json
      let tests = (affected["tests"]?.arrayValue ?? []).compactMap(\.stringValue)
      let forecast = commit["forecast"]?["selected"]
      #expect(commit["unknown"]?.isNull == true, "seed \(seed)")
      #expect(forecast?["modules"]?.intValue == affected["modules"]?.arrayValue?.count, "seed \(seed), \(id)")
      #expect(forecast?["tests"]?.intValue == tests.count, "seed \(seed), \(id)")
      let lines = Self.names.enumerated().filter { tests.contains("//Packages/\($1):\($1)Tests") }
        .reduce(0) { $0 + 1 << $1.offset }
      // The three packages that were there before have tests of two lines.
      let others = tests.filter { id in !Self.names.contains { id == "//Packages/\($0):\($0)Tests" } }.count
      let seconds = forecast?["cost"]?["testSeconds"]?.doubleValue ?? -1
      #expect(abs(seconds - Double(lines + 2 * others) * 0.005) < 0.0006, "seed \(seed), \(id): \(tests)")
      selected.insert(tests.count)
    }
    #expect(selected.count > 2, "seed \(seed): \(selected)")
  }

  @Test("a second replay looks at nothing again, and says the same")
  func remembered() throws {
    for step in 0..<4 {
      try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "let x = \(step)\n")
      try sandbox.git.commitAll("shop", "\(step)")
    }
    let first = try replay()
    #expect(first["remembered"]?.intValue == 0 && first["commits"]?.arrayValue?.count == 4)
    let second = try replay()
    #expect(second["remembered"]?.intValue == 4)
    #expect(text(second["commits"]) == text(first["commits"]))
    let graphs = LocalFiles.names(in: cache.path("ambit/graphs")).filter { $0.hasSuffix(".graph") }
    #expect(graphs.count < 3, "a replay must not push out the graphs of everyday work")
    let folder = cache.path("ambit/replays-6")
    for name in LocalFiles.names(in: folder) {
      LocalFiles.replace("\(folder)/\(name)", with: Array("nothing".utf8))
    }
    let third = try replay()
    #expect(third["remembered"]?.intValue == 0 && text(third["commits"]) == text(first["commits"]))
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "let x = 2\n")
    try sandbox.git.commitAll("shop", "more")
    #expect(try replay()["remembered"]?.intValue == 4)
  }

  @Test("a commit that nobody can judge counts as everything, and is named")
  func unknown() throws {
    try sandbox.edit("workspace.json", "{\"version\": 1, \"nothing\": 2}")
    try sandbox.git.commitAll("shop", "broken")
    try sandbox.edit("workspace.json", "{\"version\": 1}")
    try sandbox.git.commitAll("shop", "mended")
    let report = try replay()
    let commits = try #require(report["commits"]?.arrayValue)
    #expect(commits.count == 2)
    #expect(commits[1]["unknown"]?.stringValue?.contains("nothing") == true)
    #expect(commits[1]["forecast"]?["selected"]?["modules"]?.intValue == 6)
    #expect(commits[1]["forecast"]?["selected"]?["tests"]?.intValue == 3)
    #expect(run("insights replay").output.contains("Commits that cannot be analysed, counted as everything"))
    // What was not sure is looked at again.
    #expect(try replay()["remembered"]?.intValue == 1)
  }

  @Test("a manifest that was broken once makes all of its users run, and is told")
  func brokenManifest() throws {
    let manifest = try sandbox.contents(of: "Packages/Core/Package.swift")
    try sandbox.edit("Packages/Core/Package.swift", manifest + "\nlet broken: Int = nothing\n")
    try sandbox.git.commitAll("shop", "broken")
    try sandbox.edit("Packages/Core/Package.swift", manifest)
    try sandbox.git.commitAll("shop", "mended")
    let report = try replay()
    let commits = try #require(report["commits"]?.arrayValue)
    #expect(commits.count == 2)
    for commit in commits { #expect((commit["forecast"]?["selected"]?["tests"]?.intValue ?? 0) >= 2) }
    #expect(commits[1]["note"]?.isNull == false)
    #expect(commits[0]["forecast"]?["selected"]?["tests"]?.intValue == 3)
  }

  @Test("the commit that costs most stands first, with what it reaches")
  func most() throws {
    for step in 0..<3 {
      try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "let x = \(step)\n")
      try sandbox.git.commitAll("shop", "\(step)")
    }
    try sandbox.edit("Apps/Shop/Sources/Shop/Shop.swift", "let x = 1\n")
    try sandbox.git.commitAll("shop", "shop")
    let text = run("insights replay --last 2").output
    let dearest = try sandbox.git.git("shop", "rev-parse HEAD~1").prefix(8)
    let lines = text.split(separator: "\n")
    let heading = try #require(lines.firstIndex { $0.contains("Most expensive commits") })
    #expect(lines[heading + 2].contains(dearest) && lines[heading + 2].contains("3 of 3"), "\(text)")
  }

  @Test("lines of workspace.json are tried before they are committed, and remembered apart")
  func tried() throws {
    for step in 0..<2 {
      try sandbox.edit("scripts/deploy", "# \(step)\n")
      try sandbox.git.commitAll("shop", "\(step)")
    }
    func tests(_ words: String) throws -> [Int?] {
      try #require(try replay(words)["commits"]?.arrayValue).map {
        $0["forecast"]?["selected"]?["tests"]?.intValue
      }
    }
    try sandbox.edit("tried.json", #"{"version": 1, "inputs": {"ignore": ["scripts/**"]}}"#)
    #expect(try tests("") == [3, 3])
    #expect(try tests("--try tried.json") == [0, 0])
    #expect(try tests("") == [3, 3])
    #expect(run("insights replay --try gone.json").errors.contains("'gone.json' cannot be read"))
    try sandbox.edit("tried.json", "{")
    #expect(run("insights replay --try tried.json").exitCode == 2)
  }

  @Test("formats, borders of history and mistakes")
  func borders() throws {
    #expect(run("insights replay").output.contains("No commit to replay"))
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "let x = 3\n")
    try sandbox.git.commitAll("shop", "second")
    let markdown = run("insights replay --format markdown").output
    #expect(markdown.hasPrefix("<!-- ambit:replay -->\n### "))
    try sandbox.git.git("shop", "clone -q --depth 1 file://\(sandbox.root) ../shallow")
    let shallow = run("insights replay", in: "../shallow")
    #expect(
      shallow.exitCode == 0 && shallow.output.contains("--unshallow"), "\(shallow.output)\(shallow.errors)")
    let wrong = run("insights replay --since 2026-01-01")
    #expect(wrong.exitCode == 2 && wrong.errors.contains("does not apply"))
    #expect(run("insights replay --last 100000").exitCode == 2)
  }
}
