import Base
import TestSupport
import Testing

/// Held against one tree that has all the files.
@Suite struct GraftedTreeTests {
  private static let files = [
    "Package.swift": "a", "Sources/A/a.swift": "b", ".build/checkouts/x/Package.swift": "c",
    ".build/checkouts/x/Sources/X/x.swift": "d", ".build/checkouts/y/Package.swift": "e", "z": "f",
  ]
  private static let whole = MemoryTree(files)
  private static let folders = [".build/checkouts/x", ".build/checkouts/y"]

  private let grafted: GraftedTree = {
    let grafts = folders.map { folder in
      let inside = files.filter { $0.key.hasPrefix(folder) }.map {
        ($0.key.dropFirst(folder.count + 1), $0.value)
      }
      let tree = MemoryTree(Dictionary(uniqueKeysWithValues: inside.map { (String($0.0), $0.1) }))
      return (RelativePath(folder), tree as any FileTree)
    }
    // What stands in the way is not seen.
    var stem = files.filter { !$0.key.hasPrefix(".build") }
    stem[".build/checkouts/x/Package.swift"] = "hidden"
    stem[".build/checkouts/x/more"] = "hidden"
    return GraftedTree(MemoryTree(stem), Dictionary(uniqueKeysWithValues: grafts))
  }()

  @Test(arguments: [
    "", "Package.swift", "Sources", "Sources/A", ".build", ".build/checkouts", ".build/checkouts/x",
    ".build/checkouts/x/Sources", ".build/checkouts/x/Package.swift", ".build/checkouts/x/more",
    ".build/checkouts/xy", ".build/checkouts/y/none", "z", "none",
  ])
  func itIsTheTreeThatHasAllOfThem(path: String) throws {
    let path = RelativePath(path)
    #expect(try grafted.kind(of: path) == Self.whole.kind(of: path))
    #expect(try grafted.entries(of: path) == Self.whole.entries(of: path))
    #expect(try grafted.contents(of: path) == Self.whole.contents(of: path))
    #expect(try grafted.files(below: path) == Self.whole.files(below: path))
    for file in try grafted.files(below: path) {
      #expect(try grafted.contents(of: file) == Self.whole.contents(of: file.path))
    }
  }

  @Test func everythingIsListedOnce() throws {
    #expect(try grafted.files { _, _ in true } == Self.whole.files { _, _ in true })
    #expect(try grafted.surroundingFiles { _, _ in true } == Self.whole.files { _, _ in true })
  }
}
