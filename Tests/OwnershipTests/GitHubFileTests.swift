import Base
import Graph
import Testing

@Suite struct GitHubFileTests {
  @Test func theLastMatchWins() {
    let text = """
      # Default
      *            @org/all  # everyone
      /apps/       @ann bob@example.com
        /apps/github
      """
    #expect(owners(text, .github, of: "README") == ["@org/all"])
    #expect(owners(text, .github, of: "apps/x") == ["@ann", "bob@example.com"])
    #expect(owners(text, .github, of: "apps/github/x") == [])
    #expect(parse(text, .github).file.matches(for: "apps/github/x").map(\.line) == [4])
    #expect(parse(text, .github).problems.isEmpty)
  }

  @Test(arguments: [
    ("!a @x", "codeowners-invalid-pattern"), ("\\#a @x", "codeowners-invalid-pattern"),
    ("[ab].c @x", "codeowners-invalid-pattern"), ("/ @x", "codeowners-invalid-pattern"),
    ("a @@developer", "codeowners-invalid-owner"), ("a @o/t/u", "codeowners-invalid-owner"),
    ("a someone", "codeowners-invalid-owner"), ("a @", "codeowners-invalid-owner"),
    ("a @x/ ", "codeowners-invalid-owner"), ("a\0b @x", "codeowners-invalid-pattern"),
    ("a @x\u{1B}[31m", "codeowners-invalid-owner"),
  ])
  func aLineThatCannotBeReadIsSkippedAndTold(line: String, code: String) {
    let (file, problems) = parse("* @all\n\(line)\nlast @end", .github)
    #expect(problems.map(\.code) == [code])
    #expect(problems.map(\.line) == [2])
    #expect(problems.allSatisfy { !$0.message.unicodeScalars.contains { $0.value < 0x20 } })
    #expect(file.owners(of: "a").map(\.text) == ["@all"])
    #expect(file.owners(of: "last").map(\.text) == ["@end"])
  }

  @Test func lineEndsAndAMarkOfByteOrderDoNotCount() {
    let text = "\u{FEFF}* @all\r\n\r\n\ta\t@x\t\r\n# c\r\nb\r\n"
    #expect(owners(text, .github, of: "z") == ["@all"])
    #expect(owners(text, .github, of: "a") == ["@x"])
    #expect(owners(text, .github, of: "b") == [])
    #expect(parse(text, .github).problems.isEmpty)
  }

  @Test func bytesThatAreNoTextMatchThemselves() {
    let bytes = Array("/d\u{E9}/".utf8) + [0xFF] + Array(" @x\n".utf8)
    let (file, problems) = CodeOwners.parse(bytes, dialect: .github)
    #expect(problems.isEmpty)
    #expect(file.owners(of: RelativePath(Array("d\u{E9}/".utf8) + [0xFF])).map(\.text) == ["@x"])
    #expect(file.matches(for: RelativePath(Array("d\u{E9}/".utf8) + [0xFF])).map(\.pattern) == ["/dé/\\xff"])
  }

  @Test func aFileOfThreeMegabytesIsNotLoaded() {
    let rest = "#" + String(repeating: "x", count: 3_000_000 - "* @all\n".utf8.count - 2)
    #expect(parse("* @all\n" + rest, .github).problems.isEmpty)
    let (file, problems) = parse("* @all\n" + rest + "x", .github)
    #expect(problems.map(\.code) == ["codeowners-too-large"])
    #expect(file.owners(of: "a").isEmpty)
  }

  @Test func hugeLinesAreReadAndShownShort() {
    let long = String(repeating: "x", count: 200_000)
    #expect(owners("\(long) @a", .github, of: long) == ["@a"])
    #expect(parse("a \(long)", .github).problems.first.map { $0.message.utf8.count < 200 } == true)
    let stars = String(repeating: "*a", count: 500)
    #expect(owners("\(stars)b @a", .github, of: String(repeating: "a", count: 2_000)) == [])
  }
}
