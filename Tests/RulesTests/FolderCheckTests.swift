import Base
import TestSupport
import Testing
import Xcode

@testable import Graph

@Suite("Borders between folders of a module")
struct FolderCheckTests {
  private static let features = "Shop/Sources/Shop/Features"

  /// Files of the module `Shop`, below its folder of features.
  private static let sources = [
    "Cart/Cart.swift": "struct CartRow {}\nstruct CartRoute {}\nstruct Shared {}",
    "Feed/Feed.swift": "struct FeedRow {}\nstruct Shared {}\n\nlet a = 1, row: CartRow\nlet again: CartRow",
    "Feed/More/Feed.swift": "let row: CartRow\nlet route: CartRoute",
    "Program.swift": "let all = (CartRow(), FeedRow())",
  ]

  private func findings(
    _ rule: String, _ sources: [String: String] = Self.sources, graph: WorkspaceGraph? = nil, jobs: Int = 1
  ) throws -> [LintFinding] {
    let files = sources.map { ("\(Self.features)/\($0)", $1) }
    let tree = MemoryTree(Dictionary(uniqueKeysWithValues: files))
    let graph = graph ?? GraphSketch.graph("Shop")
    let config = try WorkspaceConfig.parse(
      Array("{\"version\": 1, \"rules\": {\"folders\": [\(rule)]}}".utf8), fileName: "workspace.json")
    var imports = ImportScan(cacheFolder: nil, jobs: 1)
    let facts = try WorkspaceFacts(
      graph: graph, imported: try imports.names(importedBy: graph, in: tree), tree: tree)
    return try Linter(facts, jobs: jobs).findings(config, ModuleTags(graph, config)) { _ in .owned }
  }

  private func names(_ rule: String, _ sources: [String: String] = Self.sources) throws -> [String] {
    try findings(rule, sources).compactMap(\.subject).map { $0.replacing("\(Self.features)/", with: "") }
  }

  @Test("a part that names a type of another has one finding for it, at the first use", arguments: [1, 4])
  func found(jobs: Int) throws {
    let found = try findings(
      #"{"in": "Shop/Sources/*/Features", "because": "features stand alone"}"#, jobs: jobs)
    #expect(
      found.map(\.message) == [
        "Features/Feed names CartRoute, which Features/Cart declares",
        "Features/Feed names CartRow, which Features/Cart declares",
      ])
    let row = try #require(found.last)
    #expect(row.rule == .folderBorder)
    #expect(row.module == GraphSketch.id("Shop"))
    #expect("\(row.file)" == "\(Self.features)/Feed/Feed.swift")
    #expect([row.line, row.column] == [4, 17])
    #expect(
      row.why
        == #"subfolders of "Shop/Sources/*/Features" do not use types of each other: features stand alone"#)
  }

  @Test("shared types and allowed folders are free")
  func allowed() throws {
    let folder = #""in": "Shop/Sources/Shop/Features""#
    #expect(try names("{\(folder)}") == ["Feed CartRoute", "Feed CartRow"])
    #expect(try names("{\(folder), \"shared\": [\"*Route\"]}") == ["Feed CartRow"])
    #expect(try names("{\(folder), \"allow\": [{\"from\": \"Feed\", \"to\": [\"Cart\"]}]}") == [])
    #expect(try names("{\(folder), \"allow\": [{\"from\": \"*\", \"to\": [\"C*\"]}]}") == [])
    #expect(try names("{\(folder), \"allow\": [{\"from\": \"Cart\", \"to\": [\"Feed\"]}]}").count == 2)
  }

  @Test(
    "a name that may mean something else is left alone",
    arguments: [
      "extension Feed { struct CartRow {} }", "func make<CartRow>(_ row: CartRow) {}",
      "// CartRow\nlet row = \"CartRow\"", "let row = Feed.CartRow()", "import CartRow",
    ])
  func otherMeanings(text: String) throws {
    let sources = [
      "Cart/Cart.swift": "struct CartRow {}", "Feed/Feed.swift": text, "Feed/Other.swift": "let a = 1",
    ]
    #expect(try names("{\"in\": \"\(Self.features)\"}", sources) == [])
  }

  @Test("a type that a part nests elsewhere, or keeps private, is no type of that part")
  func hidden() throws {
    for text in ["private struct Row {}", "extension Cart { struct Row {} }"] {
      let sources = ["Cart/Cart.swift": text, "Feed/Feed.swift": "let row: Row"]
      #expect(try names("{\"in\": \"\(Self.features)\"}", sources) == [])
    }
  }

  @Test("folders of different modules are held apart by other rules")
  func modules() throws {
    let sources = ["Cart/Cart.swift": "struct CartRow {}", "Feed/Feed.swift": "let row: CartRow"]
    let cart = RelativePath("\(Self.features)/Cart/Cart.swift")
    let feed = RelativePath("\(Self.features)/Feed/Feed.swift")
    func count(_ targets: [XcodeModule]) throws -> Int {
      try findings(
        "{\"in\": \"\(Self.features)\"}", sources, graph: ProjectSketch.graph("Core", targets)
      ).count
    }
    #expect(try count([ProjectSketch.target("App", files: [cart, feed])]) == 1)
    #expect(
      try count([ProjectSketch.target("A", files: [cart]), ProjectSketch.target("B", files: [feed])]) == 0)
  }

  @Test("the finding stays the same when files and lines move")
  func fingerprint() throws {
    let rule = "{\"in\": \"\(Self.features)\"}"
    let sources = ["Cart/Cart.swift": "struct CartRow {}", "Feed/Feed.swift": "let row: CartRow"]
    let moved = ["Cart/C.swift": "struct CartRow {}", "Feed/F/F.swift": "\n\nlet one: CartRow"]
    let prints = try [sources, moved].map { try findings(rule, $0).map(\.fingerprint) }
    #expect(prints[0].count == 1)
    #expect(prints[0] == prints[1])
  }

  @Test("patterns that match no folder are known")
  func unmatched() throws {
    let tree = MemoryTree(["A/Cart/a.swift": "", "A/Feed/b.swift": "", "B/c.swift": ""])
    func unmatched(_ rule: String) throws -> [String] {
      let config = try WorkspaceConfig.parse(
        Array("{\"version\": 1, \"rules\": {\"folders\": [\(rule)]}}".utf8), fileName: "workspace.json")
      return try config.rules.folders.flatMap { try FolderParts($0, in: tree).unmatched($0) }.map {
        "\($0.key) \($0.pattern)"
      }
    }
    #expect(try unmatched(#"{"in": "A", "allow": [{"from": "Cart", "to": ["Fe*"]}]}"#) == [])
    #expect(try unmatched(#"{"in": "B"}"#) == ["in B"])
    #expect(
      try unmatched(#"{"in": "A", "allow": [{"from": "Crat", "to": ["Feed", "Fed"]}]}"#)
        == ["allow.from Crat", "allow.to Fed"])
  }
}
