import Base
import Graph
import TestSupport
import Testing

@Suite struct CodeOwnersFileTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let files: [String: String]
    var explicit: RelativePath?
    var setting = OwnersConfig.Dialect.auto
    var path: RelativePath?
    var dialect: CodeOwners.Dialect?
    var testDescription: String { name }
  }

  @Test(arguments: cases) func isFound(expected: Case) throws {
    let found = try CodeOwnersFile.find(
      in: MemoryTree(expected.files), explicitPath: expected.explicit, dialect: expected.setting)
    #expect(found?.path == expected.path)
    #expect(found?.dialect == expected.dialect)
  }

  static let cases: [Case] = [
    Case(
      name: "GitHub's folder first", files: ["CODEOWNERS": "a @b", ".github/CODEOWNERS": "[S]"],
      path: ".github/CODEOWNERS", dialect: .github),
    Case(
      name: "the root before GitLab's folder", files: ["CODEOWNERS": "a @b", ".gitlab/CODEOWNERS": ""],
      path: "CODEOWNERS", dialect: .github),
    Case(
      name: "sections tell GitLab", files: ["docs/CODEOWNERS": "* @a\n[S]\n"], path: "docs/CODEOWNERS",
      dialect: .gitlab),
    Case(name: "roles tell GitLab", files: ["CODEOWNERS": "a @@owner"], path: "CODEOWNERS", dialect: .gitlab),
    Case(
      name: "GitLab's folder", files: [".gitlab/CODEOWNERS": ""], path: ".gitlab/CODEOWNERS", dialect: .gitlab
    ),
    Case(
      name: "GitLab's order",
      files: ["docs/CODEOWNERS": "", ".gitlab/CODEOWNERS": "", ".github/CODEOWNERS": ""],
      setting: .gitlab, path: "docs/CODEOWNERS", dialect: .gitlab),
    Case(
      name: "the configured one", files: ["CODEOWNERS": "", "team/owners": "x"], explicit: "team/owners",
      path: "team/owners", dialect: .github),
    Case(
      name: "a configured dialect", files: ["CODEOWNERS": "[S]"], setting: .github, path: "CODEOWNERS",
      dialect: .github),
    Case(name: "the configured one is missing", files: ["CODEOWNERS": ""], explicit: "nowhere"),
    Case(name: "in the other host's place", files: [".gitlab/CODEOWNERS": ""], setting: .github),
  ]
}
