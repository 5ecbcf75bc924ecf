import Base
import Testing

/// Paths are compared by their bytes, as the system does.
struct PathBelowTests {
  @Test(arguments: [
    ("/w/umlöt/a", "/w/umlöt", "a"), ("/w/日本語/b/c", "/w/日本語", "b/c"), ("/w/😀/x", "/w", "😀/x"),
    ("/w/\u{301}a", "/w", "\u{301}a"), ("/w/e\u{301}/a", "/w/e\u{301}", "a"), ("/w/", "/w", ""),
    ("/w\r/\na", "/w\r", "\na"),
  ])
  func whatLiesBelow(_ path: String, _ folder: String, _ rest: String) throws {
    #expect(try #require(path.path(below: folder)).utf8.elementsEqual(rest.utf8))
  }

  @Test(arguments: [
    ("/w", "/w"), ("/wide/a", "/w"), ("/w/é/a", "/w/e\u{301}"), ("/w/e\u{301}/a", "/w/é"),
    ("/w/e\u{301}/a", "/w/e"),
    ("a", "/w"),
  ])
  func whatDoesNot(_ path: String, _ folder: String) { #expect(path.path(below: folder) == nil) }
}
