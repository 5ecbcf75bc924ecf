import Base
import ProgramSupport
import TestSupport
import Testing

/// `ambit audit` on a small workspace, with files as tools write them. Nothing is built.
@Suite struct AuditTests {
  private let sandbox: CommandSandbox
  private let commits: [String]

  /// A commit of `Core`, which all need, one of `Cart`, which only `Shop` needs, and one of no module.
  init() throws {
    sandbox = try CommandSandbox()
    try sandbox.edit("workspace.json", #"{"version": 1, "inputs": {"unowned": "ignore"}}"#)
    var commits = [try sandbox.git.commitAll("shop", "configuration")]
    for path in ["Packages/Core/Sources/Core/Core.swift", "Packages/Cart/Sources/Cart/Cart.swift", "docs.md"]
    {
      try sandbox.edit(path, "let new = 1\n")
      commits.append(try sandbox.git.commitAll("shop", path))
    }
    self.commits = commits
  }

  /// A file outside of the workspace with failures of classes.
  private func write(_ name: String, failing classes: [String], passing: Int = 1) throws {
    let failed = classes.map { "<testcase classname=\"\($0)\" name=\"t()\"><failure/></testcase>" }
    let passed = (0..<passing).map { "<testcase classname=\"CoreTests\" name=\"ok\($0)()\"/>" }
    let cases = (failed + passed).joined(separator: "\n")
    try sandbox.git.folder.write(
      "<testsuites>\n<testsuite name=\"TestResults\">\n\(cases)\n</testsuite>\n</testsuites>\n", to: name)
  }

  private func path(_ name: String) -> String { sandbox.git.path(name) }

  private func verdicts(_ json: JSONNode) -> [[String]] {
    (json["runs"]?.arrayValue ?? []).map { run in
      (run["failures"]?.arrayValue ?? []).map {
        "\($0["case"]?.stringValue ?? "") \($0["verdict"]?.stringValue ?? "")"
      }
    }
  }

  @Test func failuresOfSelectedModulesAreNotMissed() throws {
    // The first commit of the files changes Core, which all depend on; the second Cart alone.
    try write("ci/\(commits[1].prefix(8))/full.xml", failing: ["CoreTests", "ShopTests"])
    try write("ci/run-\(commits[2]).xml", failing: ["CartTests"], passing: 3)
    let result = sandbox.run(
      "audit --junit \(path("ci/\(commits[1].prefix(8))/full.xml")) \(path("ci/run-\(commits[2]).xml"))")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(
      result.lines == [
        "0 of 3 failures in 2 full runs would have been missed",
        "7 cases ran. Selection would have run 5 of 6 test modules, 83 %.",
      ])
  }

  @Test func whatIsNotSelectedIsMissedUnlessItFailedBefore() throws {
    try write("1.xml", failing: ["CoreTests.Old"])
    try write("2.xml", failing: ["CoreTests.Old", "CoreTests.New", "Nobody"])
    try write("3.xml", failing: ["CartTests"])
    let files =
      "\(commits[1])=\(path("1.xml")) HEAD~1=\(path("2.xml")) \(commits[3].prefix(7))=\(path("3.xml"))"
    let result = sandbox.run("audit --json --junit \(files)")
    #expect(result.exitCode == 1, "\(result.errors)")
    let json = try result.json
    #expect(
      Set(verdicts(json)) == [
        ["CoreTests.Old/t() selected"],
        ["CoreTests.Old/t() failing-before", "CoreTests.New/t() missed", "Nobody/t() unknown"],
        ["CartTests/t() missed"],
      ])
    let totals = json["totals"]
    let counts = ["runs", "failures", "selected", "failingBefore", "missed", "unknown"].map {
      totals?[$0]?.intValue
    }
    #expect(counts == [3, 5, 1, 1, 2, 1])
    let text = sandbox.run("audit --junit HEAD=\(path("3.xml"))")
    #expect(text.lines.contains { $0.contains("1 of 1 failure in 1 full run would have been missed") })
    #expect(text.lines.contains { $0.contains("may have failed before") })
    #expect(
      sandbox.run("audit --format markdown --junit HEAD=\(path("3.xml"))").output.hasPrefix(
        "<!-- ambit:audit"))
    // Since the first commit, Cart has changed.
    #expect(sandbox.run("audit --base \(commits[0]) --junit HEAD=\(path("3.xml"))").exitCode == 0)
  }

  @Test func whatAnAuditFindsOutLeavesTheReplayWhatItKnew() throws {
    let cache = try SharedCache.own()
    try write("3.xml", failing: [])
    func remembered() throws -> Int? {
      try sandbox.run("insights replay --json --last 3", environment: ["XDG_CACHE_HOME": cache.path])
        .json["remembered"]?.intValue
    }
    #expect(try remembered() == 0)
    let audit = sandbox.run(
      "audit --base \(commits[0]) --junit HEAD=\(path("3.xml"))", environment: ["XDG_CACHE_HOME": cache.path])
    #expect(audit.exitCode == 0)
    #expect(try remembered() == 3)
  }

  @Test func aCaseOfNoModuleIsNoVerdict() throws {
    try write("2.xml", failing: ["Nobody"])
    let result = sandbox.run("audit --junit HEAD=\(path("2.xml"))")
    #expect(result.exitCode == 2)
    #expect(
      result.lines.first == "0 of 1 failure in 1 full run would have been missed, and 1 cannot be judged")
    #expect(result.lines.contains { $0.contains("Nobody/t()") })
    // A type that a source declares leads to its module.
    try sandbox.edit("Packages/Cart/Tests/CartTests/Tests.swift", "struct Nobody {}\n")
    try sandbox.git.commitAll("shop", "suite")
    #expect(sandbox.run("audit --junit HEAD=\(path("2.xml"))").exitCode == 0)
  }

  @Test func filesThatCannotBeUsedAreNamed() throws {
    try write("x.xml", failing: [])
    try write("\(commits[1])-\(commits[2]).xml", failing: [])
    try sandbox.git.folder.write("<testsuites>\n<testsuite>\n", to: "cut.xml")
    func refusal(_ words: String) -> String {
      let result = sandbox.run("audit \(words)")
      #expect(result.exitCode == 2)
      return result.errors
    }
    #expect(refusal("").contains("needs JUnit files"))
    #expect(refusal("--junit \(path("none.xml"))").contains("cannot read the JUnit file"))
    #expect(refusal("--junit \(path("x.xml"))").contains("REV="))
    #expect(refusal("--junit \(path("\(commits[1])-\(commits[2]).xml"))").contains("two commit ids"))
    #expect(refusal("--junit nowhere=\(path("x.xml"))").contains("'nowhere'"))
    #expect(
      refusal("--junit HEAD=\(path("cut.xml"))").contains("line 2: the element <testsuite> is never closed"))
    let root = try sandbox.git.git("shop", "rev-list --max-parents=0 HEAD")
    #expect(refusal("--junit \(root)=\(path("x.xml"))").contains("has no base in this clone"))
    try sandbox.git.folder.write("<testsuites/>\n", to: "empty.xml")
    let empty = sandbox.run("audit --junit HEAD=\(path("empty.xml"))")
    #expect(empty.exitCode == 0 && empty.errors.contains("no test case"))
  }
}
