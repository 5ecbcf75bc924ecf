import Base
import Graph
import Testing

@Suite struct GitLabTests {
  @Test(arguments: [
    ("*", ["a", "a/b", ".a/.b"], []),
    ("README.md", ["README.md", "a/b/README.md"], ["README.md/a"]),
    ("internal/README.md", ["internal/README.md", "docs/internal/README.md"], ["internal/x/README.md"]),
    ("/README.md", ["README.md"], ["docs/README.md"]),
    ("/docs/", ["docs/a", "docs/a/b"], ["x/docs/a", "docs"]),
    ("docs/", ["docs/a", "x/docs/a/b"], ["docs"]),
    ("docs", ["docs", "x/docs"], ["docs/a"]),
    ("/docs/*", ["docs/a"], ["docs/a/b"]),
    ("/docs/**", ["docs/a"], ["docs/a/b"]),
    ("/docs/**/*", ["docs/a", "docs/a/b"], ["docs"]),
    ("/docs/**/index.md", ["docs/index.md", "docs/a/b/index.md"], ["x/docs/index.md"]),
    ("/docs/*spec*", ["docs/qa_specs.rb", "docs/.spec"], ["docs/x/spec"]),
    ("/[ab]*.rb", ["a1.rb"], ["c.rb"]),
    ("\\#file", ["#file"], ["file"]),
    ("path\\ with\\ spaces/*.md", ["path with spaces/a.md"], ["path/a.md"]),
    ("/", ["a", "a/b"], []),
  ])
  func patterns(pattern: String, matching: [String], others: [String]) {
    for path in matching { #expect(owners("\(pattern) @a", .gitlab, of: path) == ["@a"], "\(path)") }
    for path in others { #expect(owners("\(pattern) @a", .gitlab, of: path) == [], "\(path)") }
  }

  private let readme = """
    * @admin

    [README Owners]
    README.md @user1 @user2
    internal/README.md @user4

    [README other owners]
    README.md @user3
    """

  @Test func eachSectionHasItsOwnLastMatch() {
    #expect(owners(readme, .gitlab, of: "README.md") == ["@admin", "@user1", "@user2", "@user3"])
    #expect(owners(readme, .gitlab, of: "internal/README.md") == ["@admin", "@user4", "@user3"])
    #expect(
      parse(readme, .gitlab).file.matches(for: "README.md").map(\.section)
        == ["", "README Owners", "README other owners"])
  }

  @Test func defaultOwnersOfASection() {
    let text = "[Database][2] @db @ann\nmodel/db/\nconfig/setup.md @docs @@maintainers\n^[Docs] @d\n*.md\n"
    #expect(owners(text, .gitlab, of: "model/db/a.sql") == ["@db", "@ann"])
    #expect(owners(text, .gitlab, of: "config/setup.md") == ["@docs", "@@maintainers", "@d"])
    let matches = parse(text, .gitlab).file.matches(for: "config/setup.md")
    #expect(matches.map(\.isOptional) == [false, true])
    #expect(matches.map(\.approvals) == [2, 1])
  }

  @Test func sectionsOfOneNameAreOne() {
    let text = "^[Documentation]\ndocs/ @docs\n[Other]\nx @x\n[DOCUMENTATION]\nREADME.md @readme\n"
    let file = parse(text, .gitlab).file
    #expect(file.owners(of: "docs/README.md").map(\.text) == ["@readme"])
    #expect(file.matches(for: "docs/a").map(\.section) == ["Documentation"])
    #expect(file.matches(for: "docs/a").map(\.isOptional) == [false])
  }

  @Test func aRepeatedPatternTakesTheEarlierOnesPlace() {
    #expect(owners("/a/b @x\n/a/ @y\n/a/b @z\n", .gitlab, of: "a/b") == ["@y"])
    #expect(owners("/a/b @x\n/a/b @z\n", .gitlab, of: "a/b") == ["@z"])
  }

  @Test func whatASectionExcludesItCannotTakeBack() {
    let text = "* @all\n!pom.xml\n[Ruby]\n*.rb @ruby\n!/config/**/*.rb\n/config/routes.rb @ops\n"
    #expect(owners(text, .gitlab, of: "x/pom.xml") == [])
    #expect(owners(text, .gitlab, of: "config/routes.rb") == ["@all"])
    #expect(owners(text, .gitlab, of: "lib/a.rb") == ["@all", "@ruby"])
  }

  @Test(arguments: [
    ("[Section name", "codeowners-invalid-section"), ("[] @a", "codeowners-invalid-section"),
    ("x", "codeowners-missing-owner"), ("x @a nobody", "codeowners-invalid-owner"),
    ("x @a # @b", "codeowners-invalid-owner"), ("x @@reporter", "codeowners-invalid-owner"),
    ("! @a", "codeowners-invalid-pattern"), ("x\0 @a", "codeowners-binary"),
  ])
  func problemsAreTold(line: String, code: String) {
    let (_, problems) = parse(line, .gitlab)
    #expect(problems.first?.code == code)
    #expect(problems.first?.line == 1)
  }

  @Test func malformedOwnersAreIgnoredAndOwnersInCommentsCount() {
    #expect(owners("/p/* @group nobody @user\n", .gitlab, of: "p/a") == ["@group", "@user"])
    #expect(owners("/p/* @group # @b\n", .gitlab, of: "p/a") == ["@group", "@b"])
    #expect(owners("/p/* @g/h/i/j\n", .gitlab, of: "p/a") == ["@g/h/i/j"])
  }

  @Test(arguments: [
    ("@ann, @bob", ["@ann", "@bob"]), ("@ann,@g/sub;(@bob-).", ["@ann", "@g/sub", "@bob-"]),
    ("bob@x.example, @ann", ["bob@x.example", "@ann"]), ("bob@x.example,@ann", ["bob@x.example", "@ann"]),
    // A mail address ends at a space or `@`, and a role is a whole word.
    ("a@x.example,b@x.example @ann", ["@ann"]), ("@@owner, @@developer", ["@@developer"]),
  ])
  func ownersAreFoundAmongOtherSigns(text: String, expected: [String]) {
    #expect(owners("x \(text)\n", .gitlab, of: "x") == expected)
  }

  @Test func defaultOwnersEndAtAComma() {
    let (file, problems) = parse("[Docs] @ann, @bob\nx\n", .gitlab)
    #expect(file.owners(of: "x").map(\.text) == ["@ann"])
    #expect(problems.map(\.code) == ["codeowners-invalid-owner"])
  }

  @Test func approvalsThatMakeNoSenseAreOne() {
    for count in ["0", "x", "", "-3", "99999999999999999999"] {
      #expect(parse("[S][\(count)]\nx @a", .gitlab).file.matches(for: "x").map(\.approvals) == [1])
    }
  }
}
