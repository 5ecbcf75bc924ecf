import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Features

/// The scripts in real shells, which ask the program as it was built.
@Suite("Completions in shells") struct ShellCompletionTests {
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox()
    let program = try #require(BuiltProgram.path)
    try sandbox.edit("src/one two.txt", "")
    try sandbox.edit("src.txt", "")
    try FileManager.default.createDirectory(
      atPath: "\(sandbox.root)/bin", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: "\(sandbox.root)/bin/ambit", withDestinationPath: program)
    try sandbox.edit(
      "workspace.json",
      """
      {"version": 1, "teams": {"odd $(touch x)": {}},
       "tags": [{"match": "Core", "tags": ["layer:feature:ui", "layer:core", "slow"]}]}
      """)
    for shell in Shell.allCases {
      try sandbox.edit("script.\(shell)", CompletionScripts.script(for: shell))
    }
  }

  private func run(_ shell: Shell, _ script: String, _ arguments: String...) throws -> [String] {
    try ShellScripts(shell: shell.rawValue).run(script, arguments: arguments, in: sandbox.root)
      .split(separator: "\n").map(String.init)
  }

  /// The words are those that bash would see; the last is being completed.
  @Test(
    .enabled(if: ShellScripts.isExpected("bash"), "bash is not installed"),
    arguments: [
      ("ambit|a", ["affected", "audit"]),
      ("ambit|-q|co", ["completions"]),
      ("ambit|affected|--no", ["--no-merge-base", "--not-tag"]),
      ("ambit|affected|--color|a", ["always", "auto"]),
      ("ambit|affected|--color|=", ["always", "auto", "never"]),
      ("ambit|affected|--color|=|n", ["never"]),
      ("ambit|-C|s", ["src"]),
      ("ambit|affected|--files|s", ["script.bash", "script.fish", "script.zsh", "src", "src.txt"]),
      ("ambit|affected|--files|a|src/", ["src/one two.txt"]),
      ("ambit|affected|--files|=|src/", ["src/one two.txt"]),
      ("ambit|why|//Apps", ["//Apps/Shop", "//Apps/Shop:Shop", "//Apps/Shop:ShopTests"]),
      ("ambit|test|//Apps/Shop|:", ["Shop", "ShopTests"]),
      ("ambit|test|//Apps/Shop|:|ShopT", ["ShopTests"]),
      ("ambit|affected|--tag|=|slo", ["slow"]),
      ("ambit|affected|--tag|layer|:", ["core", "feature:ui"]),
      ("ambit|affected|--tag|=|layer|:|co", ["core"]),
      ("ambit|affected|--not-tag|layer|:|feature|:|u", ["ui"]),
      ("ambit|show|odd", [#"odd\ \$\(touch\ x\)"#]),
      ("ambit|affected|--base|", ["HEAD", "main"]),
      ("ambit|affected|--base|=|ma", ["main"]),
      ("ambit|test|--|-", []),
    ] as [(String, [String])])
  func bash(_ line: String, _ expected: [String]) throws {
    let words = line.split(separator: "|", omittingEmptySubsequences: false).map { String($0).shellQuoted }
    let script = """
      source ./script.bash
      COMP_WORDS=(\(words.joined(separator: " "))) COMP_CWORD=\(words.count - 1)
      _ambit
      if ((${#COMPREPLY[@]})); then printf '%s\\n' "${COMPREPLY[@]}"; fi
      """
    #expect(try run(.bash, script, "--norc").sorted() == expected)
    #expect(!FileManager.default.fileExists(atPath: "\(sandbox.root)/x"))
  }

  @Test(
    .enabled(if: ShellScripts.isExpected("fish"), "fish is not installed"),
    arguments: [
      ("ambit wh", ["why"]), ("ambit affected --format js", ["json"]),
      ("ambit test --fil", ["--files", "--filter"]), ("ambit --color=al", ["--color=always"]),
      ("ambit help te", ["test"]), ("ambit test ShopT", ["ShopTests"]), ("ambit affected --tag s", ["slow"]),
      ("ambit affected --files src/", ["src/one two.txt"]), ("ambit affected --base=ma", ["--base=main"]),
    ])
  func fish(_ line: String, _ expected: [String]) throws {
    let lines = try run(.fish, "source script.fish; complete -C '\(line)'", "--no-config")
    #expect(lines.compactMap { $0.split(separator: "\t").first.map(String.init) }.sorted() == expected)
  }

  /// The words and a stand-in for what the completion system of zsh would be told.
  @Test(
    .enabled(if: ShellScripts.isExpected("zsh"), "zsh is not installed"),
    arguments: [
      ("ambit wh", "why"), ("ambit affected --color=al", "--color=always"), ("ambit test ShopT", "ShopTests"),
      ("ambit affected --base ma", "main"), ("ambit affected --base=ma", "--base=main"),
      ("ambit affected --tag ''", "layer:core"),
    ])
  func zsh(_ line: String, _ expected: String) throws {
    let script = """
      compdef() { :; }
      compadd() { print -l -- "${found[@]}"; }
      source ./script.zsh
      complete() { local -a words=(\(line)); local CURRENT=$#words; _ambit; }
      complete
      """
    #expect(try run(.zsh, script, "-f").contains(expected))
  }

  @Test(arguments: Shell.allCases) func theShellAcceptsItsScript(shell: Shell) throws {
    if !ShellScripts.isExpected(shell.rawValue) { try Test.cancel("no \(shell.rawValue)") }
    let check = shell == .fish ? "--no-execute" : "-n"
    #expect(try run(shell, "\(shell) \(check) script.\(shell) && echo accepted") == ["accepted"])
  }
}
