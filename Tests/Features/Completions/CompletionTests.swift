import Session
import Testing

@testable import Arguments
@testable import Features

@Suite("Completions")
struct CompletionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// After the program's name; the last word is being typed.
    let line: [String]
    let words: [String]
    let list: CompletionList?
    let source: Completions.Source?

    init(
      _ line: String..., gives words: [String] = [], list: CompletionList? = nil,
      source: Completions.Source? = nil
    ) {
      self.line = line
      self.words = words
      self.list = list
      self.source = source
    }

    var testDescription: String { line.joined(separator: " ") }
  }

  @Test(
    "what may come next",
    arguments: [
      Case("", gives: Ambit.table.commands.map(\.name)),
      Case("-q", "co", gives: Ambit.table.commands.map(\.name)),
      Case("-C", "dir", "wh", gives: Ambit.table.commands.map(\.name)),
      Case(
        "affected", "--format", "",
        gives: [
          "text", "json", "names", "tests", "github", "gitlab", "markdown", "xcodebuild", "fastlane",
          "schemes",
          "scheme-matrix", "xctestplan",
        ]),
      Case("affected", "--color", "a", gives: ["auto", "always", "never"]),
      Case("affected", "--color=n", gives: ["auto", "always", "never"]),
      Case("--color=n", gives: ["auto", "always", "never"]),
      Case("affected", "--json=x"),
      Case("test", "-c", "", gives: ["debug", "release"]),
      Case("test", "--jobs", ""),
      Case("completions", "", gives: ["bash", "zsh", "fish"]),
      Case("cache", "state", "", gives: ["list", "save", "restore", "drop"]),
      Case("cache", "-q", "state", "re", gives: ["list", "save", "restore", "drop"]),
      Case("cache", "state", "drop", ""),
      Case("cache", "prune", "--limit", ""),
      Case("hook", "i", gives: ["install", "uninstall", "run"]),
      Case("help", "te", gives: Ambit.table.commands.map(\.name) + CommandGroup.allCases.map(\.rawValue)),
      Case("-C", "s", source: .folders),
      Case("affected", "--files", "s", source: .files),
      Case("affected", "--files", "a", "src/", source: .files),
      Case("affected", "--files", "a", "--base", "", source: .revisions),
      Case("affected", "--base", "main", "P", list: .modules, source: .files),
      Case("affected", "--base", "main", "//P", list: .modules),
      Case("affected", "--base=main", "//P", list: .modules),
      Case("why", "--json", "//A", list: .modules),
      Case("test", "A", "//B", list: .modules),
      Case("affected", "--tag", "s", list: .tags),
      Case("affected", "--not-tag=s", list: .tags),
      Case("show", "", list: .subjects),
      Case("run", "", list: .tasks),
      Case("watch", "", list: .watched),
      Case("new", "", list: .templates),
      Case("query", ""),
      Case("nothing", ""),
      Case("test", "--", "-"),
    ])
  func next(_ test: Case) {
    let next = Completions(of: test.line, in: Ambit.table)
    #expect(next.words.map(\.text) == test.words)
    #expect(next.list == test.list)
    #expect(next.source == test.source)
  }

  @Test("each command offers its flags, with what they do") func flags() {
    for command in Ambit.table.commands {
      let words = Completions(of: [command.name, "-"], in: Ambit.table).words
      #expect(words.map(\.text) == command.flags.flatMap(\.spellings))
      #expect(words.allSatisfy { !$0.meaning.isEmpty })
    }
    #expect(
      Completions(of: ["-"], in: Ambit.table).words.map(\.text) == FlagSpec.allGlobal.flatMap(\.spellings))
  }

  @Test("choices and groups are offered with their meanings") func meanings() {
    for line in [["hook", ""], ["cache", ""], ["cache", "state", ""], ["completions", ""], ["help", ""]] {
      #expect(Completions(of: line, in: Ambit.table).words.allSatisfy { !$0.meaning.isEmpty }, "\(line)")
    }
  }

  @Test("a value that follows an equals sign is offered with its flag") func prefix() {
    #expect(Completions(of: ["test", "--color=al"], in: Ambit.table).prefix == "--color=")
    #expect(Completions(of: ["test", "--color", "al"], in: Ambit.table).prefix.isEmpty)
  }
}
