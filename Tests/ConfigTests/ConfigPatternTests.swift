import Base
import Graph
import Testing

@Suite struct ConfigPatternTests {
  @Test(arguments: [
    // pattern, path, matches, covers
    ("LICENSE*", "LICENSE", true, true), ("LICENSE*", "A/B/LICENSE.txt", true, true),
    ("LICENSE*", "LICENSES/MIT", false, true), ("/LICENSE", "LICENSE", true, true),
    ("/LICENSE", "A/LICENSE", false, false), ("docs/**", "docs/a/b.png", true, true),
    ("docs/**", "A/docs/b.png", false, false), ("docs/", "docs/a/b", true, true),
    ("docs/", "A/docs/b", true, true), ("docs", "docs/a", false, true), ("**/*.md", "README.md", true, true),
    ("*.md", "A/b.md", true, true), ("A/*.txt", "A/b.txt", true, true),
    ("A/*.txt", "A/c/b.txt", false, false),
    ("A/{b,c}/*", "A/c/x", true, true), ("Fixtures", "P/Fixtures/x.json", false, true),
  ])
  func paths(pattern: String, path: String, matches: Bool, covers: Bool) {
    let pattern = PathPattern(pattern)
    #expect(pattern.matches(RelativePath(path).components) == matches)
    #expect(pattern.covers(RelativePath(path)) == covers)
  }

  @Test(arguments: [
    ("//Packages/Core:Core", "//Packages/Core:Core", true),
    ("//Packages/Core:Core", "//Packages/Core:CoreTests", false),
    ("//Packages/Core", "//Packages/Core:CoreTests", true),
    ("//Packages/Core", "//Packages/CoreUI:CoreUI", false),
    ("//Packages/Core", "//Packages/Core/Nested:N", false),
    ("//Packages/Pay*", "//Packages/Payments:API", true),
    ("//Packages/Pay*", "//Packages/Pay/Deep:API", false),
    ("//Features/*:*", "//Features/Cart:CartTests", true),
    ("//Features/**:*Tests", "//Features/a/b:CartTests", true), ("Core", "//Packages/Core:Core", true),
    ("Core", "//Other:Core", true), ("Core", "//Packages/Core:CoreTests", false),
    ("*Tests", "//A:ATests", true),
    ("//:Root", "//:Root", true), ("//", "//:Root", true), ("//", "//A:A", false), ("//**", "//A/B:C", true),
    ("//A/:B", "//A:B", true),
  ])
  func modules(pattern: String, module: String, matches: Bool) throws {
    let colon = try #require(module.lastIndex(of: ":"))
    let id = ModuleID(
      package: RelativePath(String(module[..<colon].dropFirst(2))),
      name: String(module[module.index(after: colon)...]))
    #expect(try ModulePattern(pattern).matches(id) == matches)
  }

  @Test(arguments: [
    "", ":A", "/A", "A/B", "A:B", "///A", "//A:", "//A:B/C", "//../A", "//A[", "A{", "//A:B]{",
  ])
  func malformedModulePatterns(text: String) {
    #expect(throws: Failure.self) { try ModulePattern(text) }
  }

  @Test(arguments: [
    ("20GB", 20_000_000_000), ("1 KiB", 1024), ("0b", 0), ("3tib", 3 << 40), ("20", nil), ("GB", nil),
    ("1.5GB", nil), ("-1GB", nil), ("99999999999TB", nil), ("٣GB", nil),
  ])
  func sizes(text: String, bytes: Int?) {
    #expect(ByteSize(text)?.bytes == bytes)
  }
}

@Suite struct PackageSelectionTests {
  private let found: [RelativePath] = [
    "", "Packages/Core", "Packages/Core/Tests/Fixtures/Demo", "Apps/Shop", "Packages/Legacy/Old",
    "Tools/.build/checkouts/Dep", "web/node_modules/x", "Packages/checkouts",
  ]

  @Test(arguments: [
    (
      "{}",
      [
        "", "Apps/Shop", "Packages/Core", "Packages/Core/Tests/Fixtures/Demo", "Packages/Legacy/Old",
        "Packages/checkouts",
      ], []
    ),
    (#"{"packages": ["Packages/*"]}"#, ["Packages/Core", "Packages/checkouts"], []),
    (#"{"packages": ["./Apps/*/", "Nope/*", "."]}"#, ["", "Apps/Shop"], ["Nope/*"]),
    (
      #"{"packages": ["Packages/**"], "exclude": ["Packages/Legacy", "**/Fixtures"]}"#,
      ["Packages/Core", "Packages/checkouts"], []
    ),
    (#"{"packages": ["web/**"], "exclude": ["!default"]}"#, ["web/node_modules/x"], []),
    (#"{"packages": ["web/**"]}"#, [], ["web/**"]),
  ])
  func selects(text: String, folders: [String], unmatched: [String]) throws {
    let selection = PackageSelection(from: found, config: try parseConfig(text))
    #expect(selection.folders.map(\.description) == folders)
    #expect(selection.unmatched.map(\.pattern) == unmatched)
  }
}
