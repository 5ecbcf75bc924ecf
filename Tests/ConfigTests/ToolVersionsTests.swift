import Base
import Testing

@testable import Graph

struct ToolVersionsTests {
  private func table(_ text: String) -> [String] { ToolVersionsFile.decisiveTable(in: Array(text.utf8)) }
  private func words(_ text: String) -> [String] { ToolVersionsFile.decisiveWords(in: Array(text.utf8)) }

  @Test(arguments: [
    "[tools]\nnode = \"20\"\n", "# text\n\n[tools] # these\n  tuist = '4.1' # text\n",
    "[tools]\n\"git-cliff\" = [\"2.4\", \"2.5\"]\n\"npm:a/b\"=\"latest\"",
    "[tools]\nswiftlint = \"0.54.0\"\n\"aqua:nicklockwood/SwiftFormat\" = \"1\"",
  ])
  func `versions of other tools do not count`(text: String) {
    #expect(table(text).isEmpty)
  }

  @Test(arguments: [
    "swift = \"6.1\"", "\"swift\" = \"6.1\"", "'core:swift' = \"6\"", "\"asdf:swift\" = \"6\"",
    "\"vfox:a/vfox-swift\" = \"6\"", "swiftly = \"1\"", "Xcodes = \"1\"", "w = \"swift\"",
    "\"ubi:swiftlang/x\" = \"1\"", "swiftlint = \"path:/swift\"", "swift = {version = \"6\"}",
  ])
  func `versions of Swift count`(line: String) {
    #expect(!table("[tools]\nnode = \"20\"\n\(line)\n").isEmpty)
    #expect(table("[tools]\n\(line)\n") != table("[env]\n\(line)\n"))
  }

  /// Lines that may change more than a version, or that make others mean something else.
  private static let lines = [
    "a = 1", "[env]", "[tools]", "[[tools]]", "[tools.node]", "[\"tools\"]", "[ tools ]",
    "tools.node = \"20\"",
    "\"\\u0074ools\".node = \"20\"", "tools = {}", "[settings]", "[tasks.build]", "run = \"\"\"", "run = '''",
    "list = [", "{", "]", "\"\"\"", "node.version = \"20\"", "node = {version = \"20\", postinstall = \"x\"}",
    "node = \"{{ exec(command='x') }}\"", "node = \"a\\\"", "node = \"20\"\r", "\u{FEFF}", "x = \"\u{E9}\"",
    "node = \"20\" x", "node = 20", "swift = \"6\"", "[tools] x",
  ]

  private static let texts = [
    "", "[tools]\nnode = \"20\"\nruby = \"3\"",
    "[env]\nA = \"1\"\n[tools]\nnode = \"20\"\n[settings]\nb = true",
    "min_version = \"1\"\n[tools]\nnode = \"20\"\nswift = \"5\"\n\n[tasks.a]\nrun = [\n  \"a\",\n  \"b\"\n]",
    "[env]\nnode = \"20\"\n[plugins]\nb = \"c\"",
  ]

  @Test(arguments: texts) func `any line outside of the tools counts`(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let whole = table(text)
    var isInTools = false
    for (number, line) in lines.enumerated() {
      if line.hasPrefix("[") { isInTools = line == "[tools]" }
      // The header alone says nothing.
      for new in Self.lines where new != "[tools]" || text.contains("[tools]") {
        #expect(table((lines[...number] + [new] + lines[(number + 1)...]).joined(separator: "\n")) != whole)
        #expect(table(([new] + lines).joined(separator: "\n")) != whole)
      }
      guard !line.isEmpty, !isInTools || line.hasPrefix("[tools]") else { continue }
      for changed in ["", "# \(line)", "\(line)x"] {
        let text = (lines[..<number] + [changed] + lines[(number + 1)...]).joined(separator: "\n")
        #expect(table(text) != whole, "\(line)")
      }
      guard number + 1 < lines.count, lines[number + 1] != line else { continue }
      var moved = lines
      moved.swapAt(number, number + 1)
      #expect(table(moved.joined(separator: "\n")) != whole, "\(line)")
    }
  }

  @Test func `each line of asdf's list is a tool`() {
    #expect(words("node 20 18\n# swift 5\n\nswiftlint 0.5\n").isEmpty)
    #expect(words("node 20\n  swift\t5.9\n") == ["swift\t5.9"])
    #expect(words("node 20\r\n") != words("node 21\r\n"))
    #expect(words("tool path:/opt/Xcode\n") != [])
  }

  @Test(arguments: [
    (".mise.toml", true), ("a/mise.toml", true), (".config/mise.toml", true), (".mise/config.toml", true),
    ("config.toml", false), ("x.mise/config.toml", false), (".mise/mise.toml", true), ("amise.toml", false),
    ("P/.tool-versions", true), ("mise.local.toml", false), (".gitattributes", true),
  ])
  func `the name decides`(path: String, isPartly: Bool) {
    #expect((PartlyHarmlessFile(RelativePath(path)) != nil) == isPartly)
  }
}
