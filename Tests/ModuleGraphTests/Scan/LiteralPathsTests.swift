import Base
import Testing

@testable import Graph
@testable import SwiftSources

struct LiteralPathsTests {
  private func paths(_ source: String, _ language: SourceLanguage = .swift) -> [String] {
    let wanted = NamedFiles.wanted([LiteralPaths.mark])
    return FolderImports(file: Array(source.utf8), language, at: "a", wanted: wanted).names
      .filter { $0.contains("/") }
  }

  @Test(arguments: [
    (#"f("../A/Fixtures/x.json")"#, ["a/fixtures/x.json"]), (#"f("./A/Fixtures/")"#, ["a/fixtures"]),
    (#"f("\(root)/A/x.json")"#, ["a/x.json"]), (#"f("\(root)A/B/x.json")"#, ["b/x.json"]),
    (#"f("A/Data/\(name).json")"#, ["a/data"]), (#"f("A/Data/x\(name).json")"#, ["a/data"]),
    (#"f("A/Data/*.json")"#, ["a/data"]), (#"f("B/../A/x.json")"#, ["a/x.json"]),
    (#"run("cat A/x.json B/y.json")"#, ["a/x.json", "b/y.json"]),
    (#"f("https://example.com/a/x.json")"#, []), (#"f("x.json")"#, []), (#"let a = "A", b = "x.json""#, []),
    (#"f("\(a)/x.json")"#, []), ("// \"A/x.json\"", []),
    ("let a = \"\"\"\n  A/x.json\n  B/y.json\n  \"\"\"", ["a/x.json", "b/y.json"]),
  ])
  func `literals have paths`(source: String, expected: [String]) {
    #expect(paths(source) == expected)
  }

  @Test(arguments: [
    (#"a.appendingPathComponent("A").appendingPathComponent("Data/x.json")"#, ["a/data/x.json"]),
    (#"a.appending(path: "A", directoryHint: .isDirectory).appending(component: "x.json")"#, ["a/x.json"]),
    (
      "a\n  .appendingPathComponent(\"A\", isDirectory: true)\n  .appendingPathComponent(\"x.json\")",
      ["a/x.json"]
    ),
    (#"a.appending(components: "A", "Data", "x.json")"#, ["a/data/x.json"]),
    (#"a.appendingPathComponent("A").path; b.appendingPathComponent("x.json")"#, []),
    (#"a.appendingPathComponent("A").deletingLastPathComponent().appendingPathComponent("x")"#, []),
    (#"root + "/A" + "/x.json""#, ["a/x.json"]), (#"root / "A" / "Data" / "x.json""#, ["a/data/x.json"]),
    (#""A/Data/" + name + ".json""#, ["a/data"]), (#"f(["A", "x.json"])"#, []),
  ])
  func `calls put paths together`(source: String, expected: [String]) {
    #expect(paths(source) == expected)
  }

  @Test func `literals of C have paths`() {
    #expect(paths(#"FILE *f = fopen("../A/x.json", "r");"#, .cFamily) == ["a/x.json"])
  }

  @Test(arguments: [
    (#"f("Package.swift")"#, ["/package.swift"]), (#"f("Package.resolved")"#, ["/package.resolved"]),
    (#"f("../../x.json")"#, ["//x.json"]), (#"package(path: "../Core")"#, []),
    (#"f("\(a)/../x.json")"#, ["//x.json"]),
    (#"f("Package@swift-6.0.swift")"#, ["/package@swift-6.0.swift"]),
    (#"f("docs"); if name.hasSuffix(".md") {}"#, ["/docs"]),
    (#"f("docs"); if url.pathExtension == "md" {}"#, ["/docs"]), (#"f("docs")"#, []),
    (#"f(#filePath, "Sources"); FileManager.default.enumerator(at: a)"#, ["//sources"]),
    (#"f("Sources"); FileManager.default.enumerator(at: a)"#, []), (#"f(#filePath, "Sources")"#, []),
  ])
  func `few single names count`(source: String, expected: [String]) {
    #expect(paths(source) == expected)
  }
}
