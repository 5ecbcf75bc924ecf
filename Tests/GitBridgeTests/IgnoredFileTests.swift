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
    Case("hidden", ".x.swift", ["Sources/A/.x.swift"], nil),
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
}
