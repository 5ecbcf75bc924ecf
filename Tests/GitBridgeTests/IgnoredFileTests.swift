import Base
import Foundation
import GitBridge
import TestSupport
import Testing

struct IgnoredFileTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let ignore: String
    let files: [String]
    let expected: String?

    init(_ name: String, _ ignore: String, _ files: [String], _ expected: String?) {
      (testDescription, self.ignore, self.files, self.expected) = (name, ignore, files, expected)
    }
  }

  @Test(arguments: [
    Case("nothing", "", ["Sources/A/b.swift"], nil),
    Case("a file", "*.pb.swift", ["Sources/A/z.pb.swift", "Sources/A/x.pb.swift"], "Sources/A/x.pb.swift"),
    Case("a folder", "Generated/", ["Sources/A/Generated/deep/x.swift"], "Sources/A/Generated/deep/x.swift"),
    Case("the target itself", "/Sources/A/New/", ["Sources/A/New/x.swift"], "Sources/A/New/x.swift"),
    Case("all sources", "Sources/", [], "Sources/A/a.swift"),
    Case("elsewhere", "node_modules/", ["node_modules/Sources/A/x.swift"], nil),
    Case("build products", ".build/", ["Sources/A/.build/x.swift"], nil),
    Case("hidden", ".x.swift", ["Sources/A/.x.swift"], "Sources/A/.x.swift"),
    Case("hidden in a folder", "Gen/", ["Sources/A/Gen/.deep/.x.swift"], "Sources/A/Gen/.deep/.x.swift"),
    Case("products in a folder", "Gen/", ["Sources/A/Gen/.build/x.swift"], nil),
    Case("not opened", "Closed/", ["Sources/A/Closed/x.swift"], nil),
    Case("another kind", "*.log", ["Sources/A/x.log"], nil),
    Case("beside", "x.swift", ["Sources/AB/x.swift"], nil),
  ])
  func `ignored files are found where they are asked for`(example: Case) throws {
    let scene = try Scene()
    try scene.write("", "Sources/A/a.swift")
    try scene.write(example.ignore + "\n", ".gitignore")
    try scene.commit()
    for file in example.files { try scene.write("", file) }
    let tree = try scene.open().workingTree()
    let found = tree.ignoredFiles(
      below: "Sources/A", opening: { !$0.lastComponent.elementsEqual("Closed".utf8) },
      where: { $0.lastComponent.suffix(6).elementsEqual(".swift".utf8) })
    #expect(found.first?.path.description == example.expected)
  }

  @Test func `a submodule has ignored files of its own`() throws {
    let scene = try Scene()
    try scene.sandbox.makeRepository("library")
    try scene.sandbox.folder.write("*.gen\n", to: "library/.gitignore")
    try scene.sandbox.commitAll("library", "first")
    try scene.git("submodule --quiet add \(scene.sandbox.path("library")) Sources/A/sub")
    try scene.commit()
    try scene.write("", "Sources/A/sub/deep/x.gen")
    let tree = try scene.open().workingTree()
    for folder in ["Sources/A", "Sources/A/sub", "Sources/A/sub/deep"] {
      let found = tree.ignoredFiles(below: RelativePath(folder), opening: { _ in true }, where: { _ in true })
      #expect(found.map(\.path) == ["Sources/A/sub/deep/x.gen"], "\(folder)")
    }
  }

  /// Git's list ends at the ignored folder.
  @Test func `one file at any depth below an ignored folder is found`() throws {
    let scene = try Scene()
    try scene.write("Ignored/\n", ".gitignore")
    try scene.commit()
    let files = ["Ignored/a.zip", "Ignored/deep/b.a", "Ignored/deep/versions/1/c.h"]
    for file in files + ["Ignored/deep/other.a"] { try scene.write("", file) }
    let links = [("link.a", "deep/b.a"), ("current", "deep/versions/1"), ("lost", "x")]
    for (link, end) in links {
      try FileManager.default.createSymbolicLink(
        atPath: scene.path("Ignored/\(link)"), withDestinationPath: end)
    }
    let tree = try scene.open().workingTree()
    func found(_ place: RelativePath) -> [String] {
      tree.ignoredFiles(below: place, opening: { _ in true }, where: { _ in true }).map(\.path.description)
    }
    let behindLinks = ["Ignored/current/c.h", "Ignored/current", "Ignored/link.a", "Ignored/lost"]
    for file in files + behindLinks { #expect(found(RelativePath(file)) == [file]) }
    #expect(found("Ignored/gone").isEmpty)
    #expect(found("Ignored/a.zip/gone").isEmpty)
  }

  @Test func `empty folders are found, ignored or not`() throws {
    let scene = try Scene()
    try scene.write("Ignored/\n", ".gitignore")
    try scene.commit()
    for folder in ["dir/empty", "dir/more/deep", "dir/Ignored/empty"] {
      try FileManager.default.createDirectory(
        atPath: scene.path(folder), withIntermediateDirectories: true)
    }
    let tree = try scene.open().workingTree()
    func found(_ folder: RelativePath) -> [String] {
      tree.ignoredFiles(below: folder, opening: { _ in true }, where: { _ in true }).map(\.path.description)
    }
    #expect(found("dir") == ["dir/Ignored/empty", "dir/empty", "dir/more/deep"])
    #expect(found("dir/empty") == ["dir/empty"])
    #expect(found("dir/empty/gone").isEmpty)
    #expect(found("run.sh").isEmpty)
  }
}
