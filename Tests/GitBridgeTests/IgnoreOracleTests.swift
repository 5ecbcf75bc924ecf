import Base
import Foundation
import GitBridge
import TestSupport
import Testing

/// Ignore rules compared with `git` itself: many files, one odd pattern at a time.
struct IgnoreOracleTests {
  private static let files = [
    "a", "b.txt", "B.TXT", "sp ace ", "x[y", "d/a", "d/b.txt", "d/e/a", "d/e/f/b.txt", "e/d/a", "!bang",
    "#hash",
    "back\\slash", "star*", "q?", "a-b", "a]b", "d1/x", "d22/x", "ü.txt", "dir.txt/in", "-", "e/f/e/f/z",
  ]

  private static let patterns = [
    "a", "/a", "a/", "d/", "d/a", "/d/a", "d/*", "d/**", "**/a", "**/d/a", "d/**/a", "d/**/b.txt", "**", "*",
    "/*",
    "*.txt", "*.TXT", "*b.txt", "b.*", "?", "??", "d?/x", "d[0-9]/x", "d[!0-9]/x", "d[^2]*", "[[:alpha:]]",
    "[[:digit:]]", "*[[:space:]]*", "sp ace\\ ", "sp ace ", "\\!bang", "!bang", "\\#hash", "#hash",
    "back\\\\slash",
    "star\\*", "q\\?", "x\\[y", "x[y", "x[[]y", "a[]]b", "a[]-]b", "a[]-a]b", "[a-]*", "[--0]", "*/a", "*/*",
    "*/*/",
    "d/*\n!d/a", "d/\n!d/a", "*\n!*/\n!*.txt", "/d/e/**", "d/e/", "e", "e/f", "**/e/f/**", "***", "d***a",
    "/**/a",
    "dir.txt/", "*.txt/", "ü*", "[ü]*", "\u{FEFF}a", "a\r", "  a", "a\\", "[a", "[[:bad:]]", "[\\a]", "//a",
    "d//a",
    "e/**/z", "e/**/f/z", "e/*/z", "f/", "**/f/", "a/**", "**/**/z", "!a", "*\n!/d\n/d/*\n!/d/e", "[A-C].TXT",
  ]

  @Test(arguments: [false, true])
  func `untracked files are those git sees`(ignoresCase: Bool) throws {
    let sandbox = try GitSandbox()
    try sandbox.makeRepository("repo")
    try sandbox.git("repo", "config core.ignoreCase \(ignoresCase)")
    for file in Self.files { try sandbox.folder.write("x", to: "repo/" + file) }
    for pattern in Self.patterns {
      try sandbox.folder.write(pattern + "\n", to: "repo/.git/info/exclude")
      let theirs = try sandbox.git(in: "repo", ["ls-files", "-o", "--exclude-standard", "-z"])
      let repository = try Repository.open(
        containing: sandbox.path("repo"), environment: sandbox.environment)
      let ours = try repository.changesInWorkingTree(since: nil).map(\.path)
      let expected = Array(theirs).split(separator: 0).map { RelativePath($0) }.sorted()
      #expect(ours == expected, "pattern \(pattern.debugDescription)")
    }
  }
}
