import Base
import Testing

@testable import Arguments
@testable import Features

@Suite("Parsing")
struct ParsingTests {
  private func affected(_ line: String) throws -> AffectedOptions {
    try command(line, as: AffectedCommand.self).options
  }

  private func globals(_ line: String) throws -> GlobalOptions {
    guard case .run(_, let options) = try parse(line) else { throw Failure.usage("no run: \(line)") }
    return options
  }

  @Test(
    "watch hands every value on, also one that begins with a dash",
    arguments: ["--filter=-x", "--filter x", "--tag=-a --tag b", "--base=-1", "--depth 2 --jobs 3"])
  func watch(_ flags: String) throws {
    let watch = try command("watch test Cart \(flags)", as: WatchCommand.self)
    let run = try command(watch.options.words(for: .changes), as: TestCommand.self)
    #expect(try run == command("test Cart \(flags)"))
  }

  @Test(
    "watch tests what a path or an id names",
    arguments: ["//Packages/Core", "Packages/Core Apps", ".", "//Packages/Core:Core --filter x"])
  func watchedModules(_ words: String) throws {
    let short = try command("watch \(words)", as: WatchCommand.self)
    #expect(try short == command("watch test \(words)"))
    #expect(try command("watch lint.all \(words)", as: WatchCommand.self).options.what == "lint.all")
  }

  @Test(
    "help",
    arguments: [
      ("", .overview),
      ("--json", .overview),
      ("-h", .overview),
      ("--help", .overview),
      ("help", .overview),
      ("help why", .command("why")),
      ("help automation", .groups([.automation])),
      ("help --all", .groups(CommandGroup.allCases)),
      ("why --help", .command("why")),
      ("why -h", .mainFlags("why")),
      ("test -qh", .mainFlags("test")),
      ("affected --help --bogus", .command("affected")),
      ("affected -h --bogus", .mainFlags("affected")),
    ] as [(String, HelpTopic)])
  func help(_ line: String, _ expected: HelpTopic) throws {
    #expect(try command(line, as: HelpCommand.self).topic == expected)
  }

  @Test("the version", arguments: ["--version", "affected --version"])
  func version(_ line: String) throws {
    #expect(try parse(line) == .version)
  }

  @Test(
    "one meaning, several spellings",
    arguments: [
      ["affected --base main", "affected --base=main", "affected --base main --base main"],
      [
        "-C dir affected", "affected -C dir", "affected -Cdir", "affected -C=dir", "--directory=dir affected",
      ],
      ["affected -qC dir", "-q affected --directory dir", "affected --quiet -C dir"],
      ["affected --files a b", "affected --files a --files b", "affected --files=a --files=b"],
      ["affected --files - --json", "--json affected --files=-", "affected --json --files -"],
      ["affected --json", "affected --format json", "affected --json --format=json"],
      ["affected --depth none", "affected --depth 0", "affected --depth=0"],
      ["affected --depth direct", "affected --depth 1"],
      ["affected A B", "affected A -- B", "affected -- A B"],
      [
        "test -c release -j 2 --filter=-x", "test --filter=-x --configuration release --jobs 2",
        "test -crelease -j2 --filter=-x",
      ],
      ["affected --tag a --tag b", "affected --tag=a --tag=b"],
    ])
  func spellings(_ lines: [String]) throws {
    let first = try parse(#require(lines.first))
    for line in lines.dropFirst() { #expect(try parse(line) == first, "\(line)") }
  }

  @Test("selection flags")
  func selection() throws {
    let line =
      "affected //P:M --base a --head b --no-merge-base --all --depth 3 --tag t --not-tag n --platform ios"
    var expected = SelectionOptions()
    expected.change = .revisions(base: "a", head: "b", fromMergeBase: false)
    expected.all = true
    expected.depth = 3
    expected.tags = ["t"]
    expected.notTags = ["n"]
    expected.modules = ["//P:M"]
    expected.platform = "ios"
    #expect(try affected(line).selection == expected)
    #expect(try affected("affected").selection == SelectionOptions())
  }

  @Test("run flags, and the words after the dashes")
  func run() throws {
    var expected = RunOptions()
    expected.jobs = 3
    expected.failFast = true
    expected.timeoutSeconds = 60
    expected.dryRun = true
    expected.noState = true
    expected.jsonReport = "r.json"
    expected.filter = "A.*"
    expected.swiftArguments = try SwiftArguments(["-Xswiftc", "-DX"], configuration: .release)
    let line =
      "test -c release --jobs 3 --fail-fast --timeout 60 --no-state --dry-run --json-report r.json --filter A.* -- -Xswiftc -DX"
    #expect(try parse(line) == .run(TestCommand(options: expected), GlobalOptions()))
  }

  @Test(
    "build states have words of their own, and are listed when nothing is said",
    arguments: [
      ("cache state", StateOptions.Task.list), ("cache state list", .list), ("cache state save", .save),
      ("cache state restore", .restore(replacing: false)),
      ("cache state restore --force", .restore(replacing: true)), ("cache state drop --all", .drop(.all)),
      ("cache state drop 1a2b 9f8e", .drop(.named(["1a2b", "9f8e"]))),
    ])
  func states(_ line: String, _ task: StateOptions.Task) throws {
    #expect(
      try parse(line)
        == .run(CacheCommand(options: CacheOptions(), states: StateOptions(task)), GlobalOptions()))
  }

  @Test("global flags")
  func global() throws {
    var expected = GlobalOptions()
    expected.directory = "d"
    expected.workspaceFile = "w.json"
    expected.json = true
    expected.color = .never
    expected.verbosity = .verbose
    expected.timings = true
    #expect(try globals("-C d -v --json build --workspace w.json --color never --timings") == expected)
    #expect(try globals("affected --format json").json)
    #expect(try !globals("affected --format names").json)
  }

  @Test("owners of paths, and of a change")
  func owners() throws {
    var expected = OwnersOptions()
    expected.subject = .paths(["a", "b"])
    expected.format = .json
    var globals = GlobalOptions()
    globals.json = true
    #expect(try parse("owners --paths a b --json") == .run(OwnersCommand(options: expected), globals))
  }

  @Test("owners of a change, as a gate")
  func ownerGate() throws {
    var expected = OwnersOptions()
    expected.requireOwner = true
    expected.format = .markdown
    #expect(
      try parse("owners --require-owner --format markdown")
        == .run(OwnersCommand(options: expected), GlobalOptions()))
  }

  @Test("a page about a change, and shards to be joined")
  func report() throws {
    var expected = ReportOptions()
    expected.format = .html
    expected.namesFormat = true
    expected.subject = .change(SelectionOptions(), runs: ["a.json", "b.json"])
    #expect(
      try parse("report --format html --run a.json b.json")
        == .run(ReportCommand(options: expected), GlobalOptions()))
    expected = ReportOptions()
    expected.subject = .change(SelectionOptions(), runs: ["a.json"])
    expected.format = .comment
    expected.namesFormat = true
    expected.before = ["b.json"]
    #expect(
      try parse("report --run a.json --format comment --before b.json")
        == .run(ReportCommand(options: expected), GlobalOptions()))
    expected = ReportOptions()
    expected.subject = .merge(["a.json", "b.json"])
    #expect(
      try parse("report merge a.json b.json") == .run(ReportCommand(options: expected), GlobalOptions()))
  }

  @Test("graph, and whether it is about a change")
  func graph() throws {
    var expected = GraphOptions()
    #expect(try parse("graph") == .run(GraphCommand(options: expected), GlobalOptions()))
    expected.format = .mermaid
    expected.namesFormat = true
    expected.reduce = true
    expected.affectedOnly = true
    expected.namesChange = true
    #expect(
      try parse("graph --format mermaid --affected --reduce")
        == .run(GraphCommand(options: expected), GlobalOptions()))
    let options = try command("graph --base main", as: GraphCommand.self).options
    #expect(options.namesChange && !options.affectedOnly)
  }

  @Test("init and doctor")
  func small() throws {
    var expected = InitOptions()
    expected.force = true
    #expect(try parse("init --force") == .run(InitCommand(options: expected), GlobalOptions()))
    #expect(throws: Failure.self) { try parse("init --force --stdout") }
    #expect(throws: Failure.self) { try parse("init somewhere") }
    #expect(try parse("doctor") == .run(DoctorCommand(onlyHarmless: false), GlobalOptions()))
    #expect(try parse("doctor --harmless") == .run(DoctorCommand(onlyHarmless: true), GlobalOptions()))
  }

  @Test("file names keep their bytes")
  func bytes() throws {
    let name = Argument([0x61, 0xFF, 0x0A])
    for line in [
      words("affected --files") + [name],
      words("affected") + [Argument("--files=".utf8 + name.bytes)],
    ] {
      let options = try command(line, as: AffectedCommand.self).options
      #expect(options.selection.change == .files([name]))
    }
  }

  @Test(
    "whether an error is to be JSON is known without parsing",
    arguments: [
      ("affected --json --bogus", true), ("--json", true), ("affected --format json --x", true),
      ("affected --format=json", true), ("affected", false), ("test -- --json", false),
      ("affected --format text", false),
    ])
  func json(_ line: String, _ expected: Bool) {
    #expect(ArgumentParser.asksForJSON(words(line)) == expected)
  }
}
