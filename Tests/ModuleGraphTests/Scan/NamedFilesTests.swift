import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

struct NamedFilesTests {
  private func names(_ source: String, _ language: SourceLanguage = .swift, also more: [String] = [])
    -> [String]
  {
    FolderImports(file: Array(source.utf8), language, at: "a", wanted: NamedFiles.wanted(more)).names
  }

  @Test(arguments: [
    (#"let a = "README.md""#, ["readme.md"]), (#"read("../docs/README.md")"#, ["readme.md"]),
    (#"run("cat README.md")"#, ["cat readme.md", "readme.md"]),
    (##"let a = #"x/CHANGELOG"#"##, ["changelog"]),
    ("let a = \"\"\"\n  a\n  LICENSE\n  \"\"\"", ["license"]), (#"f("\(x)/README.md")"#, ["readme.md"]),
    (#"f("\(name).md")"#, ["*.md"]), (#"f("README.\(ending)")"#, []),
    (#"f("LICENSE\(ending)")"#, ["license*"]),
    (#"f("\(g("NOTICE"))")"#, ["notice"]), (#"if name.hasSuffix(".md") {}"#, []),
    (#"if url.pathExtension == "rst" {}"#, []), (#"glob("Docs/*.md")"#, ["*.md"]),
    (#"String(format: "%@.md", name)"#, ["*.md"]), (#"f(".github/workflows")"#, [".github"]),
    (#"f("Guide.docc")"#, ["guide.docc"]), ("// \"README.md\"\nlet README_md = 1", []),
    (#"let a = "/*inline with code*/""#, []),
    (#"let a = "See README.md for more""#, ["readme.md"]),
    (#""README.md LICENSE".split(separator: " ")"#, ["license", "readme.md"]),
    (#"let a = ["-c", "cat README.md | head -1"]"#, ["readme.md"]),
    ("let a = \"\"\"\n  README.md,\n  LICENSE,\n  \"\"\"", ["license", "readme.md"]),
    (#"f("\(name).md and LICENSE for \(x)")"#, ["*.md", "license"]),
    ("let a = \"\(String(repeating: "much ", count: 40))README.md and more\"", ["readme.md"]),
    (#"let a = "readme", b = "m.d""#, []), (#"let a = """#, []),
    (#"let a = "README.md|LICENSE""#, ["license", "readme.md"]),
    (#"run("cat README.md\nrm x")"#, ["readme.md"]), (#"let a = "[NOTICE](x)""#, ["notice"]),
    (#"let a = "x\nLICENSE\ty""#, ["license"]), (#"let a = "file:NOTICE?raw""#, ["notice"]),
    (#"open("Guide" + ".md")"#, ["*.md"]), (#"a += ".md"; b = try String(contentsOf: a)"#, ["*.md"]),
    (#"Data(contentsOf: url.appendingPathExtension("md"))"#, ["*.md"]), (#"let a = "Guide" + ".md""#, []),
    (#"let kinds = [".md", "md"]"#, []),
    // A literal without an end: all that stands between quotes counts.
    ("let a = \"\"\"\n\nlet b = \"README.md\"\n", ["readme.md"]),
  ])
  func `literals name files`(source: String, expected: [String]) {
    #expect(names(source) == expected)
  }

  @Test(arguments: [
    (#"FILE *f = fopen("README.md", "r");"#, ["readme.md"]), (#"#define A "../LICENSE""#, ["license"]),
    (#"[b pathForResource:@"NOTICE" ofType:nil];"#, ["notice"]),
    (#"char *a = R"x(README.md)x";"#, ["readme.md"]),
    (#"sprintf(a, "%s.md", n);"#, ["*.md"]), (#"/* "README.md" */ // "README.md""#, []),
  ])
  func `so do those of C`(source: String, expected: [String]) {
    #expect(names(source, .cFamily) == expected)
  }

  @Test func `names of excluded folders are found where they are looked for`() {
    let source = #"f("__Snapshots__/a.png"); g("\(x)/Fixtures")"#
    #expect(names(source).isEmpty)
    #expect(names(source, also: ["__snapshots__", "fixtures"]) == ["__snapshots__", "fixtures"])
  }

  private func graph(
    _ manifest: PackageManifest, _ files: [String: String], _ config: WorkspaceConfig = .default
  ) throws
    -> WorkspaceGraph
  {
    var imports = ImportScan(cacheFolder: nil, jobs: 1)
    return try GraphFromFiles.loader(["P": manifest], config: config).load(
      head: .init(tree: MemoryTree(files), commit: nil), base: nil,
      memory: GraphMemory(cacheFolder: nil, surroundings: []), imports: &imports
    ).head
  }

  private func named(_ graph: WorkspaceGraph) -> [String: [String]] {
    Dictionary(uniqueKeysWithValues: graph.modules.map { ($0.id.name, $0.layout.namedFiles) })
  }

  @Test func `a graph knows what its modules name`() throws {
    let manifest = PackageManifest(
      name: "P", toolsVersion: ToolsVersion(6, 0),
      targets: [
        TargetDescription(name: "A"), TargetDescription(name: "Plug", kind: .plugin),
        TargetDescription(name: "ATests", kind: .test, exclude: ["Data/Deep"]),
        TargetDescription(name: "BTests", kind: .test),
      ])
    let files = [
      "P/Package.swift": "", "P/Sources/A/a.swift": #"let a = "x.sketch""#,
      "P/Plugins/Plug/p.swift": #"let a = "LICENSE""#, "P/Tests/ATests/t.swift": "",
      "P/Tests/ATests/Data/Deep/x.swift": #"let a = "README.md""#,
      "P/Tests/BTests/t.swift": #"let a = "../ATests/Data/Deep/a.json""#,
    ]
    let expected = [
      "A": [], "Plug": ["license"], "ATests": [],
      "BTests": ["atests", "atests/data/deep/a.json", "data", "deep"],
    ]
    #expect(try named(graph(manifest, files)) == expected)
    var config = WorkspaceConfig()
    config.inputs.harmless = .own(["*.sketch"])
    #expect(try named(graph(manifest, files, config))["A"] == ["x.sketch"])
  }

  /// As in a clone without the contents of files.
  private struct PartialTree: FileTree {
    let tree: MemoryTree
    let missing: RelativePath

    func kind(of path: RelativePath) -> FileKind? { tree.kind(of: path) }
    func entries(of folder: RelativePath) -> [FileEntry] { tree.entries(of: folder) }
    func contents(of path: RelativePath) -> [UInt8]? { path == missing ? nil : tree.contents(of: path) }
    func files(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) -> [TreeFile] {
      tree.files(where: isWanted)
    }
    func files(below folder: RelativePath) -> [TreeFile] { tree.files(below: folder) }
    func folderID(of folder: RelativePath) -> ContentID? { nil }
  }

  @Test func `a source that cannot be read may name any file`() throws {
    let manifest = PackageManifest(
      name: "P", toolsVersion: ToolsVersion(6, 0),
      targets: [TargetDescription(name: "A"), TargetDescription(name: "B")])
    let files = ["P/Package.swift": "", "P/Sources/A/a.swift": "", "P/Sources/B/b.swift": ""]
    let tree = PartialTree(tree: MemoryTree(files), missing: "P/Sources/A/a.swift")
    let graph = try GraphFromFiles.graph(["P": manifest], tree)
    #expect(named(graph) == ["A": ["*"], "B": []])
  }

  /// A manifest that may read files names them for all of its package; what it says of targets is no reading.
  @Test(arguments: [
    ("import Foundation\n", ["readme.md"]), ("", []),
  ])
  func `manifests name files`(head: String, expected: [String]) throws {
    let manifest = PackageManifest(
      name: "P", toolsVersion: ToolsVersion(6, 0),
      targets: [TargetDescription(name: "A", exclude: ["CMakeLists.txt"])])
    let text = head + #"let text = read("README.md"); let a = target(exclude: ["CMakeLists.txt"])"#
    let graph = try graph(manifest, ["P/Package.swift": text, "P/Sources/A/a.swift": ""])
    #expect(named(graph) == ["A": expected])
  }
}
