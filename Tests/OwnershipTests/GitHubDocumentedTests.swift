import Base
import Graph
import TestSupport
import Testing

/// Case by case what GitHub says of CODEOWNERS.
/// https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
@Suite struct GitHubDocumentedTests {
  @Test(arguments: cases) func holds(_ expected: DocumentedCase) { expected.check(.github) }

  static let cases: [DocumentedCase] = [
    DocumentedCase(
      "A lone star gives everything in the repository its default owners.", "* @one @two",
      ["a": ["@one", "@two"], "deep/er/.hidden": ["@one", "@two"]]),
    DocumentedCase(
      "Order counts: the last pattern that matches has precedence, and its owners alone are asked.",
      "* @all\n*.js @js", ["a.js": ["@js"], "x/y/b.js": ["@js"], "a.ts": ["@all"]]),
    DocumentedCase(
      "Owners of several lines are not added up: those of one pattern stand on one line.",
      "*.js @one\n*.js @two", ["a.js": ["@two"]]),
    DocumentedCase(
      "A line that starts with a number sign is a comment.", "# * @nobody\n* @all\n  # again", ["a": ["@all"]]
    ),
    DocumentedCase(
      "A comment may follow the owners on the same line.", "*.js @js #in line\n*.ts @ts # @other",
      ["a.js": ["@js"], "a.ts": ["@ts"]]),
    DocumentedCase(
      "People may be named by a mail address.", "*.go docs@example.com", ["a.go": ["docs@example.com"]]),
    DocumentedCase(
      "Teams are named by organisation and team.", "*.txt @octo-org/octocats",
      ["x/a.txt": ["@octo-org/octocats"]]),
    DocumentedCase(
      "A slash in front and at the end: any file in that folder at the root, and in folders below it.",
      "/build/logs/ @doc", ["build/logs/a": ["@doc"], "build/logs/b/c": ["@doc"], "x/build/logs/a": []]),
    DocumentedCase(
      "A folder and a star reaches files directly in it, and none that are nested further.",
      "docs/* docs@example.com",
      ["docs/getting-started.md": ["docs@example.com"], "docs/build-app/troubleshooting.md": []]),
    DocumentedCase(
      "A folder's name with a slash at the end alone: any such folder anywhere.", "apps/ @octocat",
      ["apps/a": ["@octocat"], "x/apps/y/z": ["@octocat"], "apps": []]),
    DocumentedCase(
      "Two stars and a name: that folder anywhere, deep ones too.", "**/logs @octocat",
      ["build/logs/a": ["@octocat"], "scripts/logs/a": ["@octocat"], "deeply/nested/logs/x": ["@octocat"]]),
    DocumentedCase(
      "A pattern without owners takes what it matches away from earlier ones.",
      "/apps/ @octocat\n/apps/github",
      ["apps/a": ["@octocat"], "apps/github/a": []]),
    DocumentedCase(
      "What was left without owners may have others again further down.",
      "/apps/ @octocat\n/apps/github\n/apps/github/x @doc", ["apps/github/x": ["@doc"], "apps/github/y": []]),
    DocumentedCase(
      "A line with invalid syntax is skipped, and the others hold.", "* @all\na nobody\nb @b",
      ["a": ["@all"], "b": ["@b"]], problems: ["codeowners-invalid-owner"]),
    DocumentedCase(
      "Escaping a leading number sign with a backslash does not work.", "* @all\n\\#a @x", ["#a": ["@all"]],
      problems: ["codeowners-invalid-pattern"]),
    DocumentedCase(
      "Negating a pattern with an exclamation mark does not work.", "* @all\n!a @x", ["a": ["@all"]],
      problems: ["codeowners-invalid-pattern"]),
    DocumentedCase(
      "Character ranges in brackets do not work.", "* @all\n[ab].c @x", ["a.c": ["@all"]],
      problems: ["codeowners-invalid-pattern"]),
    DocumentedCase(
      "Paths are told apart by case, as GitHub's file system does.", "/Docs/ @doc",
      ["Docs/a": ["@doc"], "docs/a": []]),
    DocumentedCase(
      "A space in a path is escaped with a backslash.", "/my\\ docs/ @doc", ["my docs/a": ["@doc"], "my": []]),
    DocumentedCase(
      "GitLab's sections mean nothing here.", "* @all\n[Docs] @doc\n^[Docs]",
      ["a": ["@all"], "Docs": ["@all"]],
      problems: ["codeowners-invalid-pattern", "codeowners-invalid-pattern"]),
    DocumentedCase(
      "GitLab's roles mean nothing here.", "* @all\na @@developer", ["a": ["@all"]],
      problems: ["codeowners-invalid-owner"]),
  ]

  @Test("The folder .github comes first, then the root, then docs; only the first that is found counts.")
  func places() throws {
    let all = [".github/CODEOWNERS": "1 @a", "CODEOWNERS": "2 @a", "docs/CODEOWNERS": "3 @a"]
    for (place, gone) in zip(CodeOwnersFile.gitHubPlaces, 0...) {
      let left = all.filter { entry in
        !CodeOwnersFile.gitHubPlaces.prefix(gone).contains { $0.description == entry.key }
      }
      let found = try CodeOwnersFile.find(in: MemoryTree(left), explicitPath: nil, dialect: .github)
      #expect(found?.path == place)
    }
  }
}
