import Base
import Testing

@testable import Graph

@Suite struct CompiledFilesTests {
  private static let layout = TargetLayout(
    folder: "P/Sources/A", sources: ["P/Sources/A/src"], excluded: ["P/Sources/A/src/old"],
    declared: ["P/Sources/A/Assets"], inputs: ["Gen/map", "Headers"])

  @Test(arguments: [
    ("P/Sources/A/src/x.swift", true), ("P/Sources/A/src/deep/x.cpp", true), ("P/Sources/A/src/x.log", false),
    ("P/Sources/A/src/old/x.swift", false), ("P/Sources/A/x.swift", false),
    ("P/Sources/A/Assets/x.bin", true),
    ("P/Sources/A/src/I.xcassets/i.png", true), ("P/Sources/A/src/A.docc/a.md", false),
    ("P/Sources/A/src/A.docc/a.swift", false), ("P/Sources/A/src/A.docc/Resources/I.xcassets/i.png", false),
    ("P/Sources/A/src/A.docc/h.h", true), ("P/Sources/A/Assets/A.docc/a.swift", true),
    ("P/Sources/A/src/module.modulemap", true), ("P/Sources/A/src/A.apinotes", true),
    ("Headers/h.h", true), ("Headers/notes.txt", true), ("Gen/map", true), ("Elsewhere/x.swift", false),
  ])
  func namesDecideWhatIsCompiled(path: String, expected: Bool) {
    #expect(Self.layout.compiles(RelativePath(path)) == expected)
  }

  @Test(arguments: [
    ("P/Sources/x.h", true), ("P/Sources/libx.a", true), ("P/Sources/x.log", false), ("x.h", false),
  ])
  func ofAnInputThatHoldsTheTargetNamesTell(path: String, expected: Bool) {
    let layout = TargetLayout(folder: "P/Sources/A", inputs: ["P/Sources"])
    #expect(layout.compiles(RelativePath(path)) == expected)
  }

  @Test(arguments: [
    ("P/Sources/A", true), ("P/Sources/A/src/deep", true), ("P/Sources/A/src/old", false),
    ("P/Sources/A/node_modules", false), ("P/Sources/A/Assets", true), ("Headers/deep", true), ("P", true),
  ])
  func foldersWithoutSourcesAreNotOpened(path: String, expected: Bool) {
    #expect(Self.layout.mayCompile(below: RelativePath(path)) == expected)
  }
}
