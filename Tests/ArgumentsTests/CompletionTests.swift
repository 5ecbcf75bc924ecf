import Foundation
import Support
import TestSupport
import Testing

@testable import Arguments

@Suite("Shell completions")
struct CompletionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The words bash would see; the last is being completed.
    let words: [String]
    let expected: [String]

    init(_ words: String..., gives expected: [String]) {
      self.words = words
      self.expected = expected
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  /// Stands for the program where a script asks it for words.
  ///
  /// A shell writes it: a file that this process has open for writing is busy for every child that another test
  /// starts meanwhile.
  private func addStub(to folder: TemporaryFolder) throws {
    try folder.write(
      """
      #!/bin/sh
      case "$1 $3 $4" in
      'completions --list modules') printf '%s\\n' //A //A:A //A:ATests //Pkgs/B:B '//Odd:$(touch x)' A ATests ;;
      'completions --list subjects') printf '%s\\n' //A //A:A A payments team:A teams ;;
      'completions --list templates') printf '%s\\n' core feature screen ;;
      'completions --list tags') printf '%s\\n' layer:core layer:feature:ui layer:feature:model slow ;;
      *) echo "not asked for: $*" >&2; echo nothing ;;
      esac

      """, to: "program")
    let script = "mkdir -p bin && cat program >bin/ambit && chmod 755 bin/ambit"
    _ = try ShellScripts(shell: "sh").run(script, in: folder.path)
  }

  private func completeInBash(_ words: [String], in folder: TemporaryFolder) throws -> [String] {
    try addStub(to: folder)
    try folder.write("", to: "src/one two.txt")
    try folder.write("", to: "src.txt")
    try folder.write(Completions.script(for: .bash), to: "ambit.bash")
    let quoted = words.map(\.shellQuoted).joined(separator: " ")
    let script = """
      source ./ambit.bash
      COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1)
      _ambit
      if ((${#COMPREPLY[@]})); then printf '%s\\n' "${COMPREPLY[@]}"; fi
      """
    return try ShellScripts(shell: "bash").run(script, arguments: ["--norc"], in: folder.path)
      .split(separator: "\n").map(String.init).sorted()
  }

  @Test(
    "bash offers what fits",
    .enabled(if: ShellScripts.isExpected("bash"), "bash is not installed"),
    arguments: [
      Case("ambit", "", gives: CommandTable.all.map(\.name).sorted()),
      Case("ambit", "a", gives: ["affected"]),
      Case("ambit", "-q", "co", gives: ["completions"]),
      Case("ambit", "-C", "dir", "wh", gives: ["why"]),
      Case("ambit", "--col", gives: ["--color"]),
      Case("ambit", "affected", "--no", gives: ["--no-merge-base", "--not-tag"]),
      Case("ambit", "build", "--fil", gives: ["--files"]),
      Case("ambit", "test", "--fil", gives: ["--files", "--filter"]),
      Case(
        "ambit", "affected", "--format", "",
        gives: ["github", "gitlab", "json", "markdown", "names", "tests", "text"]),
      Case("ambit", "graph", "--format", "", gives: ["dot", "html", "json", "mermaid", "svg"]),
      Case("ambit", "graph", "--re", gives: ["--reduce"]),
      Case("ambit", "init", "--f", gives: ["--force"]),
      Case("ambit", "owners", "--format", "", gives: ["github", "json", "markdown", "text"]),
      Case("ambit", "affected", "--color", "a", gives: ["always", "auto"]),
      Case("ambit", "affected", "--color", "=", gives: ["always", "auto", "never"]),
      Case("ambit", "affected", "--color", "=", "n", gives: ["never"]),
      Case("ambit", "test", "-c", "", gives: ["debug", "release"]),
      Case("ambit", "test", "--jobs", "", gives: []),
      Case("ambit", "completions", "", gives: ["bash", "fish", "zsh"]),
      Case("ambit", "cache", "p", gives: ["path", "prune"]),
      Case("ambit", "cache", "prune", "--limit", "", gives: []),
      Case("ambit", "cache", "st", gives: ["state", "stats"]),
      Case("ambit", "cache", "--limit", "1GB", "pr", gives: ["prune"]),
      Case("ambit", "cache", "state", "", gives: ["drop", "list", "restore", "save"]),
      Case("ambit", "cache", "-q", "state", "re", gives: ["restore"]),
      Case("ambit", "cache", "state", "drop", "", gives: []),
      Case("ambit", "hook", "i", gives: ["install"]),
      Case("ambit", "help", "te", gives: ["test"]),
      Case("ambit", "-C", "s", gives: ["src"]),
      Case("ambit", "affected", "--files", "s", gives: ["src", "src.txt"]),
      Case("ambit", "affected", "--files", "a", "src/", gives: ["src/one two.txt"]),
      Case("ambit", "affected", "--base", "main", "//P", gives: ["//Pkgs/B:B"]),
      Case("ambit", "why", "--json", "//A", gives: ["//A", "//A:A", "//A:ATests"]),
      Case("ambit", "why", "A", gives: ["A", "ATests"]),
      Case("ambit", "test", "A", "AT", gives: ["ATests"]),
      Case("ambit", "affected", "--tag", "s", gives: ["slow"]),
      Case("ambit", "affected", "--tag", "layer", ":", gives: ["core", "feature:model", "feature:ui"]),
      Case("ambit", "affected", "--tag", "layer", ":", "c", gives: ["core"]),
      Case("ambit", "affected", "--not-tag", "layer", ":", "feature", ":", "u", gives: ["ui"]),
      Case("ambit", "affected", "--tag", "=", "slo", gives: ["slow"]),
      Case("ambit", "affected", "--tag", "=", "layer", ":", "co", gives: ["core"]),
      Case("ambit", "affected", "--tag", "slow", "//P", gives: ["//Pkgs/B:B"]),
      Case("ambit", "show", "", gives: ["//A", "//A:A", "A", "payments", "team:A", "teams"].sorted()),
      Case("ambit", "show", "team", ":", gives: ["A"]),
      Case("ambit", "affected", "--modules", "sr", gives: ["src", "src.txt"]),
      Case("ambit", "new", "", gives: ["core", "feature", "screen"]),
      Case("ambit", "new", "--dry-run", "s", gives: ["screen"]),
      Case("ambit", "query", "", gives: []),
      Case("ambit", "completions", "bash", "--list", "t", gives: ["tags", "tasks", "templates"]),
      Case("ambit", "test", "//A", ":", gives: ["A", "ATests"]),
      Case("ambit", "test", "//A", ":", "AT", gives: ["ATests"]),
      Case("ambit", "test", "//Odd", gives: [#"//Odd:\$\(touch\ x\)"#]),
      Case("ambit", "affected", "--base", "", gives: ["HEAD"]),
      Case("ambit", "test", "--", "-", gives: []),
    ])
  func bash(_ test: Case) throws {
    let folder = try TemporaryFolder()
    #expect(try completeInBash(test.words, in: folder) == test.expected)
    #expect(!FileManager.default.fileExists(atPath: folder.path("x")))
  }

  @Test(
    "the shell accepts its script",
    arguments: Shell.allCases)
  func syntax(_ shell: Shell) throws {
    if !ShellScripts.isExpected(shell.rawValue) { try Test.cancel("no \(shell.rawValue)") }
    let folder = try TemporaryFolder()
    try folder.write(Completions.script(for: shell), to: "script")
    let output = try ShellScripts(shell: shell.rawValue).run(
      "\(shell.rawValue) \(shell == .fish ? "--no-execute" : "-n") script && echo accepted", in: folder.path)
    #expect(output == "accepted\n")
  }

  @Test(
    "fish offers what fits",
    .enabled(if: ShellScripts.isExpected("fish"), "fish is not installed"),
    arguments: [
      ("ambit wh", ["why"]), ("ambit affected --format js", ["json"]),
      ("ambit test --fil", ["--files", "--filter"]),
      ("ambit --color=al", ["--color=always"]), ("ambit help te", ["test"]),
      ("ambit test AT", ["ATests"]), ("ambit affected --tag s", ["slow"]), ("ambit show pay", ["payments"]),
      ("ambit new sc", ["screen"]),
    ])
  func fish(_ line: String, _ expected: [String]) throws {
    let folder = try TemporaryFolder()
    try addStub(to: folder)
    try folder.write(Completions.script(for: .fish), to: "ambit.fish")
    let output = try ShellScripts(shell: "fish").run(
      "source ambit.fish; complete -C '\(line)'", arguments: ["--no-config"], in: folder.path)
    let words = output.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
    #expect(words.sorted() == expected)
  }

  @Test("every flag is in every script", arguments: Shell.allCases)
  func complete(_ shell: Shell) {
    let script = Completions.script(for: shell)
    for flag in CommandTable.all.flatMap(\.flags) {
      #expect(script.contains(shell == .fish ? "-l \(flag.long) " : flag.name), "\(flag.name)")
    }
  }
}
