import Foundation
import TestSupport
import Testing

@testable import Session

@Suite struct PlaceRulesTests {
  private let folder: TemporaryFolder
  private let rules: PlaceRules

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("gitdir: x\n", to: "shop/.git")
    try folder.write("", to: "fix/.git")
    try folder.write("", to: "other/file")
    try folder.write("", to: "home/shop/.git")
    try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("shop"))
    rules = PlaceRules(needed: [folder.path("home"), folder.path("tools/bin"), folder.path("shop/fix/cache")])
  }

  private func allows(_ place: String, for origin: String = "fix") -> Bool {
    rules.allow(PlacedFolder(place: folder.path(place), origin: folder.path(origin)))
  }

  @Test func `a working folder, an empty one and none may be covered`() {
    #expect(allows("shop", for: "shop/fix"))
    #expect(allows("empty"))
    #expect(allows("gone/away"))
    #expect(allows("home/shop"))
  }

  @Test func `nothing else may`() {
    for place in [
      "other", "link", "home", "tools", "tools/bin", "fix", "fix/inside", "shop/../empty", "a//b", "a/./b",
    ] {
      #expect(!allows(place), "\(place)")
    }
    // The cache would disappear behind it.
    #expect(!allows("shop"))
    for place in ["/", "/etc", "", "relative/path", "/a/b\nc"] {
      #expect(!rules.allow(PlacedFolder(place: place, origin: folder.path("fix"))), "\(place)")
    }
  }
}
