import Base
import Testing

@testable import Arguments
@testable import Features

@Suite("Usage errors")
struct UsageErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    let message: String
    var hint: String?

    init(_ line: String, _ message: String, _ hint: String? = nil) {
      self.line = line
      self.message = message
      self.hint = hint
    }

    var testDescription: String { line }
  }

  @Test(
    "quote what is wrong and say what would be right",
    arguments: [
      Case("afected", "unknown command 'afected'", "did you mean 'affected'?"),
      Case("status", "unknown command 'status'", "`ambit affected` lists what your change reaches"),
      Case("xyzzy", "unknown command 'xyzzy'", "run `ambit help` for the commands"),
      Case("released", "`ambit released` needs a PACKAGE"),
      Case("local --path Modules/Core", "'--path' needs a PACKAGE"),
      Case(
        "release", "`ambit release` needs an ACTION",
        "ambit release plan  Show the next version of each package"),
      Case("cache", "`ambit cache` needs an ACTION", "ambit cache stats   Show the size of the cache"),
      Case("completions", "`ambit completions` needs a SHELL"),
      Case(
        "automation", "unknown command 'automation'",
        "'automation' is a group of commands: run `ambit help automation`"),
      Case("help architectre", "unknown command 'architectre'", "did you mean 'architecture'?"),
      Case("help automation --all", "'--all' contradicts 'automation'", "give one of the two"),
      Case("extract", "`ambit extract` needs a NAME"),
      Case(
        "extract A --from - --from b", "'--from -' reads the paths from standard input and takes no others"),
      Case("help tset", "unknown command 'tset'", "did you mean 'test'?"),
      Case("affected --bse x", "unknown flag '--bse' for `ambit affected`", "did you mean '--base'?"),
      Case(
        "affected --no-merge", "unknown flag '--no-merge' for `ambit affected`",
        "did you mean '--no-merge-base'?"),
      Case("affected --Json", "unknown flag '--Json' for `ambit affected`", "did you mean '--json'?"),
      Case(
        "affected -z", "unknown flag '-z' for `ambit affected`",
        "run `ambit affected --help` for its flags and arguments"),
      Case(
        "build --filter x", "unknown flag '--filter' for `ambit build`",
        "it is a flag of `ambit test`, `ambit watch`"),
      Case("why X --all", "unknown flag '--all' for `ambit why`"),
      Case(
        "affected -c debug", "unknown flag '-c' for `ambit affected`",
        "it is a flag of `ambit test`, `ambit build`, `ambit watch`, `ambit plan`, `ambit key`"),
      Case(
        "--base main affected", "unknown flag '--base'",
        "put '--base' after the command; only global flags may come before"),
      Case("--jsn", "unknown flag '--jsn'", "did you mean '--json'?"),
      Case("-- affected", "'--' comes before the command"),
      Case("affected --base", "'--base' needs a value: --base REV"),
      Case(
        "affected --base --json", "'--base' needs a value: --base REV",
        "for a value that begins with '-', write '--base=VALUE'"),
      Case("affected --files --json", "'--files' needs a value: --files PATH"),
      Case("affected --files -1", "'--files' needs a value: --files PATH"),
      Case("cache state lst", "'lst' is not a value of STATE-ACTION", "did you mean 'list'?"),
      Case(
        "cache state drop", "`ambit cache state drop` needs a COMMIT or --all",
        "give the start of a commit from `ambit cache state list`, or --all for all build states"),
      Case("cache state drop 1a2b --all", "'--all' contradicts '1a2b'", "give one of the two"),
      Case("cache state list 1a2b", "unexpected argument '1a2b' for `ambit cache state list`"),
      Case("cache stats save", "unexpected argument 'save' for `ambit cache stats`"),
      Case("cache clear --all", "'--all' is only for `ambit cache state drop`"),
      Case("cache state --force", "'--force' is only for `ambit cache state restore`"),
      Case("lint --fix", "'--fix' needs a value: --fix WHAT", "valid values: inputs"),
      Case("affected -C", "'--directory' needs a value: --directory DIR"),
      Case("affected --base=", "the value of '--base' is empty"),
      Case("affected --files=", "the value of '--files' is empty"),
      Case("affected --json=yes", "'--json' takes no value, but 'yes' was given"),
      Case("affected --base a --base b", "'--base' is given twice, as 'a' and as 'b'"),
      Case(
        "affected --format xml", "'xml' is not a value of '--format'",
        "valid values: text, json, names, tests, github, gitlab, markdown, xcodebuild, fastlane, schemes, scheme-matrix, "
          + "xctestplan"),
      Case("affected --format jsno", "'jsno' is not a value of '--format'", "did you mean 'json'?"),
      Case("affected --color=Always", "'Always' is not a value of '--color'", "did you mean 'always'?"),
      Case(
        "affected --depth -1", "'-1' is not a value of '--depth'",
        "valid values: none, direct, a whole number from 0 to 1000000"),
      Case("test --jobs 0", "'0' is not a value of '--jobs'", "valid values: a whole number from 1 to 4096"),
      Case("test --jobs 99999999999999999999", "'99999999999999999999' is not a value of '--jobs'"),
      Case("test --timeout soon", "'soon' is not a value of '--timeout'"),
      Case("affected --platform lunix", "'lunix' is not a value of '--platform'", "did you mean 'linux'?"),
      Case("affected --json --format names", "'--json' contradicts '--format names'"),
      Case("affected --files a --base b", "'--files' contradicts '--base'", "give one of the two"),
      Case("affected --head b --files a", "'--files' contradicts '--head'"),
      Case("affected --files - a", "'--files -' reads the paths from standard input and takes no others"),
      Case(
        "affected --files - --modules -",
        "'--files -' contradicts '--modules -': both would read standard input"),
      Case("affected --modules=", "the value of '--modules' is empty"),
      Case("affected --modules a --modules b", "'--modules' is given twice, as 'a' and as 'b'"),
      Case("new core X Y", "unexpected argument 'Y' for `ambit new`"),
      Case("new core X --eject", "`ambit new` no longer has '--eject'"),
      Case("query", "`ambit query` needs an EXPR", "usage: ambit query [FLAGS] EXPR"),
      Case("query deps(A) - B", "unexpected argument '-' for `ambit query`"),
      Case("affected --tag a --not-tag a", "'--tag' contradicts '--not-tag' for 'a'"),
      Case("test --keep-going --fail-fast", "'--keep-going' contradicts '--fail-fast'"),
      Case("test -qv", "'--quiet' contradicts '--verbose'"),
      Case("owners --paths a --base b", "'--paths' contradicts '--base'"),
      Case("owners X --paths a", "'--paths' contradicts the module 'X'"),
      Case("owners --paths a --require-owner", "'--paths' contradicts '--require-owner'"),
      Case("owners --paths a --format github", "'--paths' contradicts '--format github'"),
      Case("report merge", "`ambit report merge` needs a FILE", "usage: ambit report merge FILE..."),
      Case("report merge a --base b", "'--base' does not apply to `ambit report merge`"),
      Case("report merge a --format comment", "'--format' does not apply to `ambit report merge`"),
      Case("report --post github", "`ambit report` no longer has '--post'"),
      Case("release plan --apply", "`ambit release` no longer has '--apply'"),
      Case("interface --build", "`ambit interface` no longer has '--build'"),
      Case("extract A --from b --write", "`ambit extract` no longer has '--write'"),
      Case("test --post github", "unknown flag '--post' for `ambit test`"),
      Case("report a.json", "'a.json' is not a value of ACTION", "valid values: merge"),
      Case("why", "`ambit why` needs a MODULE", "usage: ambit why [FLAGS] MODULE"),
      Case("why A B", "unexpected argument 'B' for `ambit why`"),
      Case("completions tcsh", "'tcsh' is not a value of SHELL", "valid values: bash, zsh, fish"),
    ])
  func message(_ test: Case) throws {
    let error = try #require(throws: Failure.self) { try parse(test.line) }
    #expect(error.message == test.message)
    if let hint = test.hint { #expect(error.hints.contains(hint), "\(error.hints)") }
    #expect(error.code == "usage")
  }

  @Test(
    "choices are listed by lines that fit 80 columns", arguments: ["cache", "completions", "hook", "release"])
  func choices(_ line: String) throws {
    let error = try #require(throws: Failure.self) { try parse(line) }
    #expect(error.hints.allSatisfy { "hint: \($0)".count <= 80 }, "\(error.hints)")
  }

  @Test("an empty module, as an unset variable gives it, is refused")
  func emptyModule() {
    let error = #expect(throws: Failure.self) { try parse(["test", ""]) }
    #expect(error?.message == "the value of MODULE is empty")
  }

  @Test("hostile words cannot steer the terminal")
  func hostile() throws {
    let error = try #require(throws: Failure.self) {
      try parse(["\u{1B}[2Jx\n"])
    }
    #expect(error.message == #"unknown command '\x1b[2Jx\n'"#)
    let binary = try #require(throws: Failure.self) {
      try parse(["affected", "--base", Argument([0x6D, 0xFF])])
    }
    #expect(binary.message == #"the value 'm\xff' of '--base' is not UTF-8"#)
    let long = try #require(throws: Failure.self) {
      try parse([Argument(String(repeating: "x", count: 1 << 20))])
    }
    #expect(long.message.count < 300)
    #expect(long.hints.allSatisfy { $0.count < 300 })
  }

  @Test(
    "a flag that is not text is named, not guessed at", arguments: ["-\u{E9}", "--\u{1B}[2J", "--\u{E9}=x"])
  func oddFlags(_ word: String) throws {
    let error = try #require(throws: Failure.self) {
      try parse(["affected", Argument(word)])
    }
    #expect(error.message.hasPrefix("unknown flag '-"))
    #expect(!error.message.unicodeScalars.contains("\u{1B}"))
  }
}
