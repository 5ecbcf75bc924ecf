import Base
import Testing

@testable import Xcode

/// Linked targets are kept on disk; a graph that cannot be read back is made again each time.
@Suite struct LinkCodingTests {
  private static let module = XcodeModule(
    id: ModuleID(package: "App/Shop.xcodeproj", name: "Shop"), type: .app,
    members: XcodeMembers(
      files: ["App/A.swift", "App/b.swift"],
      folders: [SynchronisedFolder(folder: "App/S", isMember: true, paths: ["App/S/Info.plist"])],
      inputs: ["App/Info.plist"], searched: ["App/Headers"], snapshots: ["App/S"],
      pluginFolders: ["App"]),
    edges: [], parts: [], externalPackages: ["log"])

  @Test(arguments: [[], [module]]) func whatIsWrittenIsReadBack(modules: [XcodeModule]) {
    let graph = XcodeGraph(modules: modules, warnings: [])
    #expect(XcodeGraph(decoding: graph.encoded[...]) == graph)
  }

  @Test func aPieceOfTheBytesIsRefused() {
    let bytes = XcodeGraph(modules: [Self.module], warnings: []).encoded
    for count in bytes.indices { #expect(XcodeGraph(decoding: bytes[..<count]) == nil) }
  }

  @Test func foldersAreCounted() {
    let paths: CaselessPaths = ["A/a.swift", "A/B/c.swift", "A/d.swift", "A/e.txt", "f.swift"]
    #expect(paths.folders { $0.suffix(6).elementsEqual(".swift".utf8) } == ["A": 2, "A/B": 1, .root: 1])
  }

  @Test func letterCaseDoesNotMatter() {
    let paths: CaselessPaths = ["App/b.swift", "App/A.swift", "app/B", "App/a.SWIFT"]
    #expect(paths.map(\.description) == ["App/A.swift", "app/B", "App/b.swift"])
    #expect(paths.contains("APP/B.swift") && !paths.contains("App") && !paths.contains("App/b.swif"))
    #expect(paths.holds("App/b/inside") && !paths.holds("App/bb") && !paths.holds("A"))
    #expect(CaselessPaths([.root]).holds("any/path") && !CaselessPaths([]).holds("any"))
  }

  @Test(arguments: [
    ("Gro\u{308}ße", "GRÖSSE"), ("\u{30AB}\u{30FC}\u{30C8}\u{3099}", "\u{30AB}\u{30FC}\u{30C9}"),
    ("\u{1100}\u{1161}", "가"), ("o\u{308}", "\u{D6}"),
  ])
  func formsOfALetterDoNotMatter(first: String, second: String) {
    let others: [RelativePath] = ["A/o", "A/oz", "A/p", "A/z.swift", "A/\u{1100}", "A/Gro", "A/grp"]
    for (own, asked) in [(first, second), (second, first)] {
      let file = RelativePath("A/\(own)/a.swift")
      let paths = CaselessPaths(others + [file])
      #expect(others.allSatisfy(paths.contains) && paths.contains(RelativePath("a/\(asked)/A.swift")))
      let folder = SynchronisedFolder(folder: file.parent, isMember: true)
      #expect(folder.holds(RelativePath("A/\(asked)/b.swift")) && !folder.holds("A/b.swift"))
    }
    #expect(CaselessPaths([RelativePath(first), RelativePath(second)]).count == 1)
  }
}
