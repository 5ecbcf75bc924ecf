import Base
import ProgramSupport
import TestSupport
import Testing

/// The shards of a run, joined, say what one run would have said: with real builds.
@Suite struct ShardedRunTests {
  private func outcomes(_ json: JSONNode) -> [String] {
    (json["modules"]?.arrayValue ?? []).map { module in
      let passed = module["cases"]?["passed"]?.intValue ?? -1
      return "\(module["id"]?.stringValue ?? "") \(module["outcome"]?.stringValue ?? "") \(passed)"
    }
  }

  @Test func shardsJoinedAreOneRun() throws {
    let sandbox = try CommandSandbox(unlikeOthers: true)
    try sandbox.edit(
      "Packages/Cart/Tests/CartTests/Tests.swift", "import Testing\n@Test func t() { #expect(Bool(false)) }\n"
    )
    try sandbox.git.commitAll("shop")
    let plan = sandbox.git.path("plan.json")
    _ = sandbox.run("plan --all --shards 2 --out \(plan)")
    var files: [String] = []
    for number in 1...2 {
      let file = sandbox.git.path("shard-\(number).json")
      files.append(file)
      let result = sandbox.run("test --plan \(plan) --shard \(number)/2 --no-cache --json-report \(file)")
      #expect([0, 1].contains(result.exitCode), "\(result.errors)")
    }
    let joined = sandbox.run("report merge \(files.joined(separator: " "))")
    #expect(joined.exitCode == 1)
    let merged = try joined.json
    let whole = try sandbox.run("test --all --no-cache --json").json
    #expect(outcomes(merged) == outcomes(whole))
    #expect(merged["outcome"]?.stringValue == "failed")
    #expect(merged["shard"] == nil)
    #expect(merged["totals"]?["run"]?.intValue == 3)
    #expect(
      merged["packages"]?.arrayValue?.map { $0["package"]?.stringValue }
        == whole["packages"]?.arrayValue?.map { $0["package"]?.stringValue })

    // A shard of a plan beside one that was shared without it.
    let shared = sandbox.git.path("shared.json")
    _ = sandbox.run("test --all --shard 2/2 --json-report \(shared)")
    let mixed = sandbox.run("report merge \(files[0]) \(shared)")
    #expect(mixed.exitCode == 2)
    #expect(mixed.errors.contains("the shards follow different plans"), "\(mixed.errors)")

    // A shard that was tried again for a name alone: its report leaves out what else the shard has.
    let again = sandbox.git.path("again.json")
    _ = sandbox.run("test CartTests --plan \(plan) --shard 2/2 --json-report \(again)")
    #expect(
      sandbox.run("report merge \(files[0]) \(again)").errors.contains("the shards follow different plans"))

    let alone = sandbox.run("report merge \(files[1])")
    #expect(alone.exitCode == 2)
    #expect(alone.errors.contains("the report of shard 1/2 is missing"))
  }
}
