import Base
import TestSupport
import Testing

@Suite struct RelativePathTests {
  @Test(arguments: [
    ("", ""), ("/", ""), (".", ""), ("a", "a"), ("./a", "a"), ("a/", "a"), ("a//b", "a/b"), ("a/./b", "a/b"),
    ("a/b/c/../d/", "a/b/d"), ("a/..", ""), ("a/../..", ".."), ("../a", "../a"), ("../../a/../b", "../../b"),
    (".a/..b/...", ".a/..b/..."), ("a/.", "a"), ("/../a", "../a"), ("ü/ /\n", "ü/ /\n"),
  ])
  func normalises(text: String, normal: String) {
    #expect(RelativePath(text).bytes == Array(normal.utf8))
    #expect(RelativePath(normal).bytes == Array(normal.utf8))
  }

  /// A stack of components is the definition; random paths hold every invariant.
  @Test func randomPathsHoldTheInvariants() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<3_000 {
      let pieces = (0..<Int.random(in: 0...7, using: &generator)).map { _ in
        ["a", "b", ".", "..", "/", "..a", ".b", "//"].randomElement(using: &generator) ?? ""
      }
      let text = pieces.joined(separator: Bool.random(using: &generator) ? "/" : "")
      var stack: [Substring] = []
      for part in text.split(separator: "/") where part != "." {
        if part == "..", let last = stack.last, last != ".." {
          stack.removeLast()
        } else {
          stack.append(part)
        }
      }
      let path = RelativePath(text)
      #expect(path.description == stack.joined(separator: "/"), "\(text)")
      #expect(path.components.map { String(decoding: $0, as: UTF8.self) } == stack.map(String.init))
      #expect(path.escapesRoot == (stack.first == ".."))
      #expect(path.isAboveRoot == (stack.last == ".."))
      #expect(path.isRoot == stack.isEmpty)
      #expect(RelativePath(path.bytes) == path)
      let other = RelativePath(pieces.reversed().joined(separator: "/"))
      #expect(
        path.appending(other) == RelativePath(path.description + "/" + other.description) || path.isRoot)
      if !other.escapesRoot { #expect(path.appending(other).relative(to: path) == other || path.escapesRoot) }
    }
  }

  @Test(arguments: [
    ("a/b", "a", true), ("a", "a", true), ("ab", "a", false), ("a", "a/b", false), ("a", "", true),
    ("", "", true), ("../a", "", false), ("../a/b", "../a", true),
  ])
  func inside(path: String, folder: String, isInside: Bool) {
    #expect(RelativePath(path).isInside(RelativePath(folder)) == isInside)
    #expect((RelativePath(path).relative(to: RelativePath(folder)) != nil) == isInside)
  }

  @Test func partsOfAPath() {
    let path: RelativePath = "a/b/c.swift"
    #expect(Array(path.lastComponent) == Array("c.swift".utf8))
    #expect(path.parent == "a/b")
    #expect(path.relative(to: "a") == "b/c.swift")
    #expect(RelativePath("a").parent == .root)
    #expect(RelativePath.root.parent == .root)
    #expect(RelativePath.root.lastComponent.isEmpty)
    #expect(RelativePath("a/b").appending("../../../c") == "../c")
  }

  @Test func bytesThatAreNoTextSurvive() {
    let path = RelativePath([0x61, 0x2F, 0xFF, 0xC3])
    #expect(path.bytes == [0x61, 0x2F, 0xFF, 0xC3])
    #expect(path.description == "a/\\xff\\xc3")
    #expect(path != RelativePath("a/\\xff\\xc3"))
  }

  @Test func orderIsThatOfBytes() {
    let paths: [RelativePath] = ["", "A", "a", "a-b", "a/b", "ab", "ü"]
    #expect(paths.reversed().sorted() == paths)
  }
}
