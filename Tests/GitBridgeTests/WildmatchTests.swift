import Base
import Testing

@testable import GitBridge

/// What the comparison with `git` cannot show: it would wait for ever, too.
struct WildmatchTests {
  /// Anchored, as the slash at its front says.
  private static func matches(_ pattern: String, _ text: String) -> Bool {
    let line = Array("/\(pattern)".utf8)
    let path = Array(text.utf8)
    return IgnorePattern(line: line[...], ignoresCase: false)?
      .matches(path: path[...], name: RelativePath(path).lastComponent, isFolder: false) ?? false
  }

  @Test(.timeLimit(.minutes(1)))
  func `patterns made to take for ever do not`() {
    let text = String(repeating: "a", count: 200)
    let stars = String(repeating: "*a", count: 40)
    #expect(Self.matches(stars, text))
    #expect(!Self.matches(stars + "b", text))
    #expect(!Self.matches(String(repeating: "*a", count: 201), text))
    let folders = String(repeating: "a/", count: 100)
    #expect(Self.matches(String(repeating: "**/", count: 200) + "a", folders + "a"))
    #expect(!Self.matches(String(repeating: "**/a/", count: 40) + "b", folders + "a"))
  }

  @Test(arguments: [
    ("a\\/b", "a/b", true), ("a[/]b", "a/b", false), ("a[x/]b", "axb", true), ("a[x/]b", "a/b", false),
    ("a[b/c", "a[b/c", false), ("a//b", "a/b", false), ("a/**", "a", false), ("a/**", "a/b/c", true),
    ("**/b", "b", true), ("a/**/b", "a/b", true), ("a**b/c", "axxb/c", true), ("a**b/c", "ax/xb/c", false),
    ("**", "a/b", true),
  ])
  func `slashes and stars`(pattern: String, path: String, isMatch: Bool) {
    #expect(Self.matches(pattern, path) == isMatch)
  }
}
