import Base
import Foundation
import ProgramSupport
import Reports
import TestSupport
import Testing

/// `ambit plan`, and what shards make of it: nothing is built here.
@Suite struct PlanCommandTests {
  private let sandbox: CommandSandbox

  init() throws { sandbox = try CommandSandbox() }

  private func modules(_ json: JSONNode) -> [(id: String, shard: Int?)] {
    (json["modules"]?.arrayValue ?? []).map { ($0["id"]?.stringValue ?? "", $0["shard"]?.intValue) }
  }

  /// What a dry run of a shard builds or tests, by its commands.
  private func dryRun(_ line: String) -> CommandSandbox.Result { sandbox.run("test --dry-run -v \(line)") }

  @Test func saysWhatWouldRunAndWhy() throws {
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let x = 2\n")
    let plan = sandbox.run("plan")
    #expect(plan.exitCode == 0)
    #expect(plan.lines.first == "2 of 2 test modules to run, 2 other modules to build")
    #expect(plan.output.contains("//Packages/Cart:CartTests"))
    #expect(!plan.output.contains("CoreTests"))
    let json = try sandbox.run("plan --json").json
    #expect(modules(json).map(\.id) == ["//Apps/Shop:ShopTests", "//Packages/Cart:CartTests"])
    #expect(json["shards"]?.isNull == true)
    #expect(json["totals"]?["run"]?.intValue == 2)
    #expect(json["modules"]?.arrayValue?.first?["reason"]?.stringValue?.contains("depends on") == true)
  }

  @Test func nothingAffectedIsNothingToShare() throws {
    #expect(sandbox.run("plan --exit-code").exitCode == 3)
    #expect(sandbox.run("plan --format github").output == "any=false\nshards=0\nmatrix={\"shard\":[]}\n")
    let idle = sandbox.run("plan --format gitlab").output
    #expect(idle.contains("nothing to run") && idle.contains("rules:"))
    let file = sandbox.git.path("plan.json")
    #expect(
      try sandbox.run("plan --format buildkite --out \(file)").json["steps"]?.arrayValue?.isEmpty == true)
    #expect(sandbox.run("plan --format buildkite").exitCode == 2)
    for words in ["-Xswiftc -DX", "--enable-all-traits", "--traits A,B", "--disable-default-traits"] {
      #expect(sandbox.run("plan --format buildkite --out \(file) -- \(words)").exitCode == 2, "\(words)")
    }
  }

  @Test func shardsWithoutWorkAreTold() {
    #expect(sandbox.run("plan --all --shards 7").output.contains("4 shards are empty"))
    #expect(!sandbox.run("plan --all --shards 1").output.contains("empty"))
  }

  @Test func everyModuleIsOnOneShard() throws {
    for count in [1, 2, 3, 7] {
      let json = try sandbox.run("plan --all --json --shards \(count)").json
      let all =
        modules(json)
        + (json["builds"]?.arrayValue ?? []).map { ($0["id"]?.stringValue ?? "", $0["shard"]?.intValue) }
      #expect(all.count == 6)
      #expect(all.allSatisfy { (1...count).contains($0.shard ?? 0) })
      #expect(json["shards"]?.arrayValue?.count == count)
      #expect(json["shards"]?.arrayValue?.reduce(0) { $0 + ($1["modules"]?.intValue ?? 0) } == 6)
    }
  }

  @Test func shardsRunWhatThePlanSays() throws {
    let file = sandbox.git.path("plan.json")
    let matrix = sandbox.run("plan --all --shards 3 --format github --out \(file)").lines
    #expect(matrix == ["any=true", "shards=3", #"matrix={"shard":["1/3","2/3","3/3"]}"#])
    let planned = try JSONParser.parse(Array(try String(contentsOfFile: file, encoding: .utf8).utf8))
    for number in 1...3 {
      // Without `--all`: the plan knows what it was made for.
      let commands = dryRun("--plan \(file) --shard \(number)/3").output
      for (id, shard) in modules(planned) {
        let package = id.dropFirst(2).prefix { $0 != ":" }
        #expect(commands.contains("\(package)") == (shard == number), "\(id) on \(number)")
      }
    }
    let steps = try sandbox.run("plan --all --shards 2 --format buildkite --out \(file)").json["steps"]?
      .arrayValue
    #expect(
      steps?.last?["command"]?.stringValue
        == "ambit test --plan \(file) --shard 2/2 --json-report ambit-2.json")
    #expect(sandbox.run("plan --all --shards 2 --format gitlab").output.contains("AMBIT_SHARD: \"2/2\""))
  }

  @Test func aPlanForSomethingElseIsRefused() throws {
    let file = sandbox.git.path("plan.json")
    _ = sandbox.run("plan --all --shards 2 --out \(file)")
    func code(_ line: String) throws -> String? {
      let result = sandbox.run("test --json --dry-run \(line)")
      #expect(result.exitCode == 2)
      return try result.json["error"]?["code"]?.stringValue
    }
    #expect(try code("--plan \(file) --shard 1/3") == "plan-mismatch")
    #expect(try code("--plan \(file) --shard 1/2 -c release") == "plan-mismatch")
    #expect(try code("--plan \(file).not --shard 1/2") == "unreadable-plan")
    #expect(try code("--plan \(file)") == "usage")
    #expect(try code("--shard 4/3") == "usage")
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    try sandbox.git.commitAll("shop")
    #expect(try code("--plan \(file) --shard 1/2") == "plan-mismatch")
    _ = sandbox.run("plan --all --out \(file)")
    #expect(try code("--plan \(file) --shard 1/1") == "unreadable-plan", "it has no shards")
  }

  @Test func noModuleIsLostWhateverIsSelectedWhere() throws {
    // The planner knows more than the shards, and the other way round.
    let file = sandbox.git.path("plan.json")
    _ = sandbox.run("plan --all --shards 3 --out \(file)")
    for flags in ["", "--all", "--base HEAD //Packages/Core"] {
      let commands = (1...3).map { dryRun("\(flags) --plan \(file) --shard \($0)/3").output }
      for package in ["Packages/Core", "Packages/Cart", "Apps/Shop"] {
        #expect(commands.contains { $0.contains(package) }, "\(package) with '\(flags)'")
      }
    }
    _ = sandbox.run("plan --all //Packages/Core --shards 3 --out \(file)")
    for number in 1...3 {
      #expect(
        dryRun("--all --plan \(file) --shard \(number)/3").output.contains("-"), "what is in no shard is run")
    }
    // Without a plan a shard is the same whatever else is selected.
    for number in 1...3 {
      let all = dryRun("--all --shard \(number)/3").output
      for package in ["Packages/Core", "Packages/Cart", "Apps/Shop"] {
        let alone = dryRun("--all --shard \(number)/3 //\(package)").output
        #expect(alone.contains(package) == all.contains(package), "\(package) on \(number)")
      }
    }
  }

  @Test func withoutAPlanAllAgree() throws {
    var packages: [String: Int] = [:]
    for number in 1...3 {
      let commands = dryRun("--all --shard \(number)/3").output
      #expect(commands == dryRun("--all --shard \(number)/3").output)
      for package in ["Packages/Core", "Packages/Cart", "Apps/Shop"] where commands.contains("\(package)") {
        packages[package, default: 0] += 1
      }
    }
    #expect(packages == ["Packages/Core": 1, "Packages/Cart": 1, "Apps/Shop": 1])
    #expect(sandbox.run("test --all --dry-run --shard 9/9").exitCode == 0)
  }

  @Test("no bytes in a plan end the program", arguments: 0..<40 as Range<UInt64>)
  func damagedPlans(seed: UInt64) throws {
    let file = sandbox.git.path("plan.json")
    _ = sandbox.run("plan --all --shards 2 --out \(file)")
    var random = SeededGenerator(seed: seed)
    var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: file)))
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      if Bool.random(using: &random) {
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      } else {
        bytes.remove(at: place)
      }
    }
    guard let plan = try? PlanFile(bytes, name: "plan") else { return }
    #expect(plan.shards.values.allSatisfy { (1...plan.shardCount).contains($0) })
  }
}
