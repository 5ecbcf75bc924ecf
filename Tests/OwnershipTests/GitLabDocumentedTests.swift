import Base
import Graph
import TestSupport
import Testing

/// Case by case what GitLab says of CODEOWNERS.
/// https://docs.gitlab.com/user/project/codeowners/reference/
/// https://docs.gitlab.com/user/project/codeowners/advanced/
@Suite struct GitLabDocumentedTests {
  @Test(arguments: cases) func holds(_ expected: DocumentedCase) { expected.check(.gitlab) }

  static let cases: [DocumentedCase] = [
    DocumentedCase(
      "A star gives all files a default owner.", "* @default", ["a": ["@default"], "a/.b/c": ["@default"]]),
    DocumentedCase(
      "Rules further down have precedence over earlier ones.", "* @default\n*.rb @ruby",
      ["a.rb": ["@ruby"], "a.py": ["@default"]]),
    DocumentedCase(
      "Of an entry that a section has twice the last is used.", "README.md @one\nREADME.md @two",
      ["README.md": ["@two"]]),
    DocumentedCase(
      "Owners are separated by spaces or tabs.", "README.md @one\t@two  @three",
      ["README.md": ["@one", "@two", "@three"]]),
    DocumentedCase(
      "Users by name or by mail address, groups and groups within groups.",
      "LICENSE @legal jane@gitlab.com\nREADME @group @group/with-nested/subgroup",
      ["LICENSE": ["@legal", "jane@gitlab.com"], "README": ["@group", "@group/with-nested/subgroup"]]),
    DocumentedCase("A number sign at the front makes a comment.", "# a @x\na @y", ["a": ["@y"]]),
    DocumentedCase(
      "A backslash makes a leading number sign a part of the name.", "\\#file.rb @owner",
      ["#file.rb": ["@owner"]]),
    DocumentedCase(
      "There are no comments behind an entry: owners named there count.", "a @x # @y", ["a": ["@x", "@y"]],
      problems: ["codeowners-invalid-owner"]),
    DocumentedCase(
      "A role is named with two at signs, in the singular or plural: developer, maintainer, owner.",
      "a @@developer @@maintainers @@owner", ["a": ["@@developer", "@@maintainers", "@@owner"]]),
    DocumentedCase(
      "No other role can own anything.", "a @@reporter @x", ["a": ["@x"]],
      problems: ["codeowners-invalid-owner"]),
    DocumentedCase(
      "A path with a slash in front counts from the root.", "/docs/README.md @x",
      ["docs/README.md": ["@x"], "a/docs/README.md": []]),
    DocumentedCase(
      "A path without one matches at any depth.", "internal/README.md @x",
      ["internal/README.md": ["@x"], "docs/api/internal/README.md": ["@x"]]),
    DocumentedCase(
      "A slash at the end stands for all files below.", "/docs/ @x",
      ["docs/a": ["@x"], "docs/b/c": ["@x"], "docs": []]),
    DocumentedCase(
      "A folder without the slash at its end is a file of that name.", "/docs @x",
      ["docs": ["@x"], "docs/a": []]),
    DocumentedCase(
      "A star stays within one folder.", "/docs/*.md @x\n/docs/*/README.md @y",
      ["docs/a.md": ["@x"], "docs/b/a.md": [], "docs/api/README.md": ["@y"], "docs/a/b/README.md": []]),
    DocumentedCase(
      "Two stars stand for no folder or any number of them.", "/docs/**/index.md @x",
      ["docs/index.md": ["@x"], "docs/api/index.md": ["@x"], "docs/api/graphql/index.md": ["@x"]]),
    DocumentedCase(
      "A space in a path is escaped with a backslash.", "path\\ with\\ spaces/ @x",
      ["path with spaces/a": ["@x"], "path/a": []]),
    DocumentedCase("Paths are told apart by case.", "/Docs/ @x", ["Docs/a": ["@x"], "docs/a": []]),
    DocumentedCase(
      "Of each section one pattern counts, and every section has its say; so has what stands before all.",
      "* @admin\n[A]\nREADME.md @a1 @a2\ninternal/README.md @a4\n[B]\nREADME.md @b",
      ["README.md": ["@admin", "@a1", "@a2", "@b"], "internal/README.md": ["@admin", "@a4", "@b"]]),
    DocumentedCase(
      "Section names are the same in whatever case, and sections of one name are one.",
      "[Docs]\na @one\n[Other]\nb @b\n[DOCS]\na @two", ["a": ["@two"], "b": ["@b"]]),
    DocumentedCase(
      "A section's default owners own entries without any.", "[DB] @db @ann\nmodel/\nconfig/x.md @docs",
      ["model/a": ["@db", "@ann"], "config/x.md": ["@docs"]]),
    DocumentedCase(
      "Default owners stand behind the number of approvals.", "[DB][2] @db\nmodel/", ["model/a": ["@db"]]),
    DocumentedCase(
      "A section needs a name.", "[] @x\na @y", ["a": ["@y"]], problems: ["codeowners-invalid-section"]),
    DocumentedCase(
      "A heading whose bracket is never closed is no section.", "* @group\n[Section\ndocs/ @docs",
      ["docs/a": ["@docs"]], problems: ["codeowners-invalid-section"]),
    DocumentedCase(
      "Owners in a form that nobody can have are ignored.", "a @group nobody @user",
      ["a": ["@group", "@user"]],
      problems: ["codeowners-invalid-owner"]),
    DocumentedCase(
      "An entry without any owner asks nobody.", "* @all\na\n[S]\nb", ["a": [], "b": ["@all"]],
      problems: ["codeowners-missing-owner", "codeowners-missing-owner"]),
    DocumentedCase(
      "An exclamation mark excludes from its section, and from no other.",
      "* @default\n!pom.xml\n[Ruby]\n*.rb @ruby\n!/config/**/*.rb",
      ["pom.xml": [], "config/a.rb": ["@default"], "lib/a.rb": ["@default", "@ruby"]]),
    DocumentedCase(
      "What a section excludes cannot be included in it again.", "* @all\n!*.rb\n/special.rb @x",
      ["special.rb": [], "a.py": ["@all"]]),
  ]

  @Test("A circumflex makes a section optional, unless the same section is also asked for without one.")
  func optional() {
    let text = "[Docs]\n*.md @a\n^[Go]\n*.go @b\n^[Both]\nx @c\n[Both]\ny @c"
    let file = parse(text, .gitlab).file
    #expect(file.matches(for: "a.md").map(\.isOptional) == [false])
    #expect(file.matches(for: "a.go").map(\.isOptional) == [true])
    #expect(file.matches(for: "x").map(\.isOptional) == [false])
    #expect(file.matches(for: "y").map(\.isOptional) == [false])
  }

  @Test("A number in brackets behind a section's name says how many must approve; it is one without.")
  func approvals() {
    let file = parse("[A][5]\na @x\n^[B][2] @y\nb\n[C]\nc @z", .gitlab).file
    #expect(file.matches(for: "a").map(\.approvals) == [5])
    #expect(file.matches(for: "b").map(\.approvals) == [2])
    #expect(file.owners(of: "b").map(\.text) == ["@y"])
    #expect(file.matches(for: "c").map(\.approvals) == [1])
  }

  @Test("The root comes first, then docs, then the folder .gitlab; only the first that is found counts.")
  func places() throws {
    let all = ["CODEOWNERS": "1 @a", "docs/CODEOWNERS": "2 @a", ".gitlab/CODEOWNERS": "3 @a"]
    for (place, gone) in zip(CodeOwnersFile.gitLabPlaces, 0...) {
      let left = all.filter { entry in
        !CodeOwnersFile.gitLabPlaces.prefix(gone).contains { $0.description == entry.key }
      }
      let found = try CodeOwnersFile.find(in: MemoryTree(left), explicitPath: nil, dialect: .gitlab)
      #expect(found?.path == place)
    }
  }
}
