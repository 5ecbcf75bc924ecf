import Testing

@testable import GitBridge

/// What the comparison with `git` cannot show: it would wait for ever, too.
struct WildmatchTests {
  private static func matches(_ pattern: String, _ text: String) -> Bool {
    Wildmatch(pattern: Array(pattern.utf8), ignoresCase: false).matches(Array(text.utf8)[...])
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
}
