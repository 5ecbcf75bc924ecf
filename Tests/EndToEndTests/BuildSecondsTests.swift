import Base
import ProgramSupport
import TestSupport
import Testing

/// What compiling a module takes, as real builds show it.
@Suite struct BuildSecondsTests {
  private func seconds(_ sandbox: CommandSandbox, _ home: [String: String]) throws -> [String: Double] {
    let rows = try sandbox.run("metrics --json", environment: home).json["rows"]?.arrayValue ?? []
    return rows.reduce(into: [:]) { seconds, row in
      seconds[row["name"]?.stringValue ?? ""] = row["measures"]?["buildSeconds"]?.doubleValue
    }
  }

  @Test func aModuleThatIsCompiledAsAWholeIsTimedAndAPartOfItIsNot() throws {
    let sandbox = try CommandSandbox()
    let core = "//Packages/Core:Core"
    // Long enough for a compiler to be seen, and in two files, of which one stays.
    for name in ["Core", "More"] {
      let functions = (0..<60).map {
        "public func f\(name)\($0)() -> [Int] { [1, 2, 3].map { $0 * \($0) }.sorted() }"
      }
      try sandbox.edit(
        "Packages/Core/Sources/Core/\(name).swift",
        (name == "Core" ? ["public let x = 1"] + functions : functions).joined(separator: "\n") + "\n")
    }
    try sandbox.git.commitAll("shop")
    let home = ["XDG_CACHE_HOME": sandbox.git.path("cache")]
    #expect(try seconds(sandbox, home).isEmpty)
    let first = sandbox.run("build --all --no-state", environment: home)
    #expect(first.exitCode == 0, "\(first.errors)")
    let whole = try seconds(sandbox, home)
    #expect((whole[core] ?? 0) > 0 && (whole[core] ?? 0) < 300, "\(whole)")

    // The body of one file: the other one is not compiled again, and the figure stays that of the whole.
    try sandbox.edit(
      "Packages/Core/Sources/Core/More.swift",
      "public func fMore0() -> [Int] {\n  [3, 2, 1].map { $0 * 7 }.sorted()\n}\n"
        + (1..<60).map { "public func fMore\($0)() -> [Int] { [1, 2, 3].map { $0 * \($0) }.sorted() }\n" }
        .joined())
    let second = sandbox.run("build Core --all", environment: home)
    #expect(second.exitCode == 0, "\(second.errors)")
    #expect(try seconds(sandbox, home)[core] == whole[core])
    // What watches itself takes longer than it does.
    let third = sandbox.run("build Core --all --sanitize thread", environment: home)
    #expect(third.exitCode == 0, "\(third.errors)")
    #expect(try seconds(sandbox, home)[core] == whole[core])
    // Of what is to be built again as much as is known of it.
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    let plan = try sandbox.run("plan --json", environment: home).json
    #expect((plan["totals"]?["buildSeconds"]?.doubleValue ?? 0) >= whole[core] ?? 0)
    let insights = sandbox.run("insights replay --last 1 --json", environment: home)
    let timed =
      try insights.json["replay"]?["estimates"]?["timedBuilds"] ?? insights.json["estimates"]?["timedBuilds"]
    #expect((timed?.intValue ?? 0) > 0, "\(insights.output)")
  }
}
