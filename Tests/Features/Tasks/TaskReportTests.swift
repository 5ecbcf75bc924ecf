import Base
import Foundation
import ProgramSupport
import ServerSupport
import TestSupport
import Testing

@Suite struct TaskReportTests {
  @Test func dryRunsSayWhatWouldRunAndWhy() throws {
    let box = try TaskSandbox([
      "gen": TaskSandbox.task(
        "cat Sources/*/* > out/x",
        #""match": ["//Packages/*"], "inputs": ["Sources/**"], "outputs": ["out/**"]"#),
      "use": TaskSandbox.task("true", #""match": ["//Apps/*"], "inputs": [], "dependsOn": ["^gen"]"#),
    ])
    func forecast(_ line: String) throws -> [String: Bool] {
      let tasks = try box.run("\(line) --dry-run --json").json["tasks"]?.arrayValue ?? []
      return Dictionary(
        uniqueKeysWithValues: tasks.map { ($0["id"]?.stringValue ?? "", $0["run"]?.boolValue ?? false) })
    }
    let all = ["gen //Packages/Cart": true, "gen //Packages/Core": true, "use //Apps/Shop": true]
    #expect(try forecast("use --all") == all)
    #expect(try forecast("use --all") == all)
    #expect(box.contents("Packages/Core/out/x") == nil)
    #expect(box.run("use --all").exitCode == 0)
    #expect(try forecast("use --all") == all.mapValues { _ in false })
    try box.shop.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 3\n")
    let text = box.run("use --dry-run").output
    #expect(text.hasPrefix("2 of 3 tasks to run\n"))
    #expect(text.contains("Core changed Sources/Core/Core.swift"))
  }

  @Test func reportsAreForProgramsToo() throws {
    let box = try TaskSandbox([
      "bad": TaskSandbox.task("printf 'no <good>\\033[31m'; exit 3", #""match": ["//Packages/Core"]"#),
      "good": TaskSandbox.task("true", #""match": ["//Packages/Core"]"#),
    ])
    let (json, junit) = (box.shop.git.path("r.json"), box.shop.git.path("r.xml"))
    #expect(box.run("good bad --all --json-report \(json) --junit \(junit)").exitCode == 1)
    let report = try JSONParser.parse(Array(Data(contentsOf: URL(filePath: json))))
    #expect(report["outcome"]?.stringValue == "failed" && report["started"]?.boolValue == true)
    #expect(report["totals"]?["run"]?.intValue == 2 && report["totals"]?["failed"]?.intValue == 1)
    let xml = try String(contentsOfFile: junit, encoding: .utf8)
    #expect(xml.contains(#"<testsuite name="bad" tests="1" failures="1" errors="0" skipped="0""#))
    #expect(xml.contains("no &lt;good&gt;") && !xml.contains("\u{1B}"))
  }

  /// Each waits for the other, and neither removes what the other reads.
  @Test func twoAtOnceDoNotMeet() throws {
    let box = try TaskSandbox([
      "gen": TaskSandbox.task(
        "test ! -e running; touch running; sleep 0.1; echo made > out/x; rm running",
        #""match": ["//Packages/Core"], "inputs": [], "outputs": ["out/**"], "cache": false, "observe": false"#
      ),
      "use": TaskSandbox.task(
        "grep made out/x", #""match": ["//Packages/Core"], "inputs": [], "dependsOn": ["gen"]"#),
    ])
    let codes = concurrentMap(Array(0..<3), jobs: 3) { _ in box.run("use --all --quiet").exitCode }
    #expect(codes == [0, 0, 0])
  }

  @Test func anotherMachineGetsTheOutputs() throws {
    let box = try TaskSandbox([
      "gen": TaskSandbox.task(
        "cat Sources/*/* > out/x; chmod 700 out/x; ln -s x out/y",
        #""match": ["//Packages/*"], "inputs": ["Sources/**"], "outputs": ["out/**"]"#)
    ])
    let server = try FileServer()
    func environment(_ machine: String, _ namespace: String = "main") -> [String: String] {
      [
        "XDG_CACHE_HOME": box.shop.git.path("cache-\(machine)"), "AMBIT_CACHE_TOKEN": "secret",
        "AMBIT_CACHE_URL": "http://127.0.0.1:\(server.port)/team", "AMBIT_CACHE_NAMESPACE": namespace,
      ]
    }
    #expect(
      try box.outcomes("gen --all", environment: environment("a")).values.allSatisfy { $0 == "passed made" })
    try box.sh("cp -a Packages/Core/out ../right; rm -r Packages/*/out")
    #expect(
      try box.outcomes("gen --all", environment: environment("b")).values.allSatisfy {
        $0 == "cached restored"
      })
    try box.sh(
      "diff -r ../right Packages/Core/out; test \"$(stat -c %a Packages/Core/out/x)\" = 700; test -L Packages/Core/out/y"
    )
    let again = try box.run("gen --all --json", environment: environment("c")).json
    #expect(again["tasks"]?.arrayValue?.first?["source"]?.stringValue == "remote")
    // What a pull request wrote is nothing to main.
    try box.shop.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 9\n")
    #expect(
      try box.outcomes("gen --all", environment: environment("d", "pr-7"))["gen //Packages/Core"]
        == "passed made")
    #expect(
      try box.outcomes("gen --all", environment: environment("e"))["gen //Packages/Core"] == "passed made")
  }
}
