import Base
import Foundation
import Graph
import TestSupport
import Testing

@Suite struct LinkMapTests {
  private func map(_ links: [String: String], root: String? = nil) -> LinkMap {
    LinkMap(
      Dictionary(uniqueKeysWithValues: links.map { (RelativePath($0), Array($1.utf8)) }), absoluteRoot: root)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    let expected: String?
    var testDescription: String { path }
  }

  @Test(arguments: [
    Case(path: "plain/x", expected: "plain/x"), Case(path: "a", expected: "b/c"),
    Case(path: "a/x", expected: "b/c/x"), Case(path: "chain/x", expected: "b/c/x"),
    Case(path: "up/x", expected: "x"), Case(path: "loop", expected: nil),
    Case(path: "out/x", expected: "../x"),
    Case(path: "in/x", expected: "b/x"), Case(path: "away/x", expected: "../etc/x"),
    Case(path: "", expected: ""),
  ])
  func aPathIsResolved(_ example: Case) {
    let map = map(
      [
        "a": "b/c", "chain": "a", "d/e": "..", "up": "./d/e/", "loop": "pool", "pool": "loop",
        "out": "../../out/..", "in": "/shop/b", "away": "/etc",
      ], root: "/shop")
    let outside = example.path.hasPrefix("out") ? "../../x" : example.expected
    #expect(map.resolve(RelativePath(example.path))?.path == outside.map { RelativePath($0) })
  }

  @Test(arguments: [
    ("absolute/x", "../../Shared/x"), ("home", "P/Q"), ("around", "P"), ("further", "../../Shared/deep"),
    ("../ws/P", "P"), ("../../a/ws", ""), ("../other/x", "../other/x"),
    ("away", "../../../repository/x"),
  ])
  func aNestedWorkspaceIsLeftAndFoundAgain(path: String, expected: String) {
    let links = [
      "absolute": "/repo/Shared", "home": "/repo/a/ws/P/Q", "around": "../ws/P", "further": "../../Link",
      "../../Link": "Shared/deep", "away": "/repository/x",
    ]
    let map = LinkMap(
      Dictionary(uniqueKeysWithValues: links.map { (RelativePath($0), Array($1.utf8)) }),
      absoluteRoot: "/repo/a/ws", nesting: "a/ws")
    #expect(map.resolve(RelativePath(path))?.path == RelativePath(expected))
    #expect(LinkMap(absoluteRoot: "/repo/a/ws", nesting: "a/ws").resolve("../ws/P")?.path == "P")
  }

  @Test func anAbsoluteLinkLeadsNowhereWhenThePlaceOfTheRepositoryIsNotKnown() {
    #expect(map(["away": "/etc"]).resolve("away") == nil)
  }

  /// Against the operating system.
  @Test(arguments: 0..<20) func randomLinksResolveAsOnDisk(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let folder = try TemporaryFolder()
    let folders = ["a", "a/b", "c", "c/d", "c/d/e"]
    for name in folders { try folder.write("", to: "\(name)/file") }
    var links: [String: String] = [:]
    for number in 0..<8 {
      let place = ["", "a/", "a/b/", "c/", "c/d/"].randomElement(using: &random) ?? ""
      let up = String(repeating: "../", count: place.count { $0 == "/" })
      let inside = (folders + links.keys.sorted()).randomElement(using: &random) ?? "a"
      let end = ["", "/..", "/file", "/b/.."].randomElement(using: &random) ?? ""
      let target = Bool.random(using: &random) ? up + inside + end : folder.path + "/" + inside + end
      links["\(place)link\(number)"] = target
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("\(place)link\(number)"), withDestinationPath: target)
    }
    let map = map(links, root: folder.path)
    for link in links.keys.sorted() {
      for rest in ["", "/file"] {
        guard let real = realpath(folder.path(link + rest), nil) else { continue }
        defer { free(real) }
        let bytes = Array(String(cString: real).utf8)
        guard bytes.starts(with: folder.path.utf8) else { continue }
        let expected = RelativePath(bytes.dropFirst(folder.path.utf8.count + 1))
        #expect(map.resolve(RelativePath(link + rest))?.path == expected, "\(link + rest)")
      }
    }
  }

  @Test func placesAreFoundThroughLinksAndOnlyOnce() {
    let map = map([
      "T/link": "../Shared", "Shared/deep": "../More", "More/back": "../T", "T/file": "../Other/o.swift",
      "T/again": "link/sub", "T/broken": "../none", "T/loop": "loop", "T/Old/x": "../../Excluded",
    ])
    let places = map.places(linkedFrom: "T") { !$0.isInside("T/Old") }
    #expect(places == ["More", "Other/o.swift", "Shared", "none"])
    #expect(map.links(below: "T").count == 6)
    #expect(map.links(below: "Sha") == [])
  }
}
