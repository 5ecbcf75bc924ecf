import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Features

/// `ambit ci check` finds mistakes in CI files.
struct CICheckTests {
  private func findings(_ path: String, _ text: String) -> [String] {
    CICheck([CIFile(path: path, text: text)]).findings.map { "\($0.line) \($0.rule.rawValue)" }
  }

  @Test(arguments: [
    ("- run: ambit tset", 1, true), ("ambit test --observe", 1, true),
    ("ambit report --post > x.md", 1, true),
    ("ambit extract Foo --write", 1, true), (#"LIST="$(ambit affected --format nmaes)""#, 1, true),
    ("if ! ambit test --nope; then", 1, true), ("time ./scripts/ambit test \\\n  --nope", 1, true),
    ("run: [\"ambit test --nope\"]", 1, true), ("ambit test && ambit affected --nope", 2, true),
    ("- run: ambit test --base ${{ github.base_ref }} --jobs ${{ matrix.jobs }}", 1, false),
    ("ambit test --shard $I/$N || true", 1, false), ("ambit affected $FLAGS --format $FORM", 1, false),
    ("ambit $COMMAND --json", 1, false), ("A=1 ambit lint --changed; ambit doctor", 2, false),
    ("ambit test --jobs $N --gone", 1, true), ("ambit test --gone& ambit test", 2, true),
    ("bash -c 'cd x && ambit test --gone'", 1, true), ("name: \"Run ambit tests\"", 0, false),
    ("echo \"use ambit to test\"", 0, false), ("printf 'see: ambit help nonsense\\n'", 0, false),
    ("name: ambit tests", 0, false), ("# ambit tset", 0, false), ("install ambit /usr/local/bin", 0, false),
    ("uses: team/ambit@v1", 0, false), ("echo 'ambitious test'", 0, false),
  ])
  func callsAreFoundAndJudged(_ line: String, _ calls: Int, _ isRefused: Bool) {
    let check = CICheck([CIFile(path: "ci.sh", text: line)])
    #expect(check.calls == calls)
    #expect(check.findings.contains { $0.rule == .call } == isRefused, "\(check.findings)")
  }

  private func workflow(_ checkout: String, _ run: String = "ambit test") -> String {
    """
    env:
      AMBIT_CACHE_URL: x
    jobs:
      # A job.
      test:
        runs-on: ubuntu
        steps:
          - name: Check out
            \(checkout.split(separator: "\n").joined(separator: "\n        "))
          - run: \(run)
      other:
        steps:
          - uses: actions/checkout@v4
          - run: make
    """
  }

  @Test(arguments: [
    ("uses: actions/checkout@v4", "ambit test", true),
    ("uses: actions/checkout@v4\nwith:\n  fetch-depth: 1", "ambit affected", true),
    ("uses: actions/checkout@v4\nwith:\n  fetch-depth: 0\n  filter: blob:none", "ambit plan", true),
    ("uses: actions/checkout@v4 # all\nwith:\n  # of it\n  fetch-depth: '0'", "ambit test", false),
    ("with:\n  fetch-depth: ${{ x && 50 || 0 }}\nuses: actions/checkout@v4", "ambit test", false),
    ("uses: actions/checkout@v4", "git fetch --unshallow; ambit test", false),
    ("uses: actions/checkout@v4", "ambit test --all", false),
    ("uses: actions/checkout@v4", "ambit doctor", false),
    ("uses: actions/checkout@v4\nwith: {fetch-depth: 0, lfs: true}", "ambit test", false),
    ("uses: actions/checkout@v4\nwith:\n  \"fetch-depth\": 0", "ambit test", false),
    ("uses: actions/checkout@v4\nwith:\n  repository: other/one\n  path: one", "ambit test", false),
    ("uses: actions/checkout@v4", "echo $CI_TOKEN; ambit test", true),
  ])
  func clonesWithoutABaseAreNamed(_ checkout: String, _ run: String, _ isNamed: Bool) {
    let text = workflow(checkout, run)
    let line = text.split(separator: "\n").firstIndex { $0.contains("checkout@") }.map { $0 + 1 }
    #expect(findings("ci.yml", text) == (isNamed ? ["\(line ?? 0) clone"] : []))
  }

  @Test func foldedBlocksAreOneLine() {
    let text = "AMBIT_CACHE_URL: x\nscript:\n  - >\n    ambit test\n    --gone\n  - ambit doctor\n"
    #expect(findings("ci.yml", text) == ["3 call"])
    #expect(findings("ci.yml", text.replacing("--gone", with: "--all")).isEmpty)
  }

  @Test func filesThatIncludeOneAnotherAreReadTogether() {
    let jobs = CIFile(path: ".gitlab-ci.yml", text: "script:\n  - ambit test\n")
    #expect(CICheck([jobs]).findings.map(\.rule) == [.clone, .cache])
    let shared = CIFile(
      path: ".gitlab/shared.yml", text: "variables:\n  GIT_DEPTH: \"0\"\n  AMBIT_CACHE_URL: x\n")
    #expect(CICheck([jobs, shared]).findings.isEmpty)
  }

  @Test func theProjectsOwnFilesHaveNothingToChange() throws {
    let sandbox = try CommandSandbox()
    let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { file, _ in
      file.deletingLastPathComponent()
    }
    for names in [["github-actions"], ["gitlab-ci", "gitlab-shard"], ["buildkite-pipeline"]] {
      let files = names.map { root.appending(path: "docs/ci/\($0).yml").path }
      let result = sandbox.run("ci check \(files.joined(separator: " "))")
      #expect(result.exitCode == 0)
      #expect(result.lines.last?.hasSuffix("nothing to change") == true, "\(result.output)")
    }
  }

  @Test func withoutFilesThoseOfTheRepositoryAreRead() throws {
    let sandbox = try CommandSandbox()
    #expect(sandbox.run("ci check").errors.hasPrefix("error: there is no CI file"))
    try sandbox.edit(".github/workflows/b.yml", "jobs:\n  a:\n    steps:\n      - run: ambit tset\n")
    try sandbox.edit(".gitlab/jobs.yml", "job:\n  script: ambit tset\n")
    try sandbox.edit("notes/ci.yml", "ambit tset\n")
    let lines = sandbox.run("ci check").lines.filter { $0.contains("unknown command") }
    #expect(lines.map { $0.prefix { $0 != " " } } == [".github/workflows/b.yml:4:", ".gitlab/jobs.yml:2:"])
    let elsewhere = sandbox.run("-C Packages/Core ci check")
    #expect(elsewhere.exitCode == 1)
    #expect(elsewhere.output.contains("/.gitlab/jobs.yml:2: error: unknown command"))
  }

  @Test func theAnswerNamesPlacesAndTheExitCodeTheVerdict() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("ci.sh", "ambit doctor\nambit tset\n")
    let result = sandbox.run("ci check ci.sh")
    #expect(result.exitCode == 1)
    #expect(
      result.lines.prefix(2) == ["ci.sh:2: error: unknown command 'tset'", "hint: did you mean 'test'?"])
    let finding = try sandbox.run("ci check ci.sh --json").json["findings"]?.arrayValue?.first
    #expect(finding?["line"]?.intValue == 2 && finding?["level"]?.stringValue == "error")
    try sandbox.edit("ci.sh", "make\n")
    #expect(sandbox.run("ci check ci.sh").exitCode == 2)
    #expect(sandbox.run("ci check none.sh").errors.contains("cannot read \"none.sh\""))
  }
}
